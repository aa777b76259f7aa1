import { expect, test } from 'vitest';
import { arabic } from '../ar';
import { german } from '../de';
import { type Catalogue, flat } from './catalogue';

const sources = import.meta.glob<Record<string, Catalogue>>('../*.ts', { eager: true });
// that every area is in every language is a matter of types: `TranslatedInto`
const english: Catalogue = Object.fromEntries(
  Object.values(sources)
    .flatMap(part => Object.entries(part))
    .filter(([area]) => Object.hasOwn(german, area)),
);
const translations: Record<string, Catalogue> = { de: german, ar: arabic };

/** Names that are the same in every language: the product's, and those of the licences that are sold. */
const NAMES = ['Waybill', 'Conan', 'Edge', 'Enterprise', 'Enterprise X', 'Enterprise Plus'];
/** Words that German has from English. */
const SAME_IN_GERMAN = [
  ...NAMES,
  ...['Tab', 'Administrator', 'Proxy', 'Version', 'Webhook'],
  ...['Builds', 'Demo', 'Insight', 'Pipelines', 'Tracker', 'Webhooks'],
  // states and parts of services are called so in German too
  ...['Name', 'Offline', 'Online', 'Repository', 'Router'],
];
const SAME_IN_ARABIC = NAMES;

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

test.each(Object.keys(translations))('%s has the keys of the English source, and no others', language => {
  expect(keysOf(translations[language] ?? {})).toEqual(keysOf(english));
});

test.each(Object.keys(translations))('%s has every form that Intl asks of its plurals', language => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const texts = flat(translations[language] ?? {});
  const plurals = Object.keys(flat(english))
    .filter(key => key.endsWith('_other'))
    .map(bare);
  expect(plurals).toContain('activity.activity.count');
  const missing = plurals.flatMap(key => forms.map(form => `${key}_${form}`)).filter(key => !texts[key]);
  expect(missing).toEqual([]);
});

test.each(Object.keys(translations))('%s fills the placeholders of the English source', language => {
  const source = flat(english);
  const wrong = Object.entries(flat(translations[language] ?? {})).filter(([key, text]) => {
    const model = source[key] ?? source[`${bare(key)}_other`] ?? '';
    // 'one record' need not say the number
    const few = PLURAL.test(key) && !key.endsWith('_other');
    const has = placeholders(text);
    return few
      ? has.some(name => !placeholders(model).includes(name))
      : has.join() !== placeholders(model).join();
  });
  expect(wrong).toEqual([]);
});

test.each([
  ['de', SAME_IN_GERMAN],
  ['ar', SAME_IN_ARABIC],
])('%s leaves nothing in English', (language, allowed) => {
  const source = flat(english);
  const same = Object.entries(flat(translations[language] ?? {}))
    .filter(([key, text]) => text === source[key] && /\p{L}/u.test(text.replace(/\{\{.+?\}\}/g, '')))
    .filter(([, text]) => !allowed.includes(text));
  expect(same).toEqual([]);
});

test('Arabic is written in Arabic', () => {
  const foreign = Object.entries(flat(arabic as Catalogue)).filter(
    ([, text]) => !/\p{Script=Arabic}/u.test(text) && !SAME_IN_ARABIC.includes(text),
  );
  expect(foreign).toEqual([]);
});

test('no text is empty', () => {
  const all = [english, german, arabic].flatMap(catalogue => Object.entries(flat(catalogue as Catalogue)));
  expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
});
