import { createAtom, type ReadonlyAtom } from '@xstate/store';
import type { Dialog as PassingDialog } from '@/generated/types';
import type { MenuItem } from '@/shell/menu/menu';

/** What lies over the page because somebody asked for it. Dialogs that a machine opens are not among these. */
export type Dialog =
  | { name: 'sessions' | 'shortcuts' | 'palette' | 'why' | 'view_as' }
  /** Says of an entry of a menu what it will do. */
  | { name: 'coming'; item: MenuItem };

const store = createAtom<Dialog | null>(null);

/** The dialog that is open. There is one at a time. */
export const openDialog: ReadonlyAtom<Dialog | null> = store;

let origin: Element | null = null;

/** Opens a dialog. `from` is what has the focus back afterwards, where that is not what has it now. */
export function showDialog(dialog: Dialog, from: Element | null = document.activeElement): void {
  // one that leads to the next leads back to where the first came from
  if (store.get() === null) origin = from;
  store.set(dialog);
}

/** Closes it, and gives the focus back to what it was opened from. */
export function closeDialog(): void {
  const back = origin;
  origin = null;
  store.set(null);
  // the dialog holds the focus until it is gone
  requestAnimationFrame(() => {
    if (store.get() === null && back instanceof HTMLElement && back.isConnected) back.focus();
  });
}

/**
 * Which open dialog is one that belongs to the page it was opened on (NAV-14). What makes a repository comes later, and
 * this is the dialog that says so; the other two come with what they are about.
 */
const passing: Record<PassingDialog, (open: Dialog) => boolean> = {
  repository_creation: open => open.name === 'coming' && open.item.id === 'quick_repository',
  success: () => false,
  project_animation: () => false,
};

/** Closes the dialog that is open, if it is one of these: the tab has gone elsewhere. */
export function closePassing(what: readonly unknown[]): void {
  const open = store.get();
  const isMeant = Object.entries(passing).some(
    ([name, is]) => what.includes(name) && open !== null && is(open),
  );
  if (isMeant) closeDialog();
}
