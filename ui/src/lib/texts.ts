import { shell } from '@/texts/en/shell';
import { find, language } from '@/texts/languages';
import { plainArea } from '@/texts/plainArea';

/**
 * The texts that every page may show. Where a new text goes, and how one becomes a language's:
 *
 * 1. English is the source: `texts/en/<area>.ts`. `shell` is what every page shows, and has no placeholders; a feature
 *    has an area of its own, which comes with its chunk: the source, a file `texts/<area>.ts` (copy that of `account`)
 *    and a line in `texts/areas.ts`. Pages say `import { texts } from '@/texts/<area>'` and read `texts.sessions.title`.
 * 2. `{{name}}` makes a text a function of `{ name }`; `{{count, number}}` has Intl write the number; the forms of a
 *    plural are the keys `records_one` and `records_other`, read as `texts.records({ count })`.
 * 3. `texts/de/<area>.ts` and `texts/ar/<area>.ts` have the same keys, or nothing compiles.
 *
 * Read texts while drawing, never into a constant of a module: that would keep the language of the first moment.
 */
export const texts = plainArea('shell', shell);

/** The text of a code that the server sent: the catalogue's, else the server's own words, else the fallback. */
export function noticeText(code: string, message: string, fallback: string): string {
  const ours = find('shell', `notice.${code}`) ?? find('refusals', code) ?? '';
  // the server speaks English, and may say more than the catalogue does
  return (language.get() === 'en' ? message || ours : ours || message) || fallback;
}
