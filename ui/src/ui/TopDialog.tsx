import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { enterTopLayer } from '@/lib/topLayer';
import css from './TopDialog.module.css';

interface TopDialogProps {
  title: string;
  /** Covers all of the page, so that nothing of it can be seen. */
  isCover?: boolean;
  /** What Escape does; nothing by default. */
  onEscape?: () => void;
  children: ReactNode;
}

/**
 * A dialog above everything else, open dialogs of a page included: they stay as they are, and cannot be reached. The
 * browser's own element does both.
 */
export function TopDialog({ title, isCover = false, onEscape, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onEscape);
  latest.current = onEscape;
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const leave = enterTopLayer(() => latest.current?.());
    // the browser would close it at the second Escape, whatever is done about the first
    element.setAttribute('closedby', 'none');
    const isModal = typeof element.showModal === 'function';
    if (isModal) element.showModal();
    else element.setAttribute('open', '');
    // an open dialog of a page lets nothing scroll but itself
    const keep = (event: Event) => event.stopPropagation();
    for (const type of ['wheel', 'touchmove']) element.addEventListener(type, keep, { passive: true });
    return () => {
      for (const type of ['wheel', 'touchmove']) element.removeEventListener(type, keep);
      leave();
      if (isModal) element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      data-cover={isCover || undefined}
      aria-labelledby={titleId}
      onCancel={event => event.preventDefault()}
    >
      <div className={css.card}>
        <h1 id={titleId} className={css.title}>
          {title}
        </h1>
        {children}
      </div>
    </dialog>
  );
}
