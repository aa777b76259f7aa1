import { createAtom, type ReadonlyAtom } from '@xstate/store';
import type { Dialog as PageDialog } from '@/generated/types';

/** The dialogs that the user opens. Dialogs that a machine opens are not among these. */
export interface Dialog {
  name: 'sessions' | 'shortcuts' | 'palette' | 'why' | 'view_as';
}

const store = createAtom<Dialog | null>(null);

/** The dialog that is open. There is one at a time. */
export const openDialog: ReadonlyAtom<Dialog | null> = store;

let origin: Element | null = null;

/** Opens a dialog. `from` gets the focus when it closes; without it, what has the focus now. */
export function showDialog(dialog: Dialog, from: Element | null = document.activeElement): void {
  // a dialog opened from another one returns the focus to where the first was opened
  if (store.get() === null) origin = from;
  store.set(dialog);
}

/** Closes the open dialog, and gives the focus back to what it was opened from. */
export function closeDialog(): void {
  const back = origin;
  origin = null;
  store.set(null);
  // the dialog traps the focus until it is unmounted
  requestAnimationFrame(() => {
    if (store.get() === null && back instanceof HTMLElement && back.isConnected) back.focus();
  });
}

/**
 * Whether the open dialog is one of those that belong to the page they were opened on (NAV-14). The features that have
 * these dialogs come later.
 */
const pageDialogs: Record<PageDialog, (open: Dialog) => boolean> = {
  repository_creation: () => false,
  success: () => false,
  project_animation: () => false,
};

/** Closes the open dialog if it is one of these: the tab has gone to another page. */
export function closePageDialogs(what: readonly PageDialog[]): void {
  const open = store.get();
  if (open !== null && what.some(name => pageDialogs[name](open))) closeDialog();
}
