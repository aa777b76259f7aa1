import type { LicenceStanding } from '@/generated/api';

/** Before its end a licence is announced to end, in days. */
const WARN_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The end of a licence that has come, or that comes soon. */
export type LicenceEnd = { ended: true; at: string } | { ended: false; days: number };

/** What there is to be announced of the end of a licence at a moment, in milliseconds since 1970. */
export function licenceEnd(
  { installed }: Pick<LicenceStanding, 'installed'>,
  now: number,
): LicenceEnd | null {
  const at = installed?.valid_until ?? null;
  if (at === null) return null;
  if (installed?.ended) return { ended: true, at };
  const days = Math.ceil((Date.parse(at) - now) / DAY_MS);
  return days <= WARN_DAYS ? { ended: false, days: Math.max(1, days) } : null;
}
