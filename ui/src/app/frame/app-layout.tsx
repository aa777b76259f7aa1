import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { Suspense, useEffect, useState } from 'react';
import { LeavingScreen } from '@/app/boot/LeavingScreen';
import { Dialogs } from '@/app/dialogs/Dialogs';
import { LinkStatus } from '@/app/link/LinkStatus';
import { framePages } from '@/app/routing/framePages';
import type { FrameRoute } from '@/app/routing/pages';
import { SideNav } from '@/app/sidebar/SideNav';
import { useSidebar } from '@/app/sidebar/useSidebar';
import { WhyButton } from '@/app/why/WhyButton';
import { WhyStrip } from '@/app/why/WhyStrip';
import { useMachine } from '@/engine/useMachine';
import { useServerName } from '@/engine/useServerName';
import { rememberInside } from '@/lib/firstSight';
import { signingOut } from '@/lib/pausing';
import { showDialog } from '@/shell/dialogs';
import { isApple } from '@/shell/keys/keyboard';
import { useMenus } from '@/shell/menu/useMenus';
import { queryClient } from '@/shell/queryClient';
import { useRecent } from '@/shell/recentPages';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/common';
import { texts as frameTexts } from '@/texts/frame';
import css from './app-layout.module.css';
import { Logo } from './Logo';
import { ProfileMenu } from './ProfileMenu';
import { QuickMenus } from './QuickMenus';
import { SessionEnd } from './SessionEnd';
import { SetMeUp } from './SetMeUp';
import { StartFailed } from './StartFailed';
import { useFrameShortcuts } from './useFrameShortcuts';
import { useIdleWatch } from './useIdleWatch';

/** The page of a route in the frame. */
export const framePageOf = (name: FrameRoute) => framePages[name];

/** The application's frame: sidebar, top bar, and the page. It stays while pages and links come and go. */
export function AppLayout() {
  if (useAtom(signingOut)) return <LeavingScreen />;
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const startup = useMachine('startup');
  const menus = useMenus();
  const { sidebar, toggle } = useSidebar(menus);
  const [drawer, setDrawer] = useState(false);
  const [drawerUsed, setDrawerUsed] = useState(false);
  if (drawer && !drawerUsed) setDrawerUsed(true);
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname });
  useEffect(() => rememberInside(true), []);
  useIdleWatch();
  useRecent();
  useFrameShortcuts(menus, toggle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer that led to it
  useEffect(() => setDrawer(false), [path]);
  return (
    <>
      <a className={css.skip} href="#content">
        {texts.skipToContent}
      </a>
      <div
        className={css.frame}
        data-collapsed={sidebar.collapsed || undefined}
        data-alone={sidebar.hidden || undefined}
        data-front-end={sidebar.frontEnd || undefined}
      >
        <header className={css.top}>
          <ActionIcon
            className={css.burger}
            variant="subtle"
            color="gray"
            size={34}
            aria-label={texts.nav.open}
            aria-expanded={drawer}
            onClick={() => setDrawer(true)}
          >
            <IconMenu2 size={20} stroke={1.7} />
          </ActionIcon>
          <Brand logo={sidebar.logo} />
          {/* before what keeps to the far side, which it does not move */}
          <span className={css.why}>
            <WhyButton compact />
          </span>
          <SearchButton />
          <div className={css.tools}>
            <LinkStatus />
            <QuickMenus menus={menus} />
            <ProfileMenu menus={menus} />
          </div>
        </header>
        {!sidebar.hidden && (
          <aside className={css.side}>
            <SideNav menus={menus} sidebar={sidebar} toggle={toggle} />
          </aside>
        )}
        <main className={css.main} id="content" tabIndex={-1}>
          <WhyStrip />
          <SessionEnd />
          <SetMeUp />
          {startup.matches('failed') && <StartFailed />}
          <Outlet />
        </main>
      </div>
      {drawerUsed && (
        <Suspense>
          <Sheet
            opened={drawer}
            close={() => setDrawer(false)}
            title={texts.product}
            closeLabel={texts.nav.close}
            from="left"
          >
            <SideNav menus={menus} sidebar={sidebar} toggle={null} />
          </Sheet>
        </Suspense>
      )}
      <Dialogs menus={menus} toggleSidebar={toggle} />
    </>
  );
}

function Brand({ logo }: { logo: Parameters<typeof Logo>[0]['logo'] }) {
  const serverName = useServerName();
  return (
    <>
      <div className={css.brand}>
        <Logo logo={logo} size={24} />
        <span className={css.product}>{texts.product}</span>
      </div>
      {serverName && serverName !== texts.product && <span className={css.server}>{serverName}</span>}
    </>
  );
}

/** Opens the palette, and shows by which keys it opens faster. */
function SearchButton() {
  return (
    <UnstyledButton
      className={css.search}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={event => showDialog({ name: 'palette' }, event.currentTarget)}
    >
      <IconSearch size={16} stroke={1.8} aria-hidden="true" />
      <span className={css.searchText}>{frameTexts.tools.search}</span>
      <kbd className={css.keys}>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
    </UnstyledButton>
  );
}
