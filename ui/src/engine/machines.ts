import { charts, machineNames as names } from '@/generated/charts';
import type { MachineName } from '@/generated/types';

export function isMachineName(name: string): name is MachineName {
  return Object.hasOwn(charts, name);
}

/** Every machine of a session and its tabs. Those of the installation have streams of their own. */
export const machineNames: readonly MachineName[] = names;
