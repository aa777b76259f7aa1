import { Button } from '@mantine/core';
import { useAtom } from '@xstate/store-react';
import { useEngine } from '@/engine/EngineContext';
import { pageAddress } from '@/lib/basePath';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { texts } from '@/texts/common';
import { TopDialog } from '@/ui/TopDialog';

const Form = lazyWith(() =>
  loadChunk('sign-in-again', () => import('@/features/sign-in/SignInAgain')).then(part => part.SignInAgain),
);

/** Leaves nothing of the page behind, whatever it has kept in memory. */
const startOver = (path: string) => window.location.replace(pageAddress(path));

/**
 * Covers a page whose sign-in is over, and keeps it as it is: its user signs in on the cover, and goes on. For another
 * user the page starts over.
 */
export function SignInAgain() {
  const engine = useEngine();
  const held = useAtom(engine.held);
  if (!held) return null;
  return (
    <TopDialog title={texts.again.title} isCover>
      <p role="status">{held.over === 'idle' ? texts.again.idle : texts.again.expired}</p>
      <p>{texts.again.keeps}</p>
      <Form
        person={held.person}
        name={held.name}
        done={() => engine.release()}
        other={() => startOver('/')}
      />
      {/* also where the form cannot be loaded */}
      <Button variant="subtle" size="md" onClick={() => startOver('/login')}>
        {texts.again.leave}
      </Button>
    </TopDialog>
  );
}
