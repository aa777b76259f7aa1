import { useLocation, useSearch } from '@tanstack/react-router';
import { pathnameOf } from '@/shell/paths';

/** A build, or a run of it. */
export interface Place {
  name: string;
  number?: string;
  project: string | null;
}

const ROOT = pathnameOf('builds');

/** The address of a build or of a run. Names may have slashes, so that each is escaped as one part. */
export function addressOf(place: Place | null): string {
  if (place === null) return ROOT;
  const parts = place.number === undefined ? [place.name] : [place.name, place.number];
  return pathnameOf('builds', { path: parts.map(encodeURIComponent).join('/') });
}

/** What the address has beside its path. */
export const searchOf = ({ project }: Place) => (project === null ? {} : { project });

/** The build or the run that the address names; null for the list. */
export function usePlace(): Place | null {
  const pathname = useLocation({ select: location => location.pathname });
  const { project }: { project?: unknown } = useSearch({ strict: false });
  const rest = pathname.startsWith(`${ROOT}/`) ? pathname.slice(ROOT.length + 1) : '';
  const [name = '', number] = rest.split('/').map(part => unescaped(unescaped(part)));
  if (name === '') return null;
  const of = project === undefined || project === '' ? null : String(project);
  return { name, project: of, ...(number ? { number } : {}) };
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // a lone `%`
    return part;
  }
}

/** A run in the queries of the server. */
export const queryOf = ({ name, project }: Place) => ({ name, ...(project !== null && { project }) });
