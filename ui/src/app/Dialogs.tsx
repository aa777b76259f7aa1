import { Suspense } from 'react';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { recovery } from '@/lib/recovery';
import { useStore } from '@/lib/store';
import { closeDialog, openDialog } from './dialogs';
import { lazyWith } from './lazyPage';
import type { Menus } from './menu/menu';

const account = () => loadChunk('account', () => import('@/features/account/account'));
const RecoveryDialog = lazyWith(() => account().then(part => part.RecoveryDialog));
const SessionsDialog = lazyWith(() => account().then(part => part.SessionsDialog));
const PasswordDialog = lazyWith(() => account().then(part => part.PasswordDialog));

const keys = () => loadChunk('palette', () => import('@/features/palette/by-keys'));
const Palette = lazyWith(() => keys().then(part => part.Palette));
const ShortcutsDialog = lazyWith(() => keys().then(part => part.ShortcutsDialog));

const ComingDialog = lazyWith(() =>
  loadChunk('coming-dialog', () => import('./ComingDialog')).then(part => part.ComingDialog),
);

interface DialogsProps {
  menus: Menus | null;
  toggleSidebar: () => void;
}

/** The frame's dialogs. Some are the page's own; the others are open when their machines say so. */
export function Dialogs({ menus, toggleSidebar }: DialogsProps) {
  const password = useMachine('password');
  const mfa = useMachine('mfa');
  const { codes, asking } = useStore(recovery);
  const open = useStore(openDialog);
  const showCodes = codes.length > 0 || (mfa.matches('codes_shown') && !asking);
  return (
    <Suspense>
      {open?.name === 'sessions' && <SessionsDialog close={closeDialog} />}
      {open?.name === 'shortcuts' && <ShortcutsDialog menus={menus} close={closeDialog} />}
      {open?.name === 'palette' && (
        <Palette menus={menus} toggleSidebar={toggleSidebar} close={closeDialog} />
      )}
      {open?.name === 'coming' && <ComingDialog item={open.item} close={closeDialog} />}
      {showCodes && <RecoveryDialog />}
      {(password.hasTag('asking') || password.matches('changing')) && <PasswordDialog />}
    </Suspense>
  );
}
