import { ApiError } from '@/engine/api';
import { noticeText } from '@/texts/noticeText';

/** Why something could not be loaded, by the code of the error where the console has a text for it. */
export function failureText(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? noticeText(error.code, '', otherwise) : otherwise;
}

/** The sentence of the server about what it has refused. */
export const refusalText = (error: unknown, otherwise: string): string =>
  error instanceof ApiError ? noticeText(error.code, error.message, otherwise) : otherwise;

/** Has the browser download what is at an address. */
export function fetchFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  // a refusal is no page to go to
  link.download = '';
  link.click();
}
