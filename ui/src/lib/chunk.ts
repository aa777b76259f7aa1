import { isLeaving } from './leaving';
import { report } from './report';

/** A chunk that has not loaded after this long has failed. */
export const CHUNK_TIMEOUT_MS = 120_000;

export type ChunkFailure = 'missing' | 'error' | 'timeout';

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Set when the chunk's stylesheet could not be loaded. */
  readonly code: 'CSS_CHUNK_LOAD_FAILED' | undefined;

  constructor(
    readonly chunk: string,
    readonly type: ChunkFailure,
    cause: unknown,
  ) {
    super(`Loading chunk ${chunk} failed`, { cause });
    this.code = isStyleFailure(cause) ? 'CSS_CHUNK_LOAD_FAILED' : undefined;
  }
}

function isStyleFailure(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('preload CSS');
}

// the messages of Chromium, Firefox and Safari; a loaded script that throws may throw its own TypeError
const NOT_THERE = /dynamically imported module|importing a module script failed/i;

function failureOf(cause: unknown): ChunkFailure {
  const isMissing = cause instanceof TypeError && NOT_THERE.test(cause.message);
  return isMissing || isStyleFailure(cause) ? 'missing' : 'error';
}

/** Loads a lazy part. The failure is logged and rethrown; the user gets no message for it (BOOT-03). */
export async function loadChunk<T>(chunk: string, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'timeout', undefined)), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    const error =
      cause instanceof ChunkLoadError ? cause : new ChunkLoadError(chunk, failureOf(cause), cause);
    // the browser aborts requests when the user leaves the page
    if (!isLeaving() || error.type !== 'missing') report(error.message, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
