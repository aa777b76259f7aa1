import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as calls from '@/generated/calls';
import { covered } from '@/lib/pausing';
import { FakeServer } from '@/test/fakeServer';
import { isLive, makeEngine, untilLive } from '@/test/harness';

// it is of the page, of which each test has another one
afterEach(() => covered.set(false));

/** A page that keeps what is on it, of a user who has signed in. */
async function signedIn() {
  const server = new FakeServer();
  server.signIn();
  const startOver = vi.fn();
  const engine = makeEngine(server, { holds: true, startOver });
  engine.start();
  await untilLive(engine);
  return { server, engine, startOver };
}

const isHeld = (engine: Awaited<ReturnType<typeof signedIn>>['engine']) =>
  engine.link.getSnapshot().matches({ wire: 'held' });

// covers: [SESS-01]
test('a sign-in that has run out reaches nothing of the page, which goes on after the next one', async () => {
  const { server, engine } = await signedIn();
  server.runOut('idle');
  await waitFor(() => expect(isHeld(engine)).toBe(true));
  expect(engine.held.get()).toEqual({ person: 'p_7', name: 'ann', over: 'idle' });
  expect(covered.get()).toBe(true);
  expect(engine.mirror.stateOf('login')?.state).toBe('signed_in');
  expect(engine.calls.get()).toBeNull();

  let answered = false;
  const asked = calls.getProjects(engine.api).then(
    () => {
      answered = true;
    },
    () => undefined,
  );
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(answered).toBe(false);

  server.signIn();
  engine.release();
  await untilLive(engine);
  await asked;
  expect(engine.held.get()).toBeNull();
  expect(covered.get()).toBe(false);
  expect(engine.identity.get()?.epoch).toBe('e_2');
  expect(engine.mirror.stateOf('login')?.state).toBe('signed_in');
});

// covers: [SESS-01]
test('a sign-in that was ended otherwise is not kept', async () => {
  const { server, engine } = await signedIn();
  server.push({
    machine: 'login',
    event: { type: 'revoke' },
    to: { state: 'signed_out', ...{ notice: null } },
  });
  server.freshSession();
  server.drop(4001);
  await waitFor(() => expect(engine.identity.get()?.epoch).toBe('e_2'));
  expect(engine.held.get()).toBeNull();
  expect(engine.mirror.stateOf('login')?.state).toBe('signed_out');
});

// covers: [SESS-01]
test('a tab that was away knows by the times of the server that the sign-in has run out', async () => {
  const { server, engine } = await signedIn();
  const times = { since: '2026-01-01T07:00:00.000Z', until: '2026-01-01T08:59:00.000Z' };
  server.push({
    machine: 'login',
    event: { type: 'set_me_up_seen' },
    to: { state: 'signed_in', ...{ person: 'p_7', admin: true, ...times } },
  });
  server.drop(4000);
  server.freshSession();
  await waitFor(() => expect(isHeld(engine)).toBe(true));
  expect(engine.held.get()?.over).toBe('expired');
});

// covers: [SESS-01]
test('the page starts over for another user, whether it was kept or not', async () => {
  const { server, engine, startOver } = await signedIn();
  server.freshSession();
  server.nextPerson = 'p_8';
  server.signIn();
  server.drop(4001);
  await waitFor(() => expect(startOver).toHaveBeenCalledOnce());
  expect(isLive(engine)).toBe(false);
  expect(engine.identity.get()?.person).toBe('p_7');
});

// covers: [SESS-01]
test('a link beside the page keeps none, and has a tab of its own', async () => {
  const { server, engine } = await signedIn();
  server.runOut('expired');
  await waitFor(() => expect(isHeld(engine)).toBe(true));
  const { engine: beside, end } = engine.beside();
  beside.start();
  await untilLive(beside);
  const hello = server.hellos.at(-1);
  expect(hello?.type === 'hello' && hello.tab).toBeNull();
  expect(beside.mirror.stateOf('login')?.state).toBe('signed_out');
  end();
  engine.release();
});
