import { createInstance, type i18n } from 'i18next';
import { loadChunk } from '@/lib/chunk';
import { browserStorage } from '@/lib/storage';
import { createStore } from '@/lib/store';
import type { Areas, TranslatedInto } from './areas';
import { type Catalogue, flat } from './catalogue';

/** The languages of the console, by the names that they have for themselves. */
export const languages = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Language = keyof typeof languages;

const LANGUAGE_KEY = 'waybill.language';
const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

/** English comes with the page; of the others each is one chunk. */
const loaders: { [Name in Exclude<Language, 'en'>]: () => Promise<TranslatedInto<Name>> } = {
  de: () => import('./de').then(part => part.german),
  ar: () => import('./ar').then(part => part.arabic),
};

const engine: i18n = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  // keys are whole, and an area of texts is a namespace
  keySeparator: false,
  nsSeparator: false,
  // React escapes what it shows
  interpolation: { escapeValue: false },
});
void engine.init();

const shown = createStore<Language>('en');

/** The language that the page is in. Watch it with `useStore` to be drawn anew when it changes. */
export const language: Pick<typeof shown, 'get' | 'subscribe'> = shown;

export function directionOf(name: Language): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(name) ? 'rtl' : 'ltr';
}

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

/** What Intl is to write dates and numbers for: the user's own kind of the page's language, if the browser names one. */
export function locale(): string {
  const name = shown.get();
  return navigator.languages.find(tag => baseOf(tag) === name) ?? name;
}

export function addTexts(name: Language, area: keyof Areas, texts: Catalogue): void {
  engine.addResourceBundle(name, area, flat(texts), true, true);
}

/** The text of a key in the page's language, or in English where that has none. */
export function translate(
  area: keyof Areas,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): string {
  return engine.t(key, { ...values, ns: area, lng: shown.get() });
}

/** The same for a key that came from outside: null where no language has it. */
export function find(area: keyof Areas, key: string): string | null {
  return engine.exists(key, { ns: area, lng: shown.get() }) ? translate(area, key) : null;
}

const loading = new Map<Language, Promise<void>>([['en', Promise.resolve()]]);

function load(name: Language): Promise<void> {
  const started = loading.get(name);
  if (started || name === 'en') return started ?? Promise.resolve();
  const part = loadChunk(`texts-${name}`, loaders[name]).then(areas => {
    for (const [area, texts] of Object.entries(areas)) addTexts(name, area as keyof Areas, texts);
  });
  // the next choice of this language tries once more
  part.catch(() => loading.delete(name));
  loading.set(name, part);
  return part;
}

let wanted: Language = 'en';

/** Brings the page into a language. It stays in the one that it has until the texts are there, or if they do not come. */
export async function show(name: Language): Promise<void> {
  wanted = name;
  await load(name);
  // somebody has chosen again meanwhile
  if (wanted !== name) return;
  document.documentElement.lang = name;
  document.documentElement.dir = directionOf(name);
  shown.set(name);
}

/** The user's choice, kept in this browser. */
export async function chooseLanguage(name: Language): Promise<void> {
  await show(name);
  browserStorage.write(LANGUAGE_KEY, name);
}

const baseOf = (tag: string) => tag.toLowerCase().split('-')[0] ?? '';

/** What was chosen here before, else the first of the browser's languages that the console has, else English. */
export function preferredLanguage(): Language {
  const chosen = browserStorage.read(LANGUAGE_KEY);
  if (chosen !== null && isLanguage(chosen)) return chosen;
  return navigator.languages.map(baseOf).find(isLanguage) ?? 'en';
}

/** Before the first paint. A language that does not come is no reason to show nothing: the page is English then. */
export function startLanguage(): Promise<void> {
  return show(preferredLanguage()).catch(() => undefined);
}
