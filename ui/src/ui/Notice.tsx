import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { ReactNode } from 'react';
import css from './auth.module.css';

const icons = { info: IconInfoCircle, bad: IconAlertCircle, slow: IconClock };

interface NoticeProps {
  kind: keyof typeof icons;
  children: ReactNode;
}

/** A sentence above a form. What is bad is read out at once. */
export function Notice({ kind, children }: NoticeProps) {
  const Icon = icons[kind];
  return (
    <div className={css.notice} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon size={17} stroke={1.8} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
