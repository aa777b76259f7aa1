import { locale } from './i18n/languages';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A length of time in the largest unit that it is a whole number of, such as "10 minutes". */
export function durationText(ms: number): string {
  const [unit, length] =
    UNITS.find(([, each]) => ms >= each && ms % each === 0) ?? (['second', 1_000] as const);
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale(), options).format(ms / length);
}

/** Minutes and seconds that are left, such as "1:05". */
export function remainingText(seconds: number): string {
  const digits = (count: number) => new Intl.NumberFormat(locale(), { minimumIntegerDigits: count });
  return `${digits(1).format(Math.floor(seconds / 60))}:${digits(2).format(seconds % 60)}`;
}
