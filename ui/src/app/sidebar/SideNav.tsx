import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconStack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { currentItem } from '@/app/menu/current';
import { useMachine } from '@/engine/useMachine';
import type { MenuItem, Menus } from '@/generated/types';
import { groupLabelOf } from '@/shell/menu/labels';
import type { SectionName } from '@/shell/menu/menu';
import { texts } from '@/texts/common';
import { texts as frameTexts } from '@/texts/frame';
import { ProjectSelect } from './ProjectSelect';
import { SideItem } from './SideItem';
import css from './SideNav.module.css';
import type { Sidebar } from './sidebar';

const sectionIcons: Record<SectionName, typeof IconApps> = {
  application: IconApps,
  administration: IconSettings,
  project_settings: IconStack2,
};

interface SideNavProps {
  menus: Menus | null;
  sidebar: Sidebar;
  /** Null where the sidebar cannot be collapsed, as in the drawer. */
  toggle: (() => void) | null;
}

/** The sidebar: the application's entries, and those of the section beside it where there is one (MENU-01). */
export function SideNav({ menus, sidebar, toggle }: SideNavProps) {
  const collapsed = sidebar.collapsed && toggle !== null;
  const navigation = useMachine('navigation');
  const pathname = useRouterState({ select: state => (state.resolvedLocation ?? state.location).pathname });
  const route = navigation.state?.state === 'settled' ? navigation.state.place.route : null;
  // opening the other section does not leave the page; the next page shows its own section again
  const [looked, setLooked] = useState<{ at: string; section: SectionName } | null>(null);
  const wanted = looked?.at === pathname ? looked.section : sidebar.active;
  const shown = sidebar.sections.find(name => name === wanted) ?? 'application';
  const items = menus?.sections[shown] ?? [];
  const current = currentItem(items, route, pathname);
  const nav = useRef<HTMLElement>(null);
  // the entry of the page may be one that is reached by scrolling only
  useEffect(() => {
    if (current !== null)
      nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = collapsed ? texts.nav.expand : texts.nav.collapse;
  return (
    <nav ref={nav} className={css.nav} data-collapsed={collapsed || undefined} aria-label={texts.nav.label}>
      <div className={css.entries}>
        {!collapsed && <ProjectSelect />}
        {sidebar.sections.length > 1 && (
          <fieldset className={css.switch}>
            <legend className="wb-hidden">{frameTexts.sections.label}</legend>
            {sidebar.sections.map(name => {
              const Icon = sectionIcons[name];
              return (
                <button
                  key={name}
                  type="button"
                  className={css.section}
                  aria-pressed={name === shown}
                  title={collapsed ? frameTexts.sections[name] : undefined}
                  onClick={() => setLooked({ at: pathname, section: name })}
                >
                  <Icon size={16} stroke={1.7} aria-hidden="true" />
                  <span className={css.label}>{frameTexts.sections[name]}</span>
                </button>
              );
            })}
          </fieldset>
        )}
        {groupsOf(items).map(({ group, entries }) => (
          <div key={group ?? ''} className={css.group}>
            {group !== null && (
              <p className={css.heading} id={`side-${shown}-${group}`}>
                {groupLabelOf(group)}
              </p>
            )}
            <ul className={css.list} {...(group !== null && { 'aria-labelledby': `side-${shown}-${group}` })}>
              {entries.map(item => (
                <li key={item.id}>
                  <SideItem item={item} current={item.id === current} collapsed={collapsed} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
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

/** The entries under their headings, in the order of the server. */
export function groupsOf(items: readonly MenuItem[]): { group: string | null; entries: MenuItem[] }[] {
  const groups: { group: string | null; entries: MenuItem[] }[] = [];
  for (const item of items) {
    const known = groups.find(({ group }) => group === item.group);
    if (known) known.entries.push(item);
    else groups.push({ group: item.group, entries: [item] });
  }
  return groups;
}
