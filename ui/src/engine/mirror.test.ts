import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { startEngine, untilLive } from '@/test/harness';

test('matches and tags come from the chart, can from the server', async () => {
  const { server, engine } = await startEngine();
  server.push({ machine: 'login', event: { type: 'submit' }, to: { state: 'checking' } });
  const view = engine.mirror.view('login');
  expect(view?.snapshot.matches('checking')).toBe(true);
  expect(view?.snapshot.hasTag('signing_in')).toBe(true);
  expect(view?.can).toEqual([]);
  expect(view?.by?.seq).toBe(1);
});

test('a refusal moves nothing', async () => {
  const { server, engine } = await startEngine();
  server.refuse('login', 'cancel', 'not_in_this_state');
  expect(engine.mirror.stateOf('login')?.state).toBe('signed_out');
  expect(engine.divergence.get()).toBeNull();
});

test('a change of another tab is recorded and not mirrored', async () => {
  const { server, engine } = await startEngine();
  server.go('/login');
  const change = server.records[0];
  if (!change) throw new Error('no change');
  const before = engine.mirror.stateOf('navigation');
  const foreign = { ...change, seq: 2, tab: 't_9', from: 'leaving' };
  for (const socket of server.sockets) socket.push({ type: 'transitions', changes: [foreign] });
  expect(engine.mirror.stateOf('navigation')).toEqual(before);
  expect(engine.records.get()).toHaveLength(2);
});

test('a step that the chart does not know is reported, and the page starts over from a snapshot', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { server, engine } = await startEngine();
  server.push({ machine: 'login', event: { type: 'cancel' }, to: { state: 'signed_in' } });
  expect(engine.divergence.get()).toMatchObject({
    machine: 'login',
    what: 'unknown_transition',
    detail: 'signed_out --cancel--> signed_in',
  });
  expect(error).toHaveBeenCalled();
  await waitFor(() => expect(server.hellos).toHaveLength(2));
  await untilLive(engine);
  expect(server.hellos[1]).toMatchObject({ resume: null });
  expect(engine.mirror.stateOf('login')?.state).toBe('signed_in');
});

test('one divergence after the other means that the page is of another build', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { server, engine } = await startEngine();
  server.push({ machine: 'login', event: { type: 'cancel' }, to: { state: 'signed_in' } });
  await untilLive(engine);
  await waitFor(() => expect(server.hellos).toHaveLength(2));
  await untilLive(engine);
  server.push({ machine: 'login', event: { type: 'submit' }, to: { state: 'signed_out' } });
  expect(engine.link.getSnapshot().matches({ wire: 'reload_needed' })).toBe(true);
});

test('a state that the chart does not know asks for a reload', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { server, engine } = await startEngine();
  server.states.set('login', { state: { state: 'levitating' }, instance: 9 });
  server.epoch = 'e_9';
  server.drop(4000);
  await waitFor(() => expect(engine.link.getSnapshot().matches({ wire: 'reload_needed' })).toBe(true));
});
