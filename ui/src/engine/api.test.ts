import { expect, test } from 'vitest';
import type { Login } from '@/generated/api';
import * as calls from '@/generated/calls';
import { createApi } from './api';

const LOGIN: Login = { user: 'ann', password: 'correct', type: 'login' };

const answer = (body: object = {}) => new Response(JSON.stringify(body));

// covers: [LOGIN-05]
test('cookieSettled waits until a call that renews the cookie is answered', async () => {
  const waiting: (() => void)[] = [];
  const api = createApi(() => new Promise(resolve => waiting.push(() => resolve(answer()))));
  await api.cookieSettled();
  const login = calls.postAuthLogin(api, LOGIN);
  let settled = false;
  const waited = api.cookieSettled().then(() => {
    settled = true;
  });
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(settled).toBe(false);
  for (const reply of waiting) reply();
  await Promise.all([login, waited]);
  expect(settled).toBe(true);
});

test('a refused call that would have renewed the cookie does not block, and other calls never do', async () => {
  const api = createApi(path =>
    path.includes('ui/auth/')
      ? Promise.reject(new TypeError('connection lost'))
      : new Promise(() => undefined),
  );
  void calls.postProjects(api, { project_key: 'apollo', display_name: 'Apollo' });
  const login = calls.postAuthLogin(api, LOGIN);
  await api.cookieSettled();
  await expect(login).rejects.toThrow();
});

// covers: [API-01]
test('a generated call sends its method, path, query and body', async () => {
  const sent: unknown[] = [];
  const api = createApi((path, { method, body }) => {
    sent.push([method, path, body]);
    return Promise.resolve(answer());
  });
  await calls.getProjects(api, { limit: 5 });
  await calls.postQaServicesId(api, 'a/b', { action: 'stop' });
  await calls.postAuthLogout(api);
  expect(sent).toEqual([
    ['GET', '/ui/api/v1/projects?limit=5', undefined],
    ['POST', '/ui/api/v1/qa/services/a%2Fb', '{"action":"stop"}'],
    ['POST', '/ui/api/v1/ui/auth/logout', '{}'],
  ]);
});

test('an answer that is no JSON object or list is an error, whatever its status', async () => {
  for (const text of ['', '<!doctype html>', '7', 'null']) {
    const api = createApi(() => Promise.resolve(new Response(text)));
    await expect(calls.getProjects(api)).rejects.toMatchObject({ name: 'ApiError', code: 'malformed' });
  }
});

test('a call with a limit of its own ends at that, or when it is cancelled', async () => {
  const signals: AbortSignal[] = [];
  const api = createApi(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        if (!signal) return;
        signals.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const call = new AbortController();
  const cancelled = calls.getProjects(api.withLimit(60_000, call.signal));
  call.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'network' });
  const late = calls.getProjects(api.withLimit(5, new AbortController().signal));
  await expect(late).rejects.toMatchObject({ code: 'network' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
