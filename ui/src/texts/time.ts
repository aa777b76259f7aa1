import { locale } from './i18n/languages';

type Format = (at: string) => string;

/** A way to write moments, made once for each language that the page has been in. */
function format(options: Intl.DateTimeFormatOptions): Format {
  const made = new Map<string, Intl.DateTimeFormat>();
  return at => {
    const tag = locale();
    const known = made.get(tag) ?? new Intl.DateTimeFormat(tag, options);
    made.set(tag, known);
    return known.format(new Date(at));
  };
}

export const clockTime = format({ hour: '2-digit', minute: '2-digit' });
export const fullTime = format({ dateStyle: 'medium', timeStyle: 'medium' });
export const dayTime = format({ dateStyle: 'medium', timeStyle: 'short' });

/** A line of a log, which may be of another day. */
export const lineTime = format({
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** To the millisecond, the same width for every record. */
export const recordTime = format({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});
export const dayName = format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
export const day = format({ dateStyle: 'medium' });
