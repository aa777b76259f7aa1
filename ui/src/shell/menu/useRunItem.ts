import { useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import { signOut } from '@/engine/signOut';
import { useMachine } from '@/engine/useMachine';
import { useSubmit } from '@/engine/useSubmit';
import type { MenuItem } from '@/generated/types';
import { showDialog } from '@/shell/dialogs';
import { pathnameOf } from '@/shell/paths';
import { toggleUiVariant, uiVariant } from '@/shell/uiVariant';
import { texts } from '@/texts/common';
import { texts as frameTexts } from '@/texts/frame';
import { noticeText } from '@/texts/noticeText';
import { notify } from '@/ui/notify';
import { isRunnable, type Runnable } from './menu';
import { placeOfItem } from './placeOfItem';
import { useProject } from './useMenus';

/** Runs a menu entry, of whichever menu. `from` gets the focus back after a dialog. */
export function useRunItem(): (item: MenuItem, from?: Element | null) => void {
  const engine = useEngine();
  const router = useRouter();
  const password = useMachine('password');
  const leaving = useSubmit();
  const project = useProject();
  const logOut = async () => {
    if (!(await leaving.run(() => signOut(engine))))
      notify({ text: noticeText('network', '', texts.failed), severity: 'error' });
  };
  const actions: Record<Runnable, (from: Element | null) => void> = {
    log_out: () => void logOut(),
    change_password: () => {
      if (password.can('open')) void password.send({ type: 'open' });
      // the machine does not offer it now; the profile page explains why
      else void router.navigate({ to: pathnameOf('userProfile') });
    },
    keyboard_shortcuts: from => showDialog({ name: 'shortcuts' }, from),
    quick_repository: from => showDialog({ name: 'repository_creation' }, from),
    switch_ui: () => {
      toggleUiVariant();
      notify({ text: frameTexts.look[uiVariant.get()], severity: 'info' });
    },
  };
  return (item, from = document.activeElement) => {
    if (item.url !== null) return void window.open(item.url, '_blank', 'noopener,noreferrer');
    if (item.action !== null && isRunnable(item.action)) return actions[item.action](from);
    const place = placeOfItem(item, project);
    if (place !== null) void router.navigate(place);
  };
}
