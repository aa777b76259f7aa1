import { API_BASE, type ProblemDetails, type Sender } from '@/generated/api';
import { newTrace } from '@/lib/ids';
import { isObject, parseJson } from '@/lib/json';

const ANSWER_WITHIN_MS = 30_000;

/** The error of every failed call. Its code is `network` when there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  // Declared and not defined: the constructor sets all of them.
  declare readonly code: string;
  declare readonly status: number;
  declare readonly field: string | null;
  declare readonly retryAfterMs: number | null;
  declare readonly trace: string | null;
  /** The date of the response; null without one. */
  declare readonly date: string | null;

  constructor(status: number, body: unknown, date: string | null = null) {
    // a proxy's page has nothing of a problem
    const error: Partial<ProblemDetails> = isObject(body) && isObject(body.error) ? body.error : {};
    super(error.message ?? '');
    this.status = status;
    this.code = error.code ?? (status === 0 ? 'network' : 'unknown');
    this.field = error.field ?? null;
    this.retryAfterMs = error.retry_after_ms ?? null;
    this.trace = error.trace ?? null;
    this.date = date;
  }
}

/** The codes of errors for which pages do more than show a text. */
type DistinguishedCode = 'not_authorized' | 'beyond_end';

export function isRefusal(error: unknown, code: DistinguishedCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Calls below this path may renew the session's cookie. */
const RENEWING = 'ui/auth/';
const RENEWED_WITHIN_MS = 3_000;
/** An answer to one of these is a step of signing in, in the session of the cookie. */
const SIGNING_IN = /^ui\/auth\/(login|mfa\/verify|mfa\/enroll|changePassword)\b/;

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** Sends requests to the server: the generated `calls` take it as their first argument. */
export interface Api extends Sender {
  /** Waits a limited time for the answers to calls that renew the session's cookie. */
  cookieSettled: () => Promise<void>;
  /** Sends requests with further headers. */
  withHeaders: (more: Record<string, string>) => Sender;
  /** Sends requests that wait this long for their answers, unless they are cancelled. */
  withLimit: (withinMs: number, cancelled: AbortSignal) => Sender;
}

/** What differs for some requests. */
interface Terms {
  headers?: Record<string, string>;
  withinMs?: number;
  cancelled?: AbortSignal;
}

interface Hooks {
  /** Runs after each accepted step of signing in. */
  signedIn?: () => void;
  /** What requests wait for before they are sent; null for nothing. */
  gate?: () => Promise<void> | null;
}

export function createApi(fetch: Fetch, { signedIn, gate }: Hooks = {}): Api {
  const renewing = new Set<Promise<unknown>>();

  async function renew(path: string, answer: Promise<unknown>): Promise<unknown> {
    if (!path.startsWith(RENEWING)) return answer;
    renewing.add(answer);
    try {
      await answer;
    } finally {
      renewing.delete(answer);
    }
    if (SIGNING_IN.test(path)) signedIn?.();
    return answer;
  }

  async function request(path: string, init: RequestInit): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      const headers = { ...init.headers, 'x-trace-id': newTrace() };
      response = await fetch(API_BASE + path, { ...init, headers, credentials: 'same-origin' });
      text = await response.text();
    } catch {
      throw new ApiError(0, null);
    }
    const body = parseJson(text);
    if (!response.ok) throw new ApiError(response.status, body, response.headers.get('date'));
    return body;
  }

  const senderWith = ({ headers: more, withinMs = ANSWER_WITHIN_MS, cancelled }: Terms): Sender => ({
    call: async <T>(method: string, path: string, body?: object | Blob) => {
      const opened = gate?.();
      if (opened) await opened;
      const { headers, ...content } = contentOf(body ?? (method === 'POST' ? {} : null));
      const limit = AbortSignal.timeout(withinMs);
      const signal = cancelled ? AbortSignal.any([limit, cancelled]) : limit;
      const answer = request(path, { ...content, headers: { ...headers, ...more }, method, signal });
      // the server is ours: its answers have the types that are generated from its own
      return readAnswer(await (method === 'POST' ? renew(path, answer) : answer)) as T;
    },
  });

  return {
    ...senderWith({}),
    withHeaders: headers => senderWith({ headers }),
    withLimit: (withinMs, cancelled) => senderWith({ withinMs, cancelled }),
    cookieSettled: async () => {
      if (renewing.size === 0) return;
      const limit = new Promise(resolve => setTimeout(resolve, RENEWED_WITHIN_MS));
      await Promise.race([Promise.allSettled(renewing), limit]);
    },
  };
}

interface Content {
  headers: Record<string, string>;
  body?: BodyInit;
}

/** JSON as a text, a file as it is. */
function contentOf(body: object | null): Content {
  const accept = 'application/json';
  if (body === null) return { headers: { accept } };
  const isFile = body instanceof Blob;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  return { headers: { accept, 'content-type': type }, body: isFile ? body : JSON.stringify(body) };
}

/** Every answer is an object or a list; what a proxy sends in its place is often a page. */
function readAnswer(body: unknown): object {
  if (typeof body === 'object' && body !== null) return body;
  throw new ApiError(200, { error: { code: 'malformed' } });
}
