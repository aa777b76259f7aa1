import type { Licences } from '@/generated/api';
import type { PersonId } from '@/generated/types';
import { texts } from '@/texts/licences';
import { noticeText } from '@/texts/noticeText';

/** Who made a change, as the end of a sentence. Without a person it was made on the command line. */
export function actorText(person: PersonId | null, names: Licences['names']): string {
  if (person === null) return texts.current.onCommandLine;
  return texts.current.by({ name: names[person] ?? texts.current.erased });
}

/** What went wrong, in the language of the page. */
export function problemOf(code: string): string {
  const errors: Readonly<Record<string, string>> = texts.error;
  return (Object.hasOwn(texts.error, code) && errors[code]) || noticeText(code, '', texts.error.other);
}
