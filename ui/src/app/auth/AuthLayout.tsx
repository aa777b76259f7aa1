import { Outlet } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '@/app/frame/Logo';
import { LinkStatus } from '@/app/link/LinkStatus';
import { WhyButton } from '@/app/why/WhyButton';
import { useEngine } from '@/engine/EngineContext';
import { useServerName } from '@/engine/useServerName';
import { rememberInside } from '@/lib/firstSight';
import { texts } from '@/texts/common';
import css from './AuthLayout.module.css';
import { LanguageSelect } from './LanguageSelect';
import { SchemeSwitch } from './SchemeSwitch';

/** The layout of the pages before signing in: one card without navigation. */
export function AuthLayout({ children }: { children?: ReactNode }) {
  const logo = useAtom(useEngine().footer)?.logo ?? null;
  const serverName = useServerName();
  useEffect(() => rememberInside(false), []);
  return (
    <div className={css.page}>
      <main className={css.main} tabIndex={-1}>
        <div className={css.card}>
          <div className={css.brand}>
            <Logo logo={logo} size={26} />
            <span>{texts.product}</span>
            {serverName && serverName !== texts.product && <span className={css.server}>{serverName}</span>}
          </div>
          {children ?? <Outlet />}
        </div>
      </main>
      <footer className={css.foot}>
        <LinkStatus />
        <span className={css.tools}>
          <WhyButton />
          <LanguageSelect />
          <SchemeSwitch />
        </span>
      </footer>
    </div>
  );
}
