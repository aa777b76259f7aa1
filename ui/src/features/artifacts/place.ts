import { pathnameOf } from '@/shell/paths';

/** A repository, and a path in it; the empty path is its root. */
export interface Place {
  repository: string;
  path: string;
}

/** The name of a place among those of all repositories, whose keys have no slash. */
export function idOf({ repository, path }: Place): string {
  return path === '' ? repository : `${repository}/${path}`;
}

export function placeOf(id: string): Place {
  const [repository = '', ...parts] = id.split('/');
  return { repository, path: parts.join('/') };
}

export function isSame(one: Place | null, other: Place | null): boolean {
  return one === other || (one !== null && other !== null && idOf(one) === idOf(other));
}

export function nameOf({ repository, path }: Place): string {
  return path === '' ? repository : path.slice(path.lastIndexOf('/') + 1);
}

export function childOf({ repository, path }: Place, name: string): Place {
  return { repository, path: path === '' ? name : `${path}/${name}` };
}

/** The folder that a place is in; none for a repository. */
export function folderOf({ repository, path }: Place): Place | null {
  if (path === '') return null;
  return { repository, path: path.slice(0, Math.max(0, path.lastIndexOf('/'))) };
}

/** The repository and the folders that a place is in, from the outside. */
export function foldersAbove(place: Place): readonly Place[] {
  const above: Place[] = [];
  for (let folder = folderOf(place); folder; folder = folderOf(folder)) above.unshift(folder);
  return above;
}

const ROOT = pathnameOf('repos.tree');

/** The address of a place in the console. */
export function addressOf(place: Place | null): string {
  return place === null ? ROOT : pathnameOf('repos.tree', { path: idOf(place) });
}

/** The place that an address names; null for the whole tree. */
export function placeAt(pathname: string): Place | null {
  const rest = pathname.startsWith(`${ROOT}/`) ? pathname.slice(ROOT.length + 1) : '';
  const id = rest.split('/').map(unescaped).join('/').replace(/\/+$/, '');
  return id === '' ? null : placeOf(id);
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // a lone `%`
    return part;
  }
}
