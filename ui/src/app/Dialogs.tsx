import { Suspense } from 'react';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { recovery } from '@/lib/recovery';
import { useStore } from '@/lib/store';
import { lazyWith } from './lazyPage';

export type Dialog = 'sessions' | 'shortcuts';

const dialogs = () => loadChunk('account', () => import('@/features/account/account'));
const RecoveryDialog = lazyWith(() => dialogs().then(part => part.RecoveryDialog));
const SessionsDialog = lazyWith(() => dialogs().then(part => part.SessionsDialog));
const ShortcutsDialog = lazyWith(() => dialogs().then(part => part.ShortcutsDialog));
const PasswordDialog = lazyWith(() => dialogs().then(part => part.PasswordDialog));

interface DialogsProps {
  open: Dialog | null;
  close: () => void;
}

/** The frame's dialogs. Two are the page's own; the others are open when their machines say so. */
export function Dialogs({ open, close }: DialogsProps) {
  const password = useMachine('password');
  const mfa = useMachine('mfa');
  const { codes, asking } = useStore(recovery);
  const showCodes = codes.length > 0 || (mfa.matches('codes_shown') && !asking);
  return (
    <Suspense>
      {open === 'sessions' && <SessionsDialog close={close} />}
      {open === 'shortcuts' && <ShortcutsDialog close={close} />}
      {showCodes && <RecoveryDialog />}
      {(password.hasTag('asking') || password.matches('changing')) && <PasswordDialog />}
    </Suspense>
  );
}
