import { charts } from '@/generated/charts';
import type { MachineName } from '@/generated/types';

export function isMachineName(name: string): name is MachineName {
  return Object.hasOwn(charts, name);
}

/** Every machine, in the order in which a session meets them. */
export const machineNames: readonly MachineName[] = [
  'session',
  'startup',
  'login',
  'mfa',
  'password',
  'navigation',
  'idle',
  'account',
  'setup',
];
