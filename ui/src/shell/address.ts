import { useMatches, useRouter } from '@tanstack/react-router';
import type { RouteName } from '@/generated/types';
import { parseSearch, pathnameOf } from './paths';

/** Shows on a page what a query names: what is open is in the address, so that a reload and Back keep to it. */
export function useShow(page: RouteName): (query: string) => void {
  const router = useRouter();
  return query =>
    void router.navigate({
      to: pathnameOf(page),
      search: parseSearch(query),
      state: { keepsFocus: true },
    });
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** A part of the path of the page, by the name that the route has for it; empty where it has none. */
export function usePathPart(name: string): string {
  const match = useMatches({ select: matches => matches.at(-1) });
  const params: Readonly<Record<string, string>> = match?.params ?? NO_PARAMS;
  return params[name] ?? '';
}
