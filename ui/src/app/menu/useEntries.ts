import { useAtom } from '@xstate/store-react';
import type { MenuItem } from '@/generated/types';
import { badgeOf, disabledReasonOf, labelOf } from '@/shell/menu/labels';
import { useRunItem } from '@/shell/menu/useRunItem';
import { uiVariant } from '@/shell/uiVariant';
import type { MenuEntry } from './entries';

/** The server's entries as those of a menu, in its order. */
export function useEntries(items: readonly MenuItem[]): readonly MenuEntry[] {
  const run = useRunItem();
  // the label of the entry that switches it depends on it
  useAtom(uiVariant);
  return items.map(item => ({
    kind: 'item',
    id: item.id,
    label: labelOf(item),
    icon: item.icon,
    badge: badgeOf(item),
    disabled: item.disabled === null ? null : disabledReasonOf(item.disabled),
    url: item.url,
    run: from => run(item, from),
  }));
}
