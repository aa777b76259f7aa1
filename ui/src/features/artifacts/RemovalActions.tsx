import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { TreeDetails, TreeFile } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { refusalText } from '@/shell/answers';
import { texts } from '@/texts/artifacts';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { notify } from '@/ui/notify';
import css from './artifacts.module.css';
import { addressOf, folderOf, nameOf, type Place } from './place';

interface RemovalActionsProps {
  place: Place;
  details: TreeDetails;
}

/** Removing a file or a folder, or the version that a file belongs to; or why that is not possible. */
export function RemovalActions({ place, details }: RemovalActionsProps) {
  const { may, repository, file } = details;
  if (repository.stores_by_path && may.delete) return <Discard place={place} kind={details.kind} />;
  if (repository.class === 'local' && file?.version && may.delete)
    return <VersionRemoval place={place} version={file.version} />;
  const action = repository.stores_by_path || !file?.version ? texts.trash.move : texts.version.delete;
  const isRefused = repository.stores_by_path || file?.version != null;
  return (
    <>
      <Button size="sm" variant="default" disabled aria-describedby="removal-reason">
        {action}
      </Button>
      <span id="removal-reason" className={css.meta}>
        {isRefused && !may.delete ? texts.trash.notGranted : texts.trash.versions}
      </span>
    </>
  );
}

function Discard({ place, kind }: { place: Place; kind: TreeDetails['kind'] }) {
  const { api } = useEngine();
  const router = useRouter();
  const name = nameOf(place);
  const discard = useMutation({
    mutationFn: () => repositoryCalls.postTreeTrash(api, { repository: place.repository, path: place.path }),
    onSuccess: moved => {
      notify({
        severity: 'info',
        text:
          kind === 'file'
            ? texts.trash.moved({ name })
            : texts.trash.movedFiles({ name, count: moved.files }),
        action: { label: texts.trash.undo, run: () => void restore(api, place.repository, moved.name) },
      });
      void router.navigate({ to: addressOf(folderOf(place)), state: { keepsFocus: true } });
    },
    onError: failed,
  });
  return (
    <ConfirmButton
      words={{
        button: texts.trash.move,
        title: kind === 'file' ? texts.trash.question({ name }) : texts.trash.folderQuestion({ name }),
        yes: texts.trash.move,
        no: texts.trash.keep,
      }}
      busy={discard.isPending}
      confirm={() => discard.mutate()}
    >
      {texts.trash.questionText}
    </ConfirmButton>
  );
}

interface VersionRemovalProps {
  place: Place;
  version: NonNullable<TreeFile['version']>;
}

function VersionRemoval({ place, version: { package: name, version } }: VersionRemovalProps) {
  const { api } = useEngine();
  const router = useRouter();
  const removal = useMutation({
    mutationFn: () =>
      repositoryCalls.postTreeVersionRemovals(api, { repository: place.repository, path: place.path }),
    onSuccess: ({ folder }) => {
      notify({ severity: 'info', text: texts.version.deleted({ name, version }) });
      const left = { repository: place.repository, path: folder };
      void router.navigate({ to: addressOf(left), state: { keepsFocus: true } });
    },
    onError: failed,
  });
  return (
    <ConfirmButton
      words={{
        button: texts.version.delete,
        title: texts.version.question({ name, version }),
        yes: texts.version.delete,
        no: texts.trash.keep,
      }}
      busy={removal.isPending}
      confirm={() => removal.mutate()}
    >
      {texts.version.questionText}
    </ConfirmButton>
  );
}

/** Shows why something did not work. */
export const failed = (error: unknown) =>
  notify({ severity: 'error', text: refusalText(error, texts.actionFailed) });

/** Restores what was moved to the trash under a name, and says how that went. */
export async function restore(api: Api, repository: string, name: string): Promise<void> {
  try {
    const { files, taken } = await repositoryCalls.postTreeRestore(api, { repository, name });
    const text =
      taken === 0 ? texts.trash.restored({ count: files }) : texts.trash.restoredPartly({ count: taken });
    notify({ severity: taken === 0 ? 'info' : 'error', text });
  } catch (error) {
    failed(error);
  }
}
