import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import { Link } from '@tanstack/react-router';
import type { RouteName } from '@/generated/types';
import { texts } from '@/lib/texts';
import { pathnameOf, titleOf } from './paths';
import css from './SideNav.module.css';

const items: { route: RouteName; icon: typeof IconActivity }[] = [
  { route: 'sessionActivity', icon: IconActivity },
];

interface SideNavProps {
  collapsed: boolean;
  /** Null where the sidebar cannot be collapsed, as in the drawer. */
  toggle: (() => void) | null;
}

export function SideNav({ collapsed, toggle }: SideNavProps) {
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = collapsed ? texts.nav.expand : texts.nav.collapse;
  return (
    <nav className={css.nav} data-collapsed={collapsed || undefined} aria-label={texts.nav.label}>
      <p className={css.section}>{texts.nav.section}</p>
      <ul className={css.list}>
        {items.map(({ route, icon: Icon }) => (
          <li key={route}>
            <Link
              className={css.item}
              to={pathnameOf(route)}
              title={collapsed ? titleOf(route) : undefined}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={19} stroke={1.7} aria-hidden="true" />
              <span className={css.label}>{titleOf(route)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {toggle && (
        <div className={css.foot}>
          <button
            type="button"
            className={css.item}
            onClick={toggle}
            aria-expanded={!collapsed}
            title={collapsed ? toggleLabel : undefined}
          >
            <Toggle size={19} stroke={1.7} aria-hidden="true" />
            <span className={css.label}>{toggleLabel}</span>
          </button>
        </div>
      )}
    </nav>
  );
}
