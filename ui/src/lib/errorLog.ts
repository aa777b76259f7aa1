import type { ClientError } from '@/generated/api';
import { isObject } from './json';

/** The limit of reports of one page; repeated ones are sent once. */
export const REPORTS_MAX = 20;
const DETAIL_CHARS_MAX = 2_000;
const VALUE_CHARS_MAX = 200;

export type PostError = (error: ClientError) => Promise<unknown>;

/**
 * Reports this page's errors to the server's log. Each is sent once, and failures are ignored: a log that cannot
 * be reached is no second error, and a report of it would never end.
 */
export class ErrorLog {
  #post: PostError | null = null;
  #waiting: ClientError[] = [];
  readonly #seen = new Set<string>();

  sendBy(post: PostError): void {
    this.#post = post;
    for (const error of this.#waiting.splice(0)) this.#send(error);
  }

  add(what: string, detail: unknown): void {
    // a mere text is a code that the server itself has answered with
    if (typeof detail === 'string') return;
    const error = { what: what.slice(0, VALUE_CHARS_MAX), detail: describe(detail) };
    const key = JSON.stringify(error);
    if (this.#seen.has(key) || this.#seen.size >= REPORTS_MAX) return;
    this.#seen.add(key);
    if (this.#post) this.#send(error);
    else this.#waiting.push(error);
  }

  #send(error: ClientError): void {
    this.#post?.(error).catch(() => undefined);
  }
}

/** Errors with their stack and cause, objects with their plain fields: never what a user has typed. */
function describe(detail: unknown): string {
  return parts(detail).join('; ').slice(0, DETAIL_CHARS_MAX);
}

function parts(detail: unknown): string[] {
  if (detail instanceof Error) {
    const type = 'type' in detail && typeof detail.type === 'string' ? [`type ${detail.type}`] : [];
    const code = 'code' in detail && typeof detail.code === 'string' ? [`code ${detail.code}`] : [];
    const stack = detail.stack?.includes(detail.message) ? detail.stack : `${detail.name}: ${detail.message}`;
    const cause = detail.cause === undefined ? [] : parts(detail.cause).map(part => `caused by ${part}`);
    return [...type, ...code, stack, ...cause];
  }
  if (!isObject(detail)) return [];
  return Object.entries(detail)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name} ${String(value).slice(0, VALUE_CHARS_MAX)}`);
}
