import { afterEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, loadChunk } from './chunk';

afterEach(() => {
  vi.useRealTimers();
});

const failure = (load: () => Promise<unknown>) => loadChunk('login', load).catch((error: unknown) => error);

// covers: [BOOT-03]
const notThere = [
  'Failed to fetch dynamically imported module: https://waybill.example.org/ui/js/login-1.js',
  'error loading dynamically imported module: https://waybill.example.org/ui/js/login-1.js',
  'Importing a module script failed.',
];

test.each(notThere)('a chunk that is not there is missing, and its failure is logged: %s', async words => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const error = await failure(() => Promise.reject(new TypeError(words)));
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ message: 'Loading chunk login failed', type: 'missing' });
  expect(log).toHaveBeenCalledOnce();
});

test('what is cut off because the page is left is not logged, and fails all the same', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  window.dispatchEvent(new Event('beforeunload'));
  const error = await failure(() => Promise.reject(new TypeError(notThere[0])));
  expect(error).toMatchObject({ type: 'missing' });
  expect(log).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pageshow'));
  await failure(() => Promise.reject(new TypeError(notThere[0])));
  expect(log).toHaveBeenCalledOnce();
});

test('a chunk that came and threw is an error, even where what it threw is a TypeError', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const error = await failure(() => Promise.reject(new TypeError('x is not a function')));
  expect(error).toMatchObject({ type: 'error', message: 'Loading chunk login failed' });
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
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(log).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 119_999);
  expect(await failed).toMatchObject({ type: 'timeout', message: 'Loading chunk login failed' });
});
