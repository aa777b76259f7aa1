import { createAtom } from '@xstate/store';

const escapes: (() => void)[] = [];

/** How many dialogs are above everything else, the dialogs of pages included. Nothing else can be reached meanwhile. */
export const topLayer = createAtom(0);

// before a dialog of a page listens: Escape would close one that is out of sight, with what was typed there
window.addEventListener(
  'keydown',
  event => {
    const onEscape = escapes.at(-1);
    if (event.key !== 'Escape' || !onEscape) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    onEscape();
  },
  true,
);

/**
 * Shows a dialog above everything else, with what Escape does there. Open dialogs of a page stay as they are, and
 * cannot be reached: the browser's own element does both. Returns what ends it.
 */
export function showOnTop(dialog: HTMLDialogElement, onEscape: () => void): () => void {
  escapes.push(onEscape);
  topLayer.set(escapes.length);
  // the browser would close it at the second Escape, whatever is done about the first
  dialog.setAttribute('closedby', 'none');
  dialog.oncancel = event => event.preventDefault();
  // an open dialog of a page lets nothing scroll but itself
  for (const type of ['wheel', 'touchmove'])
    dialog.addEventListener(type, event => event.stopPropagation(), { passive: true });
  if (dialog.showModal) dialog.showModal();
  else dialog.setAttribute('open', '');
  return () => {
    escapes.splice(escapes.indexOf(onEscape), 1);
    topLayer.set(escapes.length);
    dialog.close?.();
  };
}
