import { expect, test } from 'vitest';
import type { Translated } from './areas';
import { type Catalogue, flat } from './catalogue';
import { languages } from './languages';

const sources = import.meta.glob<Record<string, Catalogue>>('../*.ts', { eager: true });

const { en: _english, ...translated } = languages;
const names = Object.keys(translated) as Translated[];
const translations = Object.fromEntries(
  await Promise.all(
    names.map(async name => {
      const { start, inside } = translated[name].parts;
      return [name, { ...(await start()), ...(await inside()) }] as const;
    }),
  ),
) as unknown as Readonly<Record<Translated, Catalogue>>;
// that every area is in every language is a matter of types: `TranslatedInto`
const english: Catalogue = Object.fromEntries(
  Object.values(sources)
    .flatMap(part => Object.entries(part))
    .filter(([area]) => Object.hasOwn(translations.de, area)),
);

/** Names that are the same in every language: the product's, those of the licences that are sold, and of protocols. */
const NAMES = [
  ...['Waybill', 'Readme', 'Conan', 'Edge', 'Enterprise', 'Enterprise X', 'Enterprise Plus'],
  ...['LDAP', 'Active Directory', 'Crowd', 'TLS', 'STARTTLS', 'Assertion Consumer Service'],
];
/** Words that a language has from English, or shares with it. */
const SAME: Readonly<Record<Translated, readonly string[]>> = {
  de: [
    ...NAMES,
    ...['Tab', 'Administrator', 'Client', 'Proxy', 'Version', 'Webhook'],
    ...['Builds', 'Demo', 'Insight', 'Pipeline', 'Pipelines', 'Tracker', 'Webhooks'],
    ...['Downloads', 'Graph', 'Image', 'Link', 'Optional', 'Organisation', 'Tags'],
    // states and parts of services are called so in German too
    ...['Passkey', 'Passkeys'],
    ...['Host', 'Name', 'Port', 'URL', 'Offline', 'Online', 'Repository', 'Revision', 'Router', 'Server'],
  ],
  fr: [
    ...NAMES,
    ...[
      'Image',
      'Actions',
      'Administration',
      'Application',
      'Client',
      'Commercial',
      'Configuration',
      'Description',
      'Distribution',
    ],
    ...[
      'Documentation',
      'Distributions',
      'Promotions',
      'Invitation',
      'Licence',
      'Licences',
      'Local',
      'Machine',
      'Machines',
      'Microservices',
      'Organisation',
      'Mission control',
    ],
    ...[
      'Options',
      'Pages',
      'Quota',
      'Secret',
      'Service',
      'Services',
      'Signature',
      'Source',
      'Standard',
      'Version',
      'session',
    ],
    ...['Build-info', 'Message', 'Module', 'Modules', 'Port', 'URL'],
    ...['Builds', 'Insight', 'Pipeline', 'Pipelines', 'Proxy', 'Tracker', 'Webhook', 'Webhooks'],
    ...['Robots', 'Sessions', 'Tags', 'Type', 'Versions'],
    // figures with the same word on both sides
    ...['{{count, number}} version', '{{count, number}} versions'],
    ...['{{count, number}} minutes', '{{count, number}} pages', '{{count, number}} services'],
  ],
  ja: [...NAMES, 'ID', 'URL', 'Webhook'],
  ar: NAMES,
};

/** Words that are searched for and not shown, and a text that the specification has. */
const OTHER_WORDS = new Set(['palette.also.log_out', 'packages.none', 'notices.git.test_failed']);

const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const bare = (key: string) => key.replace(PLURAL, '');

function keysOf(catalogue: Catalogue): string[] {
  const { titles: _titles, refusals: _refusals, ...areas } = catalogue;
  return [...new Set(Object.keys(flat(areas)).map(bare))].sort();
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, inside]) => inside ?? '').sort();

test('there is something to translate', () => {
  expect(keysOf(english).length).toBeGreaterThan(150);
});

test.each(names)('%s has the keys of the English source, and no others', language => {
  expect(keysOf(translations[language])).toEqual(keysOf(english));
});

test.each(names)('%s has every form that Intl asks of its plurals', language => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const texts = flat(translations[language]);
  const plurals = Object.keys(flat(english))
    .filter(key => key.endsWith('_other'))
    .map(bare);
  expect(plurals).toContain('activity.activity.count');
  const missing = plurals.flatMap(key => forms.map(form => `${key}_${form}`)).filter(key => !texts[key]);
  expect(missing).toEqual([]);
});

test.each(names)('%s fills the placeholders of the English source', language => {
  const source = flat(english);
  const wrong = Object.entries(flat(translations[language])).filter(([key, text]) => {
    const few = PLURAL.test(key) && !key.endsWith('_other');
    // 'one record' need not say the number, but French says it, since 'one' counts nought as well
    const model = source[few ? `${bare(key)}_other` : key] ?? '';
    const has = placeholders(text);
    return few
      ? has.some(name => !placeholders(model).includes(name))
      : has.join() !== placeholders(model).join();
  });
  expect(wrong).toEqual([]);
});

test.each(names)('%s leaves nothing in English', language => {
  const source = flat(english);
  const same = Object.entries(flat(translations[language]))
    .filter(([key, text]) => text === source[key] && /\p{L}/u.test(text.replace(/\{\{.+?\}\}/g, '')))
    .filter(([, text]) => !SAME[language].includes(text));
  expect(same).toEqual([]);
});

test.each([
  ['ar', /\p{Script=Arabic}/u],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
] as const)('%s is written in its script', (language, script) => {
  const foreign = Object.entries(flat(translations[language])).filter(
    ([, text]) =>
      /\p{L}/u.test(text.replace(/\{\{.+?\}\}/g, '')) && !script.test(text) && !SAME[language].includes(text),
  );
  expect(foreign).toEqual([]);
});

test('English keeps to docs/style.md', () => {
  const ruledOut =
    /\b(log(ged|ging)? (in|on|out|off)|some(body|what)|nobody|everybody|whoever|any more|go on|not right|please)\b|'/i;
  // what a review found odd in particular
  const odd =
    /\b(nought|and worse|as it is written|may sign in|account made|made elsewhere|like the system|will stand)\b/i;
  const texts = Object.entries(flat(english)).filter(([key]) => !OTHER_WORDS.has(key));
  expect(texts.filter(([, text]) => ruledOut.test(text) || odd.test(text))).toEqual([]);
});

test('French keeps its punctuation on the line of the word before it', () => {
  // no space before ; : ! ? or inside guillemets, or one that breaks; and straight apostrophes
  const wrong = /[^\u202f\u00a0][;!?](?=\s|$)|[^\u00a0]:(?=\s|$)|«[^\u00a0]|[^\u00a0]»|'/u;
  const texts = Object.entries(flat(translations.fr));
  expect(texts.filter(([, text]) => wrong.test(text.replace(/\{\{.+?\}\}/g, 'x')))).toEqual([]);
});

test('Japanese has the punctuation of Japanese', () => {
  // a full stop, comma, bracket or mark of ASCII beside a Japanese letter
  const wrong = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}] ?[.,;:!?()]/u;
  const texts = Object.entries(flat(translations.ja));
  expect(texts.filter(([, text]) => wrong.test(text))).toEqual([]);
});

test('no text is empty', () => {
  const all = [english, ...Object.values(translations)].flatMap(catalogue => Object.entries(flat(catalogue)));
  expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
});
