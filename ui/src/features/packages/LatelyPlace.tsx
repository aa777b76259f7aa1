import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import css from './packages.module.css';
import { useRememberedView } from './view';

const Lately = lazyWith(() => loadChunk('lately', () => import('./Lately')).then(part => part.Lately));

const STATES = ['open', 'closed'] as const;

/**
 * What changed lately, above the list. Its place is kept while it loads, so that the list stays where it is. An
 * installation without packages asks for none of it.
 */
export function LatelyPlace({ known }: { known: boolean }) {
  const [state, choose] = useRememberedView('lately', STATES);
  return (
    <div className={css.lately} data-state={state}>
      {known && <Lately isOpen={state === 'open'} turn={isOpen => choose(isOpen ? 'open' : 'closed')} />}
    </div>
  );
}
