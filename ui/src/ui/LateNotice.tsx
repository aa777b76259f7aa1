import type { ReactNode } from 'react';
import css from './LateNotice.module.css';
import { Notice } from './Notice';

interface LateNoticeProps {
  shown: boolean;
  children: ReactNode;
}

/** A bad notice that an answer may ask for: its space is kept from the start, so that nothing moves (BOOT-06). */
export function LateNotice({ shown, children }: LateNoticeProps) {
  return (
    <div className={css.late} data-shown={shown} aria-hidden={!shown}>
      {/* another element once it is shown: only one that comes is read out */}
      <Notice key={String(shown)} kind="bad">
        {children}
      </Notice>
    </div>
  );
}
