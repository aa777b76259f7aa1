import { pathnameOf } from './paths';

/** A build, or a run of it. */
export interface Place {
  name: string;
  number?: string;
  project: string | null;
}

/** The address of a build or of a run. Names may have slashes, so that each is escaped as one part. */
export function buildAddress(place: Place | null): string {
  if (place === null) return pathnameOf('builds');
  const parts = place.number === undefined ? [place.name] : [place.name, place.number];
  return pathnameOf('builds', { path: parts.map(encodeURIComponent).join('/') });
}

/** What the address has beside its path. */
export const buildSearch = ({ project }: Place) => (project === null ? {} : { project });
