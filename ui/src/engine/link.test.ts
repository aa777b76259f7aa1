import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Change, CLOSE } from '@/generated/api';
import * as calls from '@/generated/calls';
import { FakeServer } from '@/test/fakeServer';
import { isLive, makeEngine, startEngine, untilLive } from '@/test/harness';
import { BACKOFF_MAX_MS, DOWN_SHOWN_AFTER_MS } from './link';
import { CommandRefused } from './outbox';

const submit = { machine: 'login', event: { type: 'submit' }, to: { state: 'checking' } } as const;
const refuse = {
  machine: 'login',
  event: { type: 'access.authenticate' },
  to: { state: 'signed_out', ...{ notice: null } },
} as const;

function lastHello(server: FakeServer) {
  const hello = server.hellos.at(-1);
  if (hello?.type !== 'hello') throw new Error('no hello');
  return hello;
}

describe('resuming', () => {
  test('sends where it stopped, and applies what it missed once', async () => {
    const { server, engine } = await startEngine();
    server.push(submit);
    expect(engine.mirror.stateOf('login')?.state).toBe('checking');
    server.drop(4000);
    server.push(refuse, submit);
    await untilLive(engine);
    await waitFor(() => expect(engine.records.get().map(record => record.seq)).toEqual([1, 2, 3]));
    expect(lastHello(server).resume).toEqual({ epoch: 'e_1', seq: 1 });
    expect(lastHello(server).tab).toBe('t_1');
    expect(engine.mirror.stateOf('login')?.state).toBe('checking');
  });

  test('a change that comes twice is taken once', async () => {
    const { server, engine } = await startEngine();
    server.push(submit);
    const again: Change[] = [...server.records];
    for (const socket of server.sockets) socket.push({ type: 'transitions', changes: again });
    expect(engine.records.get()).toHaveLength(1);
    expect(isLive(engine)).toBe(true);
  });

  test('a gap starts over from a snapshot', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { server, engine } = await startEngine();
    server.push(submit);
    const sockets = server.sockets.splice(0);
    server.push(refuse, submit);
    server.sockets.push(...sockets);
    server.push(refuse);
    await waitFor(() => expect(server.hellos).toHaveLength(2));
    await untilLive(engine);
    expect(lastHello(server).resume).toBeNull();
    expect(engine.mirror.stateOf('login')?.state).toBe('signed_out');
  });

  test('a changed credential reconnects at once and resumes', async () => {
    const { server, engine } = await startEngine();
    server.push(submit);
    server.drop(CLOSE.credentialsChanged);
    await waitFor(() => expect(server.hellos).toHaveLength(2));
    await untilLive(engine);
    expect(lastHello(server).resume).toEqual({ epoch: 'e_1', seq: 1 });
  });
});

describe('a cookie of another session', () => {
  /** A page whose link is of one session while the cookie opens another one. */
  async function outOfSync() {
    const server = new FakeServer();
    const siblings = { postMessage: vi.fn(), onmessage: null as BroadcastChannel['onmessage'] };
    const engine = makeEngine(server, { siblings });
    engine.start();
    await untilLive(engine);
    server.epoch = 'e_2';
    const siblingSignedIn = () =>
      siblings.onmessage?.call({} as BroadcastChannel, new MessageEvent('message'));
    return { server, engine, siblings, siblingSignedIn };
  }

  test('is followed once a user has signed in with it, and the other tabs are notified', async () => {
    const { server, engine, siblings } = await outOfSync();
    server.factor = 'verify';
    await calls.postAuthLogin(engine.api, { user: 'ann', password: 'correct', type: 'login' });
    await waitFor(() => expect(engine.identity.get()?.epoch).toBe('e_2'));
    await untilLive(engine);
    expect(siblings.postMessage).toHaveBeenCalledOnce();
  });

  test('is followed where another tab has signed in, and nothing happens where it is the same one', async () => {
    const { server, engine, siblingSignedIn } = await outOfSync();
    siblingSignedIn();
    await waitFor(() => expect(engine.identity.get()?.epoch).toBe('e_2'));
    await untilLive(engine);
    const { length } = server.hellos;
    siblingSignedIn();
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(server.hellos).toHaveLength(length);
  });
});

describe('commands', () => {
  test('wait while the link is down, and go out when it is up', async () => {
    const server = new FakeServer();
    const engine = makeEngine(server);
    const answered = engine.send('navigation', { type: 'go', path: '/login', trigger: 'link' });
    expect(engine.outbox.pending.get()).toHaveLength(1);
    engine.start();
    expect(await answered).toBe(1);
    expect(engine.outbox.pending.get()).toHaveLength(0);
  });

  test('go out again under their id when the answer got lost', async () => {
    const { server, engine } = await startEngine();
    const answered = engine.send('navigation', { type: 'go', path: '/login', trigger: 'link' });
    server.drop(4000);
    expect(await answered).toBe(1);
    expect(server.commands.map(command => command.id)).toEqual(['c_1']);
    server.answered.set('c_2', { type: 'ack', id: 'c_2', seq: 1 });
    expect(await engine.send('navigation', { type: 'go', path: '/login', trigger: 'link' })).toBe(1);
    expect(server.commands).toHaveLength(1);
  });

  test('are given up with the session that they were meant for', async () => {
    const { server, engine } = await startEngine();
    server.reachable = false;
    const answered = engine.send('idle', { type: 'activity', idle_ms: 60_000 });
    server.drop(4000);
    server.freshSession();
    server.reachable = true;
    await expect(answered).rejects.toThrow(CommandRefused);
  });
});

describe('the end of a link', () => {
  test('another build asks for a reload', async () => {
    const { server, engine } = await startEngine();
    server.drop(CLOSE.otherBuild);
    expect(engine.link.getSnapshot().matches({ wire: 'reload_needed' })).toBe(true);
  });

  test('a server of another build is noticed at reconnecting', async () => {
    const { server, engine } = await startEngine();
    server.build = 'another';
    server.drop(4000);
    await waitFor(() => expect(engine.link.getSnapshot().matches({ wire: 'reload_needed' })).toBe(true));
  });

  test.each([4501, 4502])('code %i is final', async code => {
    const { server, engine } = await startEngine();
    server.drop(code);
    expect(engine.link.getSnapshot().matches({ wire: 'fault' })).toBe(true);
    expect(engine.link.getSnapshot().context.code).toBe(code);
  });
});

describe('what the user sees', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('nothing for two seconds, then that it is down, then that it is back', async () => {
    const server = new FakeServer();
    const engine = makeEngine(server);
    const notice = () => engine.link.getSnapshot().value.notice;
    engine.start();
    await vi.advanceTimersByTimeAsync(100);
    expect(notice()).toBe('quiet');
    server.reachable = false;
    server.drop(4000);
    await vi.advanceTimersByTimeAsync(DOWN_SHOWN_AFTER_MS - 50);
    expect(notice()).toBe('unsure');
    await vi.advanceTimersByTimeAsync(100);
    expect(notice()).toBe('down');
    server.reachable = true;
    await vi.advanceTimersByTimeAsync(BACKOFF_MAX_MS);
    expect(['back', 'quiet']).toContain(notice());
    expect(isLive(engine)).toBe(true);
    engine.stop();
  });
});
