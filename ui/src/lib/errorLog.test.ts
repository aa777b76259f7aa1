import { expect, test, vi } from 'vitest';
import { ChunkLoadError } from './chunk';
import { ErrorLog, REPORTS_MAX } from './errorLog';

const taken = () => vi.fn((_body: object) => Promise.resolve());

test('reports made before there is a server are sent once there is one', () => {
  const log = new ErrorLog();
  log.add('early', new Error('first'));
  const post = taken();
  log.sendBy(post);
  log.add('late', undefined);
  expect(post.mock.calls.map(([body]) => body)).toMatchObject([
    { what: 'early' },
    { what: 'late', detail: '' },
  ]);
});

test('an error is sent with its type, its stack and its cause', () => {
  const log = new ErrorLog();
  const post = taken();
  log.sendBy(post);
  log.add('Loading chunk login failed', new ChunkLoadError('login', 'missing', new TypeError('why')));
  const detail = JSON.stringify(post.mock.calls[0]);
  expect(detail).toContain('type missing');
  expect(detail).toContain('ChunkLoadError: Loading chunk login failed');
  expect(detail).toContain('caused by TypeError: why');
});

test('repeated errors are sent once, and a page sends a limited number', () => {
  const log = new ErrorLog();
  const post = taken();
  log.sendBy(post);
  for (let i = 0; i < 3; i += 1) log.add('again', { seq: 1 });
  expect(post).toHaveBeenCalledOnce();
  for (let i = 0; i < 100; i += 1) log.add('many', { seq: i });
  expect(post).toHaveBeenCalledTimes(REPORTS_MAX);
});

test('codes of the server and deep objects are not sent', () => {
  const log = new ErrorLog();
  const post = taken();
  log.sendBy(post);
  log.add('navigation.go was refused', 'stale');
  expect(post).not.toHaveBeenCalled();
  log.add('a step', { machine: 'login', event: { user: 'ann' } });
  expect(post).toHaveBeenCalledWith({ what: 'a step', detail: 'machine login' });
});

test('a server that cannot be reached is no second error', async () => {
  const log = new ErrorLog();
  log.sendBy(() => Promise.reject(new Error('offline')));
  log.add('lost', undefined);
  await Promise.resolve();
});
