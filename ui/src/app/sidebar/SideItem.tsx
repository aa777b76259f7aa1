import { useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MenuIcon } from '@/app/menu/MenuIcon';
import type { MenuItem } from '@/generated/types';
import { badgeOf, disabledReasonOf, labelOf } from '@/shell/menu/labels';
import { type LinkTarget, placeOfItem } from '@/shell/menu/placeOfItem';
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
      {badge !== null && (
        <span className={css.badge} data-badge={item.badge}>
          {badge}
        </span>
      )}
    </>
  );
  const title = lack ?? (collapsed ? label : undefined);
  const place = placeOfItem(item, project);
  if (lack === null && place !== null)
    return (
      <PageLink place={place} title={title} current={current}>
        {face}
      </PageLink>
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

interface PageLinkProps {
  place: LinkTarget;
  title: string | undefined;
  current: boolean;
  children: ReactNode;
}

/** A link that is current when its page is shown. The router's own is current while the page is still loading. */
function PageLink({ place, title, current, children }: PageLinkProps) {
  const link = useLinkProps({ to: place.to, search: place.search });
  return (
    <a {...link} className={css.item} title={title} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}
