import type { LogFile } from '@/generated/types';
import { pageAddress } from '@/lib/basePath';
import { texts } from '@/texts/logs';
import { notify } from '@/ui/notify';
import { addressOf, type Place } from './address';

/** Copies the address that opens a log at a line. */
export function copyLinkTo(file: LogFile, place: Place): void {
  const link = window.location.origin + pageAddress(addressOf(file, place));
  const written = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'));
  written.then(
    () => notify({ text: texts.link.copied, severity: 'info' }),
    () => notify({ text: texts.link.notCopied({ link }), severity: 'error' }),
  );
}
