import { ApiError } from '@/engine/api';
import { CommandRefused } from '@/engine/outbox';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';

/** Why the server did not do something. */
export interface Refusal {
  /** What names the field, if there is one. */
  of: string | null;
  words: string;
}

/** The words of a code that the server gave as a reason. */
export const reasonText = ({ code, message }: { code: string; message: string }): string =>
  noticeText(code, message, shellTexts.failed);

/** What a call or a proposal was refused with; null for any other failure. */
export function refusalOf(failure: unknown): Refusal | null {
  if (failure instanceof ApiError) return { of: failure.field ?? failure.code, words: reasonText(failure) };
  return failure instanceof CommandRefused ? { of: failure.code, words: reasonText(failure) } : null;
}
