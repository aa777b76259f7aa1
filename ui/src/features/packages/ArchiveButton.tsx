import { useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { VersionNode } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { texts } from '@/texts/packageVersion';
import { Button } from '@/ui/Button';

const ArchiveDialog = lazyWith(() =>
  loadChunk('archive-version', () => import('./ArchiveDialog')).then(part => part.ArchiveDialog),
);

/** Archives a version that a local repository has. Whether the user may is for the server to decide. */
export function ArchiveButton({ id, of }: { id: string; of: VersionNode }) {
  const { state } = useMachine('login');
  const [asking, ask] = useState(false);
  const places = of.repos.filter(repo => repo.type === 'local');
  if (places.length === 0 || state?.state !== 'signed_in') return null;
  return (
    <>
      <Button size="sm" variant="default" onClick={() => ask(true)}>
        {texts.archive}
      </Button>
      {asking && <ArchiveDialog id={id} version={of.name} places={places} close={() => ask(false)} />}
    </>
  );
}
