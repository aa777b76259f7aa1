import type { CommandRefused } from '@/engine/outbox';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/search';

/** Why a search was refused, as a sentence (SEARCH-03). */
export function searchRefusal({ code, message }: CommandRefused): string {
  const known: Readonly<Record<string, string>> = texts.refused;
  return known[code] ?? noticeText(code, message, texts.failed);
}
