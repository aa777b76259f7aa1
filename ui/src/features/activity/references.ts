import type { Change } from '@/generated/api';
import { pathnameOf } from '@/shell/paths';

/** A record by its stream and its number in it. */
export interface Reference {
  stream: string;
  seq: number;
}

/** What a reference in a record names: '#17' is in the stream of the record itself. */
export function referenceIn(record: Change, reference: string): Reference {
  const [stream = '', seq = ''] = reference.split('#');
  return { stream: stream || record.stream, seq: Number(seq) };
}

export const isAt =
  ({ stream, seq }: Reference) =>
  (record: Change) =>
    record.stream === stream && record.seq === seq;

/** The keys of repositories by their ids. */
export type Keys = Readonly<Record<string, string>>;

/** Where the file or the repository is that a record is about; null for others, and where it is gone. */
export function subjectOf(record: Change, keys: Keys): { path: string; address: string } | null {
  const [machine, repository = ''] = record.stream.split('/');
  const key = keys[repository];
  const isGone = record.machine === 'repository' && record.to === 'deleted';
  if ((machine !== 'package' && machine !== 'repository') || key === undefined || isGone) return null;
  const file = machine === 'package' && typeof record.event.path === 'string' ? record.event.path : null;
  const path = file === null ? key : `${key}/${file}`;
  return { path, address: pathnameOf('repos.tree', { path }) };
}
