import type { Change } from '@/generated/api';
import { texts } from '@/texts/acts';

/** The names of users by their ids: null for one whose data was erased. */
export type People = Readonly<Record<string, string | null>>;

// A value in a sentence is isolated (UAX 9), so that a name in another script does not reorder it.
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
const ISOLATES = /[\u2066-\u2069]/g;

/** A value for a sentence, isolated from the text around it. */
export const isolated = (value: string) => FIRST_STRONG_ISOLATE + value.replace(ISOLATES, '') + POP_ISOLATE;

/** The pieces of a sentence: those that are values are isolated. */
export function piecesOf(sentence: string): { text: string; isolated: boolean }[] {
  return sentence
    .split(/(\u2068[^\u2069]*\u2069)/)
    .filter(text => text !== '')
    .map(text => ({ text: text.replace(ISOLATES, ''), isolated: text.startsWith(FIRST_STRONG_ISOLATE) }));
}

/** The sentence without marks, for searching. */
export const plain = (sentence: string) => sentence.replace(ISOLATES, '');

/** The name of a user, as a value of a sentence. */
export function nameOf(people: People, person: string): string {
  const name = people[person];
  return isolated(name ?? (name === null ? texts.who.erased : texts.who.user));
}

/** How an act was done, and from which address where the reader may see it. */
interface Means {
  means?: string;
  os_uid?: number;
  address?: { value?: string };
}

function meansOf(record: Change): Means | null {
  const { by } = record.event;
  return typeof by === 'object' && by !== null ? by : null;
}

/** The address that a record names, where the reader may see it. */
export const addressOf = (record: Change) => meansOf(record)?.address?.value ?? null;

/** Who acted: by name, or what else is known. */
export function actorOf(people: People, record: Change): string {
  if (record.who.startsWith('p_')) return nameOf(people, record.who);
  const means = meansOf(record);
  if (means?.means === 'command_line') return texts.who.commandLine({ uid: String(means.os_uid ?? '') });
  return record.who === 'anonymous' ? texts.who.visitor : texts.who.server;
}
