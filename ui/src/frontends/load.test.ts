// covers: [MFE-04, MFE-05]

import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { FrontEnd } from '@/generated/api';
import { CHUNK_TIMEOUT_MS } from '@/lib/chunk';
import { type ImportScript, loadFrontEnd } from './load';

const definition: FrontEnd = {
  name: 'insight',
  script: '/ui/frontends/insight/insight-1.js',
  integrity: 'sha384-x',
  paths: ['/insight/:path*'],
  components: true,
};
const cycle = { bootstrap: async () => null, mount: async () => null, unmount: async () => null };
const definitions = {
  find: vi.fn(async (_: string): Promise<FrontEnd | undefined> => definition),
  forget: vi.fn(),
};
let log: MockInstance;

beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  definitions.find.mockResolvedValue(definition);
  definitions.forget.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
});

const load = (script: ImportScript, attempt = 1) => loadFrontEnd('insight', attempt, definitions, script);
const failure = (script: ImportScript) => load(script).catch((error: unknown) => error);

test('a script comes by the address and the hash of its definition; a later attempt by another address', async () => {
  const script = vi.fn<ImportScript>(async () => cycle);
  expect(await load(script)).toMatchObject({ definition, module: cycle, paths: [] });
  await load(script, 2);
  expect(script.mock.calls).toEqual([
    ['/ui/frontends/insight/insight-1.js', 'sha384-x'],
    ['/ui/frontends/insight/insight-1.js?attempt=2', 'sha384-x'],
  ]);
});

test('what has no definition cannot be resolved', async () => {
  definitions.find.mockResolvedValue(undefined);
  expect(String(await failure(async () => cycle))).toBe('Error: failed resolving microfrontend insight');
});

test.each([
  ['is missing', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: x'))],
  ['throws', () => Promise.reject(new Error('boom'))],
  ['has no life cycle', async () => ({ mount: 'no function' })],
  ['is nothing', async () => null],
])(
  'a script that %s fails in the words of the catalogue, and is asked of the server again',
  async (_, script) => {
    expect(String(await failure(script))).toBe('Error: failed resolving microfrontend insight');
    expect(log).toHaveBeenCalledWith('waybill: Could not fetch microfrontend application', expect.anything());
    expect(definitions.forget).toHaveBeenCalledOnce();
  },
);

test('a script that does not come within 120 seconds has failed', async () => {
  vi.useFakeTimers();
  const failed = failure(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(definitions.forget).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const error = await failed;
  expect(String(error)).toBe('Error: failed resolving microfrontend insight');
  expect(error).toMatchObject({ cause: { name: 'ChunkLoadError', type: 'timeout' } });
});

test('what a front-end announces of another is dropped and reported', async () => {
  const announces = ['/insight/:path*', '/pipelines/:path*', '/admin', 7];
  const loaded = await load(async () => ({ ...cycle, announces }));
  expect(loaded.paths).toEqual(['/insight/:path*']);
  expect(log).toHaveBeenCalledWith('waybill: a front-end announces paths that are not its own', {
    name: 'insight',
    paths: '/pipelines/:path* /admin',
  });
});
