import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '@/texts/table';
import { Notice } from '@/ui/Notice';
import css from './table.module.css';

/** After this long without an answer the table says so and offers to retry. */
export const LATE_MS = 30_000;
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function RetryButton({ retry }: { retry: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={retry}>
      {texts.table.retry}
    </Button>
  );
}

/** Rows to come. It never waits in silence for good. */
export function Loading({ retry, columns }: { retry: () => void; columns: number }) {
  const [attempt, setAttempt] = useState(0);
  const [lateFor, setLateFor] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLateFor(attempt), LATE_MS);
    return () => clearTimeout(timer);
  }, [attempt]);
  const again = () => {
    setAttempt(attempt + 1);
    retry();
  };
  return (
    <div className={css.skeletons}>
      {lateFor === attempt ? (
        <div className={css.notice}>
          <Notice kind="slow">
            <strong>{texts.table.late}</strong> {texts.table.lateText} <RetryButton retry={again} />
          </Notice>
        </div>
      ) : (
        <span className="wb-hidden" role="status">
          {texts.table.loading}
        </span>
      )}
      {SKELETON_ROWS.map(row => (
        <div key={row} className={css.skeleton} aria-hidden="true">
          {Array.from({ length: Math.min(columns, 5) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars without a content have no other name
            <span key={index} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface FailedProps {
  children: ReactNode;
  retry: () => void;
}

export function Failed({ children, retry }: FailedProps) {
  return (
    <div className={css.notice}>
      <Notice kind="bad">
        {children} <RetryButton retry={retry} />
      </Notice>
    </div>
  );
}

/** The message where there is nothing to list, and its button. */
export interface Nothing {
  title: string;
  text: string;
  action?: ReactNode;
}

export function Empty({ title, text, action }: Nothing) {
  return (
    <div className={css.empty}>
      <strong>{title}</strong>
      <span>{text}</span>
      {action}
    </div>
  );
}

export function NoMatch({ clear }: { clear: () => void }) {
  return (
    <Empty
      title={texts.table.noMatch}
      text={texts.table.noMatchText}
      action={
        <Button variant="default" size="xs" onClick={clear}>
          {texts.table.clear}
        </Button>
      }
    />
  );
}
