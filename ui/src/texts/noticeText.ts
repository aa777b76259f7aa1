import { find, language } from './i18n/languages';

/** The text of a code that the server sent: the catalogue's, else the server's own text, else the fallback. */
export function noticeText(code: string, message: string, fallback: string): string {
  const key = `notice.${code}`;
  const ours =
    find('common', key) ?? find('signIn', key) ?? find('notices', code) ?? find('refusals', code) ?? '';
  // the server speaks English, and may say more than the catalogue does
  return (language.get() === 'en' ? message || ours : ours || message) || fallback;
}
