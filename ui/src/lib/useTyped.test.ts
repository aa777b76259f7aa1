import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { forgetAllTyped, keepTyped } from './typed';
import { useTyped } from './useTyped';

const EMPTY = { name: '', admin: false, groups: [] as string[] };

const typed = (owner = 'p_1') => renderHook(() => useTyped('group', owner, EMPTY));

beforeEach(forgetAllTyped);

test('what was entered is there after a reload, for the same owner only', () => {
  const before = typed();
  act(() => before.result.current.set({ name: 'readers' }));
  act(() => before.result.current.set({ groups: ['one'] }));
  expect(typed().result.current.values).toEqual({ name: 'readers', admin: false, groups: ['one'] });
  expect(typed('p_2').result.current.values).toEqual(EMPTY);
});

test('two changes before the next render are both kept', () => {
  const form = typed();
  act(() => {
    form.result.current.set({ name: 'readers' });
    form.result.current.set({ admin: true });
  });
  expect(form.result.current.values).toEqual({ name: 'readers', admin: true, groups: [] });
  expect(typed().result.current.values).toEqual(form.result.current.values);
});

test('what was sent is forgotten', () => {
  const before = typed();
  act(() => before.result.current.set({ name: 'readers' }));
  act(() => before.result.current.begin(EMPTY));
  expect(before.result.current.values).toEqual(EMPTY);
  expect(typed().result.current.values).toEqual(EMPTY);
});

test.each(['[]', 'null', 'x', '{"name":1,"groups":"one","other":"x"}'])(
  'what does not fit the form is ignored: %s',
  values => {
    keepTyped('group', 'p_1', { values });
    expect(typed().result.current.values).toEqual(EMPTY);
  },
);
