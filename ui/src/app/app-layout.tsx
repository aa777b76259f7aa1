import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { cleared } from '@/lib/clearing';
import { browserStorage } from '@/lib/storage';
import { useStore } from '@/lib/store';
import { texts } from '@/lib/texts';
import css from './app-layout.module.css';
import { type Dialog, Dialogs } from './Dialogs';
import { LinkStatus } from './LinkStatus';
import { Mark } from './Mark';
import { ProfileMenu } from './ProfileMenu';
import { SchemeSwitch } from './SchemeSwitch';
import { SideNav } from './SideNav';
import { StartFailed } from './StartFailed';
import { Sheet } from './sheet';
import { useIdleWatch } from './useIdleWatch';

const COLLAPSED_KEY = 'waybill.sidebar-collapsed';

const queries = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 10_000, refetchOnWindowFocus: false } },
});
// what was fetched for one user must not be there for the next
cleared.subscribe(() => queries.clear());

/** The application's frame: sidebar, top bar, and the page. It stays while pages and links come and go. */
export function AppLayout() {
  const engine = useEngine();
  const { serverName } = useStore(engine.footer);
  const startup = useMachine('startup');
  const [collapsed, setCollapsed] = useState(() => browserStorage.read(COLLAPSED_KEY) === 'true');
  const [drawer, setDrawer] = useDisclosure(false);
  const [drawerUsed, setDrawerUsed] = useState(false);
  if (drawer && !drawerUsed) setDrawerUsed(true);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname });
  useIdleWatch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer that led to it
  useEffect(() => setDrawer.close(), [path]);
  const toggle = () =>
    setCollapsed(was => {
      browserStorage.write(COLLAPSED_KEY, String(!was));
      return !was;
    });
  useHotkeys([
    ['shift+?', () => setDialog('shortcuts')],
    ['[', toggle],
  ]);
  return (
    <QueryClientProvider client={queries}>
      <a className={css.skip} href="#content">
        {texts.skipToContent}
      </a>
      <div className={css.frame} data-collapsed={collapsed || undefined}>
        <header className={css.top}>
          <ActionIcon
            className={css.burger}
            variant="subtle"
            color="gray"
            size={34}
            aria-label={texts.nav.open}
            onClick={setDrawer.open}
          >
            <IconMenu2 size={20} stroke={1.7} />
          </ActionIcon>
          <div className={css.brand}>
            <Mark size={24} />
            <span className={css.product}>{texts.product}</span>
          </div>
          {serverName && serverName !== texts.product && <span className={css.server}>{serverName}</span>}
          <div className={css.tools}>
            <LinkStatus />
            <SchemeSwitch />
            <ProfileMenu open={setDialog} />
          </div>
        </header>
        <aside className={css.side}>
          <SideNav collapsed={collapsed} toggle={toggle} />
        </aside>
        <main className={css.main} id="content" tabIndex={-1}>
          {startup.matches('failed') && <StartFailed />}
          <Outlet />
        </main>
      </div>
      {drawerUsed && (
        <Suspense>
          <Sheet
            opened={drawer}
            close={setDrawer.close}
            title={texts.product}
            closeLabel={texts.nav.close}
            from="left"
          >
            <SideNav collapsed={false} toggle={null} />
          </Sheet>
        </Suspense>
      )}
      <Dialogs open={dialog} close={() => setDialog(null)} />
    </QueryClientProvider>
  );
}
