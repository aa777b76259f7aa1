import { useRouterState, useSearch } from '@tanstack/react-router';
import { buildAddress, type Place } from '@/shell/builds';

const ROOT = buildAddress(null);

/** The build or the run that the address names; null for the list. */
export function usePlace(): Place | null {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
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
