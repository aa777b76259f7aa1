import { locale } from './i18n/languages';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** The units that a span is written in, the longest first, with their lengths in milliseconds. */
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 3_600 * SECOND],
  ['minute', 60 * SECOND],
] as const;

/** How long ago a moment was, in whole units of the greatest kind: 'yesterday', '3 hours ago'; 'now' below a minute. */
export function ago(at: string, now: number): string {
  const span = Math.max(0, now - Date.parse(at));
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const [unit, length] =
    UNITS.find(([, length]) => span >= length) ?? (['second', Number.POSITIVE_INFINITY] as const);
  return format.format(-Math.floor(span / length), unit);
}
