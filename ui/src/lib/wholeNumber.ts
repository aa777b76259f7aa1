/**
 * The number that is typed, if it is a whole one between two bounds; null for anything else. It is checked as it is
 * typed: one that is out of range is never changed into one that fits.
 */
export function wholeNumber(typed: string, least: number, most: number): number | null {
  const text = typed.trim();
  if (!/^\d+$/.test(text) || text.length > String(most).length) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}
