import { useAtom } from '@xstate/store-react';
import { Suspense } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { Menus } from '@/generated/types';
import { loadChunk } from '@/lib/chunk';
import { codesLost, recovery } from '@/lib/recoveryCodes';
import { closeDialog, openDialog, showDialog } from '@/shell/dialogs';
import { lazyWith } from '@/shell/lazyPage';

const RecoveryDialog = lazyWith(() =>
  loadChunk('recovery', () => import('@/features/account/RecoveryDialog')).then(part => part.RecoveryDialog),
);
const SessionsDialog = lazyWith(() =>
  loadChunk('sessions', () => import('@/features/account/SessionsDialog')).then(part => part.SessionsDialog),
);
const PasswordDialog = lazyWith(() =>
  loadChunk('password', () => import('@/features/account/PasswordDialog')).then(part => part.PasswordDialog),
);
const Palette = lazyWith(() =>
  loadChunk('palette', () => import('@/features/palette/Palette')).then(part => part.Palette),
);
const ShortcutsDialog = lazyWith(() =>
  loadChunk('shortcuts', () => import('@/features/palette/ShortcutsDialog')).then(
    part => part.ShortcutsDialog,
  ),
);
const creation = () =>
  loadChunk('create-repository-dialog', () => import('@/features/repositories/creation')).then(
    part => part.creation,
  );
const CreateRepositoryDialog = lazyWith(() => creation().then(part => part.CreateRepositoryDialog));
const RepositoryCreatedDialog = lazyWith(() => creation().then(part => part.RepositoryCreatedDialog));
const ProjectAnimation = lazyWith(() =>
  loadChunk('project-animation', () => import('@/features/onboarding/ProjectAnimation')).then(
    part => part.ProjectAnimation,
  ),
);

interface DialogsProps {
  menus: Menus | null;
  toggleSidebar: () => void;
}

/** The frame's dialogs. Some are opened by the user; the others are open in certain states of their machines. */
export function Dialogs({ menus, toggleSidebar }: DialogsProps) {
  const password = useMachine('password');
  const mfa = useMachine('mfa');
  const { codes, asking } = useAtom(recovery);
  const lost = useAtom(codesLost);
  const open = useAtom(openDialog);
  const showCodes = codes.length > 0 || lost || (mfa.matches('codes_shown') && !asking);
  return (
    <Suspense>
      {open?.name === 'sessions' && <SessionsDialog close={closeDialog} />}
      {open?.name === 'shortcuts' && <ShortcutsDialog menus={menus} close={closeDialog} />}
      {open?.name === 'palette' && (
        <Palette menus={menus} toggleSidebar={toggleSidebar} close={closeDialog} />
      )}
      {open?.name === 'repository_creation' && (
        <CreateRepositoryDialog
          kind="local"
          close={closeDialog}
          created={repository => showDialog({ name: 'success', repository })}
        />
      )}
      {open?.name === 'success' && (
        <RepositoryCreatedDialog repository={open.repository} close={closeDialog} />
      )}
      {open?.name === 'project_animation' && <ProjectAnimation close={closeDialog} />}
      {showCodes && <RecoveryDialog />}
      {(password.hasTag('asking') || password.matches('changing')) && <PasswordDialog />}
    </Suspense>
  );
}
