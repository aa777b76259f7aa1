import { useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import { signOut } from '@/engine/signOut';
import { useMachine } from '@/engine/useMachine';
import { useSubmit } from '@/engine/useSubmit';
import type { MenuAction, MenuItem } from '@/generated/types';
import { showDialog } from '@/shell/dialogs';
import { pathnameOf } from '@/shell/paths';
import { toggleUiVariant, uiVariant } from '@/shell/uiVariant';
import { texts } from '@/texts/common';
import { texts as frameTexts } from '@/texts/frame';
import { noticeText } from '@/texts/noticeText';
import { notify } from '@/ui/notify';
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
  const actions: Partial<Record<MenuAction, (from: Element | null) => void>> = {
    log_out: () => void logOut(),
    change_password: () => {
      if (password.can('open')) void password.send({ type: 'open' });
      // the machine does not offer it now; the profile page explains why
      else void router.navigate({ to: pathnameOf('userProfile') });
    },
    keyboard_shortcuts: from => showDialog({ name: 'shortcuts' }, from),
    switch_ui: () => {
      toggleUiVariant();
      notify({ text: frameTexts.look[uiVariant.get()], severity: 'info' });
    },
  };
  return (item, from = document.activeElement) => {
    const act = item.action === null ? undefined : actions[item.action];
    if (act) return act(from);
    const place = placeOfItem(item, project);
    if (place !== null) return void router.navigate(place);
    // the action of a later feature opens a dialog that describes it
    showDialog({ name: 'coming', item }, from);
  };
}
