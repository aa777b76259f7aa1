import type { ClientSession } from '@/lib/clientSession';
import { titleOf } from '@/shell/paths';

/** How many characters the code has that a client's terminal shows. */
export const CODE_CHARS = 4;

/** How long the access token is valid that a client is given. */
export const TOKEN_MS = 90 * 86_400_000;

/** The longest name of a client that the server accepts, in characters. */
const NAME_CHARS_MAX = 64;

/** What is invisible, turns the text around it, or is half a character: the server accepts none of it in a name. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u200b\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

const charactersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The name of a client, which comes from a link that a stranger may have written. One with the code in it is not shown:
 * the user would read on the page what only the own terminal is to show.
 */
export function clientName({ session, name: given }: ClientSession): string {
  const visible = given.replace(INVISIBLE, '').trim();
  const name = [...visible].slice(0, NAME_CHARS_MAX).join('').trim();
  const hasCode = charactersOf(name).includes(session.slice(-CODE_CHARS).toLowerCase());
  return name === '' || hasCode ? titleOf('cliExtension') : name;
}

/** How a client's sign-in can end, beside being granted and denied. */
const ENDS = {
  client_login_unknown: 'unknown',
  client_login_wrong_codes: 'wrongCodes',
  client_login_answered: 'answered',
  client_login_interrupted: 'interrupted',
  invalid_client_session: 'invalid',
} as const;

/** What became of a client that no longer waits. */
export type End = 'granted' | 'denied' | (typeof ENDS)[keyof typeof ENDS];

const isEnd = (code: string): code is keyof typeof ENDS => Object.hasOwn(ENDS, code);

/** What a refusal ends; null for one after which the client still waits. */
export const endOf = (code: string): End | null => (isEnd(code) ? ENDS[code] : null);
