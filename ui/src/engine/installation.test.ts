import { describe, expect, test } from 'vitest';
import type { Change, InstallationMachine, InstallationMessage } from '@/generated/api';
import { FakeServer } from '@/test/fakeServer';
import { fold } from './installation';

function recorded(): Change {
  const server = new FakeServer();
  server.go('/login');
  const [change] = server.records;
  if (!change) throw new Error('no change');
  return change;
}

const standing = (stream: string, seq: number): InstallationMachine => ({
  stream,
  seq,
  machine: 'support_bundle',
  state: { state: 'creating' },
  can: [],
});
const change = (stream: string, seq: number, state: { state: string } | null): InstallationMessage => ({
  type: 'change',
  change: { ...recorded(), stream, seq, machine: 'support_bundle', state, can: ['delete'] },
});
const snapshot = (
  first: boolean,
  last: boolean,
  ...machines: InstallationMachine[]
): InstallationMessage => ({ type: 'standing', first, last, machines });

describe('machines of the installation', () => {
  test('are shown once all of them have been received', () => {
    const old = fold(undefined, snapshot(true, true, standing('b/0', 1)));
    const first = fold(old, snapshot(true, false, standing('b/1', 1)));
    expect([...first.machines.keys()]).toEqual(['b/0']);
    const all = fold(first, snapshot(false, true, standing('b/2', 3)));
    expect([...all.machines.keys()]).toEqual(['b/1', 'b/2']);
    const one = fold(all, snapshot(false, true, standing('b/2', 7)));
    expect([...one.machines.values()].map(({ seq }) => seq)).toEqual([1, 7]);
  });

  test('change, and stay as they are when something was refused', () => {
    const before = fold(undefined, snapshot(true, true, standing('b/1', 1)));
    const after = fold(before, change('b/1', 2, { state: 'settled' }));
    expect(after.machines.get('b/1')).toMatchObject({ seq: 2, state: { state: 'settled' }, can: ['delete'] });
    const refused = fold(after, change('b/1', 3, null));
    expect(refused.machines.get('b/1')).toMatchObject({ seq: 3, state: { state: 'settled' } });
    expect(fold(refused, change('b/9', 1, { state: 'creating' })).machines.size).toBe(2);
  });

  test('that are not known yet are not made known by a refusal', () => {
    expect([...fold(undefined, change('b', 1, null)).machines]).toEqual([]);
  });
});
