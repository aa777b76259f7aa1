import { Button } from '@mantine/core';
import { useAtom } from '@xstate/store-react';
import { useEngine } from '@/engine/EngineContext';
import { pageAddress } from '@/lib/basePath';
import { loadChunk } from '@/lib/chunk';
import { showOnTop } from '@/lib/topLayer';
import { lazyWith } from '@/shell/lazyPage';
import { texts } from '@/texts/common';
import css from '@/ui/TopDialog.module.css';

const Kept = lazyWith(() =>
  loadChunk('session-end', () => import('@/app/session-end/session-end')).then(part => part.Kept),
);

/** Leaves nothing of the page behind, whatever it has kept in memory. */
const startOver = (path: string) => window.location.replace(pageAddress(path));

function cover(dialog: HTMLDialogElement) {
  const end = showOnTop(dialog, () => undefined);
  // the one button leaves the page, and users may be typing
  dialog.focus();
  return end;
}

/**
 * Covers a page whose sign-in is over, and keeps it as it is: its user signs in on the cover, and goes on. For another
 * user the page starts over. The page is covered at once, and also where the rest cannot be loaded.
 */
export function SignInAgain() {
  const held = useAtom(useEngine().held);
  if (!held) return null;
  const { title, leave } = texts.again;
  return (
    <dialog ref={cover} className={css.dialog} data-cover tabIndex={-1} aria-label={title}>
      <div className={css.card}>
        <h1 className={css.title}>{title}</h1>
        <Kept held={held} other={() => startOver('/')} />
        <Button variant="subtle" size="md" onClick={() => startOver('/login')}>
          {leave}
        </Button>
      </div>
    </dialog>
  );
}
