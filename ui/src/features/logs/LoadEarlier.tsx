import { texts } from '@/texts/logs';
import { Button } from '@/ui/Button';
import css from './logs.module.css';
import type { Tail } from './tail';

/** The way to the lines before those that are loaded, or that there are none; nothing where no server tells. */
export function Earlier({ tail, load }: { tail: Tail; load: () => void }) {
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
