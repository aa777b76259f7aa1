import { Suspense } from 'react';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from './lazyPage';

export type Dialog = 'sessions' | 'shortcuts';

const dialogs = () => loadChunk('account', () => import('@/features/account/account'));
const SessionsDialog = lazyWith(() => dialogs().then(part => part.SessionsDialog));
const ShortcutsDialog = lazyWith(() => dialogs().then(part => part.ShortcutsDialog));
const PasswordDialog = lazyWith(() => dialogs().then(part => part.PasswordDialog));

interface DialogsProps {
  open: Dialog | null;
  close: () => void;
}

/** The frame's dialogs. Two are the page's own; the password's is open when the machine says so. */
export function Dialogs({ open, close }: DialogsProps) {
  const password = useMachine('password');
  return (
    <Suspense>
      {open === 'sessions' && <SessionsDialog close={close} />}
      {open === 'shortcuts' && <ShortcutsDialog close={close} />}
      {(password.hasTag('asking') || password.matches('changing')) && <PasswordDialog />}
    </Suspense>
  );
}
