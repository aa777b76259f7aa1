import { useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { endFirstSight } from '@/lib/firstSight';
import { texts } from '@/texts/common';
import css from './BootScreen.module.css';

/** Keeps the outline of index.html until the server has settled the tab's first navigation, and says what it waits for. */
export function BootScreen() {
  const slow = useSelector(useEngine().link, link => link.matches({ notice: 'slow_start' }));
  const booting = useRouterState({ select: state => state.matches.length === 0 });
  useLayoutEffect(() => {
    if (!booting) endFirstSight();
  }, [booting]);
  if (!booting) return null;
  return (
    <div className={css.status} role="status">
      {slow && <span className={css.slow}>{texts.link.connecting}</span>}
    </div>
  );
}
