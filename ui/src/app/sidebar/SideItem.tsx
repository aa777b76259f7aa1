import { Link } from '@tanstack/react-router';
import { MenuIcon } from '@/app/menu/MenuIcon';
import type { MenuItem } from '@/generated/types';
import { badgeOf, disabledReasonOf, labelOf } from '@/shell/menu/labels';
import { placeOfItem } from '@/shell/menu/placeOfItem';
import { useProject } from '@/shell/menu/useMenus';
import { useRunItem } from '@/shell/menu/useRunItem';
import { notify } from '@/ui/notify';
import css from './SideNav.module.css';

interface SideItemProps {
  item: MenuItem;
  current: boolean;
  collapsed: boolean;
}

/** One entry of the sidebar: a link where it leads somewhere, so that it opens in a new tab like any other. */
export function SideItem({ item, current, collapsed }: SideItemProps) {
  const run = useRunItem();
  const project = useProject();
  const label = labelOf(item);
  const badge = badgeOf(item);
  const lack = item.disabled === null ? null : disabledReasonOf(item.disabled);
  const face = (
    <>
      <MenuIcon name={item.icon} />
      <span className={css.label}>{label}</span>
      {badge !== null && <span className={css.badge}>{badge}</span>}
    </>
  );
  const title = lack ?? (collapsed ? label : undefined);
  const place = placeOfItem(item, project);
  if (lack === null && place !== null)
    return (
      <Link
        className={css.item}
        to={place.to}
        search={place.search}
        title={title}
        // which entry is the page's is not a matter of its address alone
        activeProps={{ 'aria-current': undefined }}
        aria-current={current ? 'page' : undefined}
      >
        {face}
      </Link>
    );
  return (
    <button
      type="button"
      className={css.item}
      title={title}
      aria-disabled={lack !== null || undefined}
      onClick={event => {
        if (lack === null) run(item, event.currentTarget);
        else notify({ text: lack, severity: 'info' });
      }}
    >
      {face}
      {lack !== null && <span className="wb-hidden">. {lack}</span>}
    </button>
  );
}
