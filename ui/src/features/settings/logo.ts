import { texts } from '@/texts/settings';

/** What went wrong, in the language of the page. */
export function problemOf(code: string): string {
  const errors: Readonly<Record<string, string>> = texts.error;
  return Object.hasOwn(texts.error, code) ? (errors[code] ?? texts.error.other) : texts.error.other;
}
