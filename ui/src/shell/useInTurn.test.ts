import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useInTurn } from './useInTurn';

test('what is asked for during a reading is read once, by the next one', async () => {
  const readings: (() => void)[] = [];
  const { result } = renderHook(() => useInTurn(() => new Promise<void>(resolve => readings.push(resolve))));
  const read = result.current;
  read();
  read();
  read();
  expect(readings).toHaveLength(1);
  readings[0]?.();
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings[1]?.();
  await new Promise(resolve => setTimeout(resolve));
  expect(readings).toHaveLength(2);
  read();
  expect(readings).toHaveLength(3);
});
