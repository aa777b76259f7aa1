import type { Change } from '@/generated/api';
import { addressOf, type People, plain } from './people';
import { type ActKind, type Sentence, sentenceOf } from './sentences';

/** What a list of acts shows. `steps` is everything, with internal steps. */
export type ActFilter = 'all' | ActKind | 'refused' | 'steps';

/** One line of the list: an act, or several alike in a row. */
export interface Act {
  id: string;
  /** The newest of them. */
  record: Change;
  /** Null for an internal step. */
  sentence: Sentence | null;
  times: number;
  /** The address that it was done from, where the reader may see it. */
  address: string | null;
}

/** The acts of one day. */
export interface Day {
  /** Local midnight. */
  start: number;
  acts: Act[];
}

/** The acts among records, the newest first, of those that the filter and the search words let through. */
export function actsOf(
  records: readonly Change[],
  people: People,
  filter: ActFilter = 'all',
  search = '',
): Act[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const known = new Map(records.map(record => [`${record.stream}#${record.seq}`, record]));
  const acts: Act[] = [];
  for (const record of records) {
    const sentence = sentenceOf(record, people);
    if (!passes(record, sentence, filter, words)) continue;
    const previous = acts.at(-1);
    if (previous && isRepeat(previous, record, sentence)) previous.times += 1;
    else {
      const id = `${record.stream}#${record.seq}`;
      // of a sign-in, the record of the password has the address
      const cause = known.get(record.cause?.record.replace(/^#/, `${record.stream}#`) ?? '');
      const address = addressOf(record) ?? (cause ? addressOf(cause) : null);
      acts.push({ id, record, sentence, times: 1, address });
    }
  }
  return acts;
}

function passes(record: Change, sentence: Sentence | null, filter: ActFilter, words: string[]): boolean {
  if (!sentence && filter !== 'steps') return false;
  if (filter === 'refused' && !sentence?.refused) return false;
  if (!['all', 'refused', 'steps'].includes(filter) && sentence?.kind !== filter) return false;
  const text = sentence ? plain(sentence.text) : `${record.machine} ${record.event.type}`;
  return words.every(word => text.toLowerCase().includes(word));
}

/** The same sentence again, by the same user and on the same day. */
function isRepeat({ record: last, sentence: before }: Act, record: Change, sentence: Sentence | null) {
  return (
    sentence !== null &&
    before?.text === sentence.text &&
    before.rejected === sentence.rejected &&
    last.who === record.who &&
    dayOf(last.at) === dayOf(record.at)
  );
}

/** Acts by local day, in their order. */
export function daysOf(acts: readonly Act[]): Day[] {
  const days: Day[] = [];
  for (const act of acts) {
    const start = dayOf(act.record.at);
    const day = days.at(-1);
    if (day?.start === start) day.acts.push(act);
    else days.push({ start, acts: [act] });
  }
  return days;
}

const dayOf = (at: string) => new Date(at).setHours(0, 0, 0, 0);
