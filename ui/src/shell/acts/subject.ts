import type { Change } from '@/generated/api';
import { pathnameOf } from '@/shell/paths';

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
