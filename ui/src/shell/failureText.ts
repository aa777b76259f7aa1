import { ApiError } from '@/engine/api';
import { noticeText } from '@/texts/noticeText';

/** Why something could not be loaded, by the code of the error where the console has a text for it. */
export function failureText(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? noticeText(error.code, '', otherwise) : otherwise;
}
