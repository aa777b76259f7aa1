import type { Areas } from './i18n/areas';
import { find, language } from './i18n/languages';

/** The text of a code such as `git.created` is in the area `git`, which comes with the pages whose machine sends it. */
function ofArea(code: string): string | null {
  const [area = '', key] = code.split('.');
  return key === undefined ? null : find(area as keyof Areas, `notice.${key}`);
}

/** The text of a code that the server sent: the catalogue's, else the server's own text, else the fallback. */
export function noticeText(code: string, message: string, fallback: string): string {
  const ours = find('common', `notice.${code}`) ?? find('refusals', code) ?? ofArea(code) ?? '';
  // the server speaks English, and may say more than the catalogue does
  return (language.get() === 'en' ? message || ours : ours || message) || fallback;
}
