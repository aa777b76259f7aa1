// covers: [MFE-03, MFE-04]
import { expect, test, vi } from 'vitest';
import type { FrontEnd, FrontEnds } from '@/generated/api';
import { memoryStorage } from '@/lib/storage';
import { Definitions, KEPT_MS, KEY } from './definitions';

const insight: FrontEnd = {
  name: 'insight',
  script: '/ui/frontends/insight/insight-1.js',
  integrity: 'sha384-x',
  paths: ['/insight/:path*'],
  components: true,
};

function made(frontends: FrontEnd[] = [insight]) {
  let now = 1_000_000;
  let stamp = 'build-1 access';
  const storage = memoryStorage();
  const answer = vi.fn((): Promise<FrontEnds> => Promise.resolve({ frontends }));
  const api = { call: async <T>() => (await answer()) as T };
  const fresh = () => new Definitions({ api, storage, now: () => now, stamp: () => stamp });
  return {
    answer,
    storage,
    fresh,
    pass: (ms: number) => {
      now += ms;
    },
    build: (next: string) => {
      stamp = next;
    },
  };
}

test('definitions are asked for once and kept for a week, over reloads of the page', async () => {
  const { answer, fresh, pass } = made();
  expect(await fresh().find('insight')).toEqual(insight);
  pass(KEPT_MS - 1);
  expect(await fresh().find('insight')).toEqual(insight);
  expect(await fresh().find('unknown')).toBeUndefined();
  expect(answer).toHaveBeenCalledTimes(1);
  pass(1);
  expect(await fresh().find('insight')).toEqual(insight);
  expect(answer).toHaveBeenCalledTimes(2);
  expect(KEPT_MS).toBe(604_800_000);
});

test('another build, other services, or a clock that was set back make them stale', async () => {
  const { answer, fresh, pass, build } = made();
  await fresh().find('insight');
  build('build-2 access');
  await fresh().find('insight');
  build('build-2 access distribution');
  await fresh().find('insight');
  expect(answer).toHaveBeenCalledTimes(3);
  pass(-1);
  await fresh().find('insight');
  expect(answer).toHaveBeenCalledTimes(4);
});

test('boxes that open at once ask once', async () => {
  const { answer, fresh } = made();
  const definitions = fresh();
  await Promise.all([definitions.find('insight'), definitions.find('tree'), definitions.find('insight')]);
  expect(answer).toHaveBeenCalledOnce();
});

test('what cannot be fetched is nothing, is logged, is not kept, and is asked for again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { answer, fresh, storage } = made();
  answer.mockRejectedValueOnce(new Error('down'));
  expect(await fresh().find('insight')).toBeUndefined();
  expect(log).toHaveBeenCalledWith('waybill: Could not fetch microfrontend application', expect.any(Error));
  expect(storage.read(KEY)).toBeNull();
  expect(await fresh().find('insight')).toEqual(insight);
});

test('stored or answered definitions that name a script from elsewhere do not count', async () => {
  const scripts = [
    'https://evil.example/x.js',
    '//evil.example/x.js',
    '/ui/frontends/../api/v1/x.js',
    'data:text/javascript,x',
  ];
  const evil = scripts.map(script => ({ ...insight, script }));
  const { answer, fresh, storage } = made(evil);
  expect(await fresh().find('insight')).toBeUndefined();
  storage.write(KEY, JSON.stringify({ at: 1_000_000, stamp: 'build-1 access', frontends: evil }));
  expect(await fresh().find('insight')).toBeUndefined();
  storage.write(KEY, '{"at": "today"}');
  await fresh().find('insight');
  storage.write(KEY, 'no JSON');
  await fresh().find('insight');
  expect(answer).toHaveBeenCalledTimes(3);
});
