import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useStore } from '@/lib/store';
import { texts } from '@/lib/texts';
import css from './DoorLayout.module.css';
import { LanguageSelect } from './LanguageSelect';
import { LinkStatus } from './LinkStatus';
import { Logo } from './Logo';
import { readLogo } from './menu/menu';
import { SchemeSwitch } from './SchemeSwitch';
import { WhyButton } from './WhyButton';

/** What stands around the pages of somebody who is not inside yet: one card, and nothing to be distracted by. */
export function DoorLayout({ children }: { children?: ReactNode }) {
  const { serverName, logo } = useStore(useEngine().footer);
  return (
    <div className={css.page}>
      <main className={css.main} tabIndex={-1}>
        <div className={css.card}>
          <div className={css.brand}>
            <Logo logo={readLogo(logo)} size={26} />
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
