import { texts } from '@/texts/logs';
import { Button } from '@/ui/Button';
import css from './logs.module.css';
import type { Tail } from './tail';

/** Loads the lines before the first, or says that there are none; renders nothing where the server does not say. */
export function LoadEarlier({ tail, load }: { tail: Tail; load: () => void }) {
  const { earlier } = tail;
  if (earlier === 'unknown') return null;
  return (
    <div className={css.earlier}>
      {earlier === 'there' || earlier === 'coming' ? (
        <Button size="compact-xs" variant="default" loading={earlier === 'coming'} onClick={load}>
          {texts.earlier.load}
        </Button>
      ) : (
        <span className="wb-muted">{texts.earlier[earlier]}</span>
      )}
    </div>
  );
}
