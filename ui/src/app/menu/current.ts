import type { MenuItem, RouteName } from '@/generated/types';
import { pathnameOf } from '@/shell/paths';

/** The entry of the open page, or of the page with the longest path above it. */
export function currentItem(
  items: readonly MenuItem[],
  route: RouteName | null,
  pathname: string,
): string | null {
  const exact = items.find(item => item.route !== null && item.route === route);
  if (exact) return exact.id;
  let best: { id: string; length: number } | null = null;
  for (const item of items) {
    if (item.route === null) continue;
    const path = pathnameOf(item.route);
    const below = pathname === path || pathname.startsWith(`${path}/`);
    if (below && path !== '/' && path.length > (best?.length ?? 0))
      best = { id: item.id, length: path.length };
  }
  return best?.id ?? null;
}
