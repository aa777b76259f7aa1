import { afterEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, loadChunk } from './chunk';

afterEach(() => {
  vi.useRealTimers();
});

const failure = (load: () => Promise<unknown>) => loadChunk('login', load).catch((error: unknown) => error);

test('a chunk that is not there is missing, and its failure is logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const error = await failure(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ message: 'Loading chunk login failed', type: 'missing' });
  expect(log).toHaveBeenCalledOnce();
});

test('a stylesheet that is not there has its own code', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const error = await failure(() => Promise.reject(new Error('Unable to preload CSS for /ui/css/x.css')));
  expect(error).toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED', type: 'missing' });
});

test('a chunk that does not come in time fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.useFakeTimers();
  const failed = failure(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS);
  expect(await failed).toMatchObject({ type: 'timeout' });
});
