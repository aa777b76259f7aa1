import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { showOnTop } from '@/lib/topLayer';
import css from './TopDialog.module.css';

interface TopDialogProps {
  title: string;
  /** What Escape does. */
  onEscape: () => void;
  children: ReactNode;
}

/** A dialog above everything else, open dialogs of a page included. */
export function TopDialog({ title, onEscape, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onEscape);
  latest.current = onEscape;
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    return element ? showOnTop(element, () => latest.current()) : undefined;
  }, []);
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={titleId}>
      <div className={css.card}>
        <h1 id={titleId} className={css.title}>
          {title}
        </h1>
        {children}
      </div>
    </dialog>
  );
}
