import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@/ui/tokens.css';
import {
  DirectionProvider,
  localStorageColorSchemeManager,
  MantineProvider,
  useDirection,
} from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useAtom } from '@xstate/store-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { SignInAgain } from '@/app/again/SignInAgain';
import { BootScreen } from '@/app/boot/BootScreen';
import { FaultPage } from '@/app/boot/FaultPage';
import { GlobalDialogs, Viewing } from '@/app/dialogs/GlobalDialogs';
import { LinkStrip, PendingBar, QaBanner, ReloadBanner } from '@/app/link/LinkNotices';
import css from '@/app/link/LinkNotices.module.css';
import { PageAnnouncer } from '@/app/routing/PageAnnouncer';
import type { ConsoleRouter } from '@/app/routing/router';
import { EngineProvider } from '@/engine/EngineContext';
import type { Engine } from '@/engine/engine';
import { ChunkBoundary } from '@/shell/ChunkBoundary';
import { lazyPage } from '@/shell/lazyPage';
import { texts } from '@/texts/common';
import { directionOf, language } from '@/texts/i18n/languages';
import { toasts } from '@/ui/notify';
import { cssVariables, makeTheme } from '@/ui/theme';

const schemes = localStorageColorSchemeManager({ key: 'waybill.scheme' });
const Toaster = lazyPage('notifications', () => import('@/ui/Toaster').then(part => part.Toaster));

interface AppProps {
  engine: Engine;
  router: ConsoleRouter['router'];
}

export function App({ engine, router }: AppProps) {
  const shown = useAtom(language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme holds words of the language
  const theme = useMemo(makeTheme, [shown]);
  const faulty = useSelector(engine.link, link => (link.matches({ wire: 'fault' }) ? link.context.code : 0));
  return (
    <DirectionProvider initialDirection={directionOf(shown)} detectDirection={false}>
      <Direction />
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
      >
        <EngineProvider engine={engine}>
          {faulty ? (
            <FaultPage text={`${texts.system.faultLink} (${faulty})`} />
          ) : (
            <RouterProvider router={router} InnerWrap={Around} />
          )}
          <LinkStrip key={`strip-${shown}`} />
          <Toasts />
        </EngineProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Sets the direction of the language in Mantine. */
function Direction() {
  const direction = directionOf(useAtom(language));
  const { setDirection } = useDirection();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}

// a component of its own: one made while rendering would mount every page again
function Around({ children }: { children: ReactNode }) {
  const shown = useAtom(language);
  return (
    <div className={css.around}>
      <PendingBar />
      <ReloadBanner key={`reload-${shown}`} />
      <QaBanner key={`qa-${shown}`} />
      <Viewing key={`view-${shown}`} />
      {children}
      <PageAnnouncer key={`announcer-${shown}`} />
      <GlobalDialogs key={`over-${shown}`} />
      <SignInAgain />
      <BootScreen key={`boot-${shown}`} />
    </div>
  );
}

function Toasts() {
  const count = useAtom(toasts).length;
  const waiting = count > 0;
  const [wanted, setWanted] = useState(false);
  if (waiting && !wanted) setWanted(true);
  return wanted ? (
    <ChunkBoundary attempt={count}>
      <Suspense>
        <Toaster />
      </Suspense>
    </ChunkBoundary>
  ) : null;
}
