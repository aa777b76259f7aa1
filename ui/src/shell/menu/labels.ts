import type { MenuItem } from '@/generated/types';
import { titleOf } from '@/shell/paths';
import { uiVariant } from '@/shell/uiVariant';
import { texts } from '@/texts/frame';
import { find } from '@/texts/i18n/languages';

/** The label of an entry: the catalogue's text for its id, else the title of its page. */
export function labelOf(item: Pick<MenuItem, 'id' | 'route' | 'action'>): string {
  if (item.action === 'switch_ui')
    return uiVariant.get() === 'classic' ? texts.items.switch_to_new_ui : texts.items.switch_to_classic_ui;
  return find('frame', `items.${item.id}`) ?? (item.route === null ? item.id : titleOf(item.route));
}

/** The label of a heading of entries. */
export function groupLabelOf(group: string): string {
  return find('frame', `groups.${group}`) ?? group;
}

/** Why an entry cannot be chosen, as a sentence. */
export function disabledReasonOf(reason: string): string {
  return find('frame', `lacks.${reason}`) ?? reason;
}

/** The badge beside an entry's text. The new interface is in beta, so the entry that switches to it has one. */
export function badgeOf(item: Pick<MenuItem, 'badge' | 'action'>): string | null {
  if (item.action === 'switch_ui') return uiVariant.get() === 'classic' ? texts.badge.beta : null;
  return item.badge === null ? null : texts.badge[item.badge];
}
