const MIB = 1_024 * 1_024;

/** A quota as it is typed, in MiB: nothing for none. It has a fraction where it was not set here. */
export const quotaText = (bytes: number | null): string => (bytes === null ? '' : String(bytes / MIB));

/** The bytes of a quota that is typed; 0 for none. */
export const quotaOf = (typed: string): number => (typed.trim() === '' ? 0 : Math.round(Number(typed) * MIB));

/** Whether it is none, or a number of bytes that is exact in JSON. */
export const isQuota = (typed: string): boolean =>
  typed.trim() === '' || (quotaOf(typed) >= 1 && Number.isSafeInteger(quotaOf(typed)));
