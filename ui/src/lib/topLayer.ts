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

/** Puts a dialog above everything else, with what Escape does there. Returns what ends it. */
export function enterTopLayer(onEscape: () => void): () => void {
  escapes.push(onEscape);
  topLayer.set(escapes.length);
  return () => {
    escapes.splice(escapes.indexOf(onEscape), 1);
    topLayer.set(escapes.length);
  };
}
