const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const clockTime = (at: string) => clock.format(new Date(at));
export const fullTime = (at: string) => full.format(new Date(at));
export const dayTime = (at: string) => day.format(new Date(at));

const two = (value: number) => String(value).padStart(2, '0');

/** To the millisecond, the same width for every record. */
export function recordTime(at: string): string {
  const time = new Date(at);
  const ms = String(time.getMilliseconds()).padStart(3, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${ms}`;
}
