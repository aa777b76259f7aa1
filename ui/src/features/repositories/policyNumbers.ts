import { wholeNumber } from '@/lib/wholeNumber';
import { texts } from '@/texts/cleanup';

/** The largest numbers of a policy that the server takes. */
const MOST = { keepLast: 10_000, createdBefore: 36_500, unused: 36_500, duration: 1_440 } as const;
export type NumberName = keyof typeof MOST;
const NAMES = Object.keys(MOST) as NumberName[];

/** What is wrong with a number of a policy as it is typed. All but the duration may be missing. */
export function numberProblem(name: NumberName, typed: string): string | null {
  const most = MOST[name];
  if (name === 'duration') return wholeNumber(typed, 1, most) === null ? texts.durationWrong({ most }) : null;
  return typed.trim() === '' || wholeNumber(typed, 0, most) !== null ? null : texts.numberWrong({ most });
}

export const hasWrongNumber = (values: Readonly<Record<NumberName, string>>): boolean =>
  NAMES.some(name => numberProblem(name, values[name]) !== null);
