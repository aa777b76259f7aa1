import { describe, expect, test } from 'vitest';
import { fold } from './installation';

const standing = (stream: string, seq: number) => ({
  stream,
  seq,
  machine: 'support_bundle',
  state: { state: 'creating' },
  can: [],
});
const change = (stream: string, seq: number, state: { state: string } | null) => ({
  type: 'change',
  change: {
    stream,
    seq,
    machine: 'support_bundle',
    event: { type: 'due' },
    calls: [],
    state,
    can: ['delete'],
  },
});
const snapshot = (first: boolean, last: boolean, ...machines: unknown[]) => ({
  type: 'standing',
  first,
  last,
  machines,
});

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

  test.each([
    null,
    7,
    [],
    {},
    { type: 'standing' },
    snapshot(true, true, 7, {}),
    { type: 'change' },
    change('b', 1, null),
  ])('are not disturbed by %j', data => {
    expect([...fold(undefined, data).machines]).toEqual([]);
  });
});
