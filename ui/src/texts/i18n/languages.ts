import { createAtom, type ReadonlyAtom } from '@xstate/store';
import { loadChunk } from '@/lib/chunk';
import { browserStorage } from '@/lib/storage';
import type { Areas, Translated, TranslatedInside, TranslatedInto } from './areas';
import { type Catalogue, flat } from './catalogue';

/** What the console has to know of a language beside its texts. */
interface Row {
  /** The name that its readers know it by. */
  readonly own: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The parts of a language, which are loaded when they are shown: before the frame, and in it. */
interface Parts<Name extends Translated> {
  readonly start: () => Promise<TranslatedInto<Name>>;
  readonly inside: () => Promise<TranslatedInside<Name>>;
}

/** English is part of the pages. */
type Rows = { readonly en: Row } & {
  readonly [Name in Translated]: Row & { readonly parts: Parts<Name> };
};

/** The languages of the console, in the order in which they are offered. */
export const languages: Rows = {
  en: { own: 'English', direction: 'ltr' },
  de: {
    own: 'Deutsch',
    direction: 'ltr',
    parts: {
      start: () => import('../de').then(part => part.german),
      inside: () => import('../de/inside').then(part => part.germanInside),
    },
  },
  fr: {
    own: 'Français',
    direction: 'ltr',
    parts: {
      start: () => import('../fr').then(part => part.french),
      inside: () => import('../fr/inside').then(part => part.frenchInside),
    },
  },
  ja: {
    own: '日本語',
    direction: 'ltr',
    parts: {
      start: () => import('../ja').then(part => part.japanese),
      inside: () => import('../ja/inside').then(part => part.japaneseInside),
    },
  },
  ar: {
    own: 'العربية',
    direction: 'rtl',
    parts: {
      start: () => import('../ar').then(part => part.arabic),
      inside: () => import('../ar/inside').then(part => part.arabicInside),
    },
  },
};
export type Language = keyof Rows;

const LANGUAGE_KEY = 'waybill.language';

const shown = createAtom<Language>('en');

/** The language that the page is in. Read it with `useAtom` to render again when it changes. */
export const language: ReadonlyAtom<Language> = shown;

export function directionOf(name: Language): 'ltr' | 'rtl' {
  return languages[name].direction;
}

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

/** What Intl is to write dates and numbers for: the user's own kind of the page's language, if the browser names one. */
export function locale(): string {
  const name = shown.get();
  return navigator.languages.find(tag => baseOf(tag) === name) ?? name;
}

/** What i18next does for the console. Only texts with placeholders and other languages than English need it. */
export interface Engine {
  add: (name: Language, area: string, texts: Readonly<Record<string, string>>) => void;
  translate: (name: Language, area: string, key: string, values: Values) => string;
  has: (name: Language, area: string, key: string) => boolean;
}

type Values = Readonly<Record<string, unknown>>;

const english = new Map<keyof Areas, Readonly<Record<string, string>>>();
let engine: Engine | null = null;

/** Called by i18next.ts when it has loaded. */
export function registerI18next(arrived: Engine): void {
  engine = arrived;
  for (const [area, texts] of english) arrived.add('en', area, texts);
}

/** Makes an area's English known. */
export function addEnglish(area: keyof Areas, texts: Catalogue): void {
  const whole = flat(texts);
  english.set(area, whole);
  engine?.add('en', area, whole);
}

/** The text of a key in the page's language, or in English where that has none. */
export function translate(area: keyof Areas, key: string, values: Values = {}): string {
  return engine?.translate(shown.get(), area, key, values) ?? english.get(area)?.[key] ?? key;
}

/** The same for a key that came from outside: null where no language has it. */
export function find(area: keyof Areas, key: string): string | null {
  const known = engine?.has(shown.get(), area, key) ?? english.get(area)?.[key] !== undefined;
  return known ? translate(area, key) : null;
}

const loading = new Map<string, Promise<void>>();

function loadPart(name: Translated, which: keyof Parts<Translated>): Promise<void> {
  const chunk = which === 'start' ? `texts-${name}` : `texts-${name}-${which}`;
  const started = loading.get(chunk);
  if (started) return started;
  const part = loadChunk(chunk, () =>
    Promise.all([languages[name].parts[which](), import('./i18next')]),
  ).then(([areas, { engine: made }]) => {
    for (const [area, texts] of Object.entries(areas)) made.add(name, area, flat(texts));
  });
  // the next choice of this language tries again
  part.catch(() => loading.delete(chunk));
  loading.set(chunk, part);
  return part;
}

/** The parts that the pages that were opened need. */
const needed = new Set<keyof Parts<Translated>>(['start']);

async function load(name: Language): Promise<void> {
  if (name !== 'en') await Promise.all([...needed].map(which => loadPart(name, which)));
}

let wanted: Language = 'en';

/**
 * Switches the page to a language. The old one stays until the texts have loaded, or if they cannot be loaded.
 */
export async function switchLanguage(name: Language): Promise<void> {
  wanted = name;
  await load(name);
  // another language was chosen meanwhile
  if (wanted !== name) return;
  document.documentElement.lang = name;
  document.documentElement.dir = directionOf(name);
  shown.set(name);
}

/** Loads what the pages in the frame show. If it cannot be loaded, that is English. */
export async function loadInsideTexts(): Promise<void> {
  needed.add('inside');
  // both, while one replaces the other
  await Promise.all([shown.get(), wanted].map(load)).catch(() => undefined);
}

/** The user's choice, kept in this browser. */
export async function chooseLanguage(name: Language): Promise<void> {
  await switchLanguage(name);
  browserStorage.write(LANGUAGE_KEY, name);
}

const baseOf = (tag: string) => tag.toLowerCase().split('-')[0] ?? '';

/** The language chosen in this browser, else the first of its languages that the console has, else English. */
export function preferredLanguage(): Language {
  const chosen = browserStorage.read(LANGUAGE_KEY);
  if (chosen !== null && isLanguage(chosen)) return chosen;
  return navigator.languages.map(baseOf).find(isLanguage) ?? 'en';
}

/** Runs before the first paint. If a language cannot be loaded, the page is English. */
export function startLanguage(): Promise<void> {
  return switchLanguage(preferredLanguage()).catch(() => undefined);
}
