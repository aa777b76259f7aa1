import type { Change } from '@/generated/api';

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
