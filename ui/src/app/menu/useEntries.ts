import { useStore } from '@/lib/store';
import { look } from '../look';
import type { MenuEntry } from './entries';
import { badgeOf, labelOf, lackOf } from './labels';
import type { MenuItem } from './menu';
import { useRunItem } from './useRunItem';

/** The server's entries as those of a menu, in its order. */
export function useEntries(items: readonly MenuItem[]): readonly MenuEntry[] {
  const run = useRunItem();
  // the words of the entry that switches it depend on it
  useStore(look);
  return items.map(item => ({
    kind: 'item',
    id: item.id,
    label: labelOf(item),
    icon: item.icon,
    badge: badgeOf(item),
    disabled: item.disabled === null ? null : lackOf(item.disabled),
    run: from => run(item, from),
  }));
}
