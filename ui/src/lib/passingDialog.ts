import type { Dialog } from '@/generated/types';
import { createStore } from './store';

/** Which dialog is open that belongs to the page it was opened on, and closes when the tab goes elsewhere. */
export const passingDialog = createStore<Dialog | null>(null);

export function closeDialogs(what: readonly unknown[]): void {
  passingDialog.set(open => (what.includes(open) ? null : open));
}
