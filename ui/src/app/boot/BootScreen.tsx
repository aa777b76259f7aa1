import { useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Mark } from '@/app/frame/Mark';
import { useEngine } from '@/engine/EngineContext';
import { texts } from '@/texts/common';
import css from './BootScreen.module.css';

/** Shown until the server has settled the tab's first navigation. */
export function BootScreen() {
  const slow = useSelector(useEngine().link, link => link.matches({ notice: 'slow_start' }));
  const booting = useRouterState({ select: state => state.matches.length === 0 });
  if (!booting) return null;
  return (
    <div className={css.boot} role="status">
      <Mark size={40} />
      <span>{slow ? texts.link.connecting : texts.product}</span>
    </div>
  );
}
