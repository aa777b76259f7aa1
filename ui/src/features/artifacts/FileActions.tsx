import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { TreeDetails } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { fetchFile } from '@/shell/answers';
import { texts } from '@/texts/artifacts';
import { Button } from '@/ui/Button';
import css from './artifacts.module.css';
import { addressOf, type Place } from './place';
import { RelocateActions } from './RelocateActions';
import { failed, RemovalActions } from './RemovalActions';

interface FileActionsProps {
  place: Place;
  details: TreeDetails;
  /** Asks where it is to be copied or moved. */
  relocate: (moves: boolean) => void;
}

/** What can be done with a file or a folder. */
export function FileActions({ place, details, relocate }: FileActionsProps) {
  const { api } = useEngine();
  const router = useRouter();
  const { kind, may, repository } = details;
  const download = useMutation({
    mutationFn: () =>
      repositoryCalls.postTreeDownloads(api, { repository: place.repository, path: place.path }),
    onSuccess: ({ path }) => fetchFile(path),
    onError: failed,
  });
  const isJoined = repository.class === 'virtual';
  return (
    <div className={`${css.actions} ${css.acts}`}>
      {kind === 'file' && (
        <Button size="sm" loading={download.isPending} onClick={() => download.mutate()}>
          {texts.download}
        </Button>
      )}
      {isJoined && kind !== 'repository' && <span className={css.meta}>{texts.joined[kind]}</span>}
      {kind !== 'repository' && !isJoined && (
        <RelocateActions repository={repository} mayMove={may.delete} relocate={relocate} />
      )}
      {kind !== 'repository' && !isJoined && <RemovalActions place={place} details={details} />}
      {kind === 'repository' && repository.stores_by_path && may.trash && (
        <Button
          size="sm"
          variant="default"
          onClick={() => void router.navigate({ to: addressOf(place), search: { view: 'trash' } })}
        >
          {texts.trash.title}
        </Button>
      )}
    </div>
  );
}
