import type { Change } from '@/generated/api';
import type { Events, MachineName, Place, States } from '@/generated/types';
import { pathOf, titleOf } from '@/shell/paths';
import { actorOf, isolated, nameOf, type People } from './people';
import { table } from './table';

/** What the list of acts can be narrowed to. */
export type ActKind = 'signIn' | 'page' | 'change' | 'reading' | 'server';

/** What a sentence may name. */
export interface About<Machine extends MachineName> {
  /** Who acted. */
  who: string;
  /** The user whose stream the record is in. */
  user: string;
  /** Whether users acted on their own account. */
  own: boolean;
  /** The state after the record; null where it was rejected. */
  state: States[Machine] | null;
  name: (person: string) => string;
  page: (place: Place) => string;
}

/** Of one kind of act: its sentence; null for an outcome that is an internal step. */
type Write<Machine extends MachineName, Event> = (
  about: About<Machine>,
  event: Event,
) => string | { refused: string } | null;

/** The sentences of one event, or null for a step that is internal. */
export type Entry<Machine extends MachineName, Event> = readonly [ActKind, Write<Machine, Event>] | null;

/** Every event of every machine: one that is missing does not compile. */
export type Table = {
  readonly [Machine in MachineName]: {
    readonly [Type in Events[Machine]['type']]: Entry<Machine, Extract<Events[Machine], { type: Type }>>;
  };
};

/** A record as a sentence. */
export interface Sentence {
  kind: ActKind;
  text: string;
  refused: boolean;
  /** The machine refused the event itself: the sentence says what was not done. */
  rejected: boolean;
}

/** The sentence of a record; null for an internal step. */
export function sentenceOf(record: Change, people: People): Sentence | null {
  const events: Readonly<Record<string, Entry<never, never>>> = table[record.machine] ?? {};
  // a newer server may record events that this page does not know
  const entry = Object.hasOwn(events, record.event.type) ? events[record.event.type] : null;
  if (!entry) return null;
  const [kind, write] = entry as readonly [ActKind, Write<MachineName, unknown>];
  const written = write(aboutOf(record, people), record.event);
  if (written === null) return null;
  const isText = typeof written === 'string';
  const rejected = record.refused !== null;
  return { kind, text: isText ? written : written.refused, refused: rejected || !isText, rejected };
}

function aboutOf(record: Change, people: People): About<MachineName> {
  const subject = record.stream.startsWith('user/') ? record.stream.slice('user/'.length) : '';
  return {
    who: actorOf(people, record),
    user: nameOf(people, subject),
    own: record.who === subject,
    // the server has written it, and both are of one release
    state: record.state as States[MachineName] | null,
    name: person => nameOf(people, person),
    page: pageOf,
  };
}

/** The title of a page, and what its address names; of an unknown page the address. */
function pageOf(place: Place): string {
  if (place.route === 'frontEnd') return isolated(pathOf(place));
  const named = Object.values(place.params).filter(Boolean).join(', ');
  return isolated(named ? `${titleOf(place.route)} (${named})` : titleOf(place.route));
}
