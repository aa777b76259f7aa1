import { createAtom, type ReadonlyAtom } from '@xstate/store';
import type { Dialog as PageDialog } from '@/generated/types';

/** The dialogs that the user opens. Dialogs that a machine opens are not among these. */
export type Dialog =
  | {
      name:
        | 'sessions'
        | 'shortcuts'
        | 'palette'
        | 'why'
        | 'view_as'
        | 'repository_creation'
        | 'project_animation';
    }
  // the key of the repository that was created
  | { name: 'success'; repository: string };

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

/** Closes the open dialog if it is one of these, which belong to the page that the tab has left (NAV-14, NAV-20). */
export function closePageDialogs(what: readonly PageDialog[]): void {
  const open = store.get();
  if (open !== null && what.some(name => name === open.name)) closeDialog();
}
