import { readObject } from '@/engine/api';
import { isObject, textOf } from '@/lib/json';
import { texts } from '@/texts/settings';

/** What is known of the uploaded logo. */
export interface UploadedLogo {
  address: string;
  format: string;
  width: number;
  height: number;
  bytes: number;
  at: string;
  /** Null when the name was erased. */
  by: string | null;
}

export const readLogo = readObject('logo', ({ logo }): UploadedLogo | null =>
  isObject(logo)
    ? {
        address: String(logo.address),
        format: String(logo.format),
        width: Number(logo.width),
        height: Number(logo.height),
        bytes: Number(logo.bytes),
        at: String(logo.at),
        by: textOf(logo.by),
      }
    : null,
);

/** What went wrong, in the language of the page. */
export function problemOf(code: string): string {
  const errors: Readonly<Record<string, string>> = texts.error;
  return Object.hasOwn(texts.error, code) ? (errors[code] ?? texts.error.other) : texts.error.other;
}
