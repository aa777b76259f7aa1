import { useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEngine } from '@/engine/EngineContext';
import { texts } from '@/texts/common';
import css from './BootScreen.module.css';

/** Says what the outline of index.html waits for, until the server has settled the tab's first navigation. */
export function BootScreen() {
  const slow = useSelector(useEngine().link, link => link.matches({ notice: 'slow_start' }));
  const booting = useRouterState({ select: state => state.matches.length === 0 });
  if (!booting) return null;
  return (
    <div className={css.status} role="status">
      {slow && <span className={css.slow}>{texts.link.connecting}</span>}
    </div>
  );
}
