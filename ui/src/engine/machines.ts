import { charts } from '@/generated/charts';

/** A machine of a session or of a tab, which pages mirror. Those of the installation have streams of their own. */
export type MirroredMachine = keyof typeof charts;

export function isMirrored(name: string): name is MirroredMachine {
  return Object.hasOwn(charts, name);
}

/** Every machine of a session and its tabs, by name. */
export const machineNames: readonly MirroredMachine[] = Object.keys(charts).filter(isMirrored);
