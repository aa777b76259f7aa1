import { useSelector } from '@xstate/react';
import { useEngine } from '@/engine/EngineContext';
import type { LinkActor } from '@/engine/engine';
import { texts } from '@/texts/common';
import css from './LinkStatus.module.css';

type LinkShown = 'connecting' | 'live' | 'down' | 'back' | 'fault';

/** The state of the link as it is shown; in the first two seconds of an outage nothing is. */
export function shownLink(link: ReturnType<LinkActor['getSnapshot']>): LinkShown {
  if (link.matches({ wire: 'fault' }) || link.matches({ wire: 'reload_needed' })) return 'fault';
  if (link.matches({ notice: 'connecting' }) || link.matches({ notice: 'slow_start' })) return 'connecting';
  if (link.matches({ notice: 'down' })) return 'down';
  return link.matches({ notice: 'back' }) ? 'back' : 'live';
}

export function LinkStatus() {
  const shown = useSelector(useEngine().link, shownLink);
  return (
    <span className={css.status} data-shown={shown}>
      <span className={css.dot} data-link={shown === 'back' ? 'live' : shown} aria-hidden="true" />
      <span className={css.word}>{texts.link[shown]}</span>
    </span>
  );
}
