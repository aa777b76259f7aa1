import type { CSSProperties } from 'react';
import { loadChunk } from '@/lib/chunk';
import { browserStorage } from '@/lib/storage';
import { lazyWith } from '@/shell/lazyPage';
import css from './packages.module.css';
import { FOLLOWED_HEIGHT, useRememberedView } from './view';

const Lately = lazyWith(() => loadChunk('lately', () => import('./Lately')).then(part => part.Lately));

const STATES = ['open', 'closed'] as const;

/**
 * What the user follows and what changed lately, above the list. Its place is kept while it loads, so that the list
 * stays where it is. An installation without packages asks for none of it.
 */
export function LatelyPlace({ known }: { known: boolean }) {
  const [state, choose] = useRememberedView('lately', STATES);
  return (
    <div
      className={css.lately}
      data-state={state}
      style={{ '--followed': browserStorage.read(FOLLOWED_HEIGHT) } as CSSProperties}
    >
      {known && <Lately isOpen={state === 'open'} turn={isOpen => choose(isOpen ? 'open' : 'closed')} />}
    </div>
  );
}
