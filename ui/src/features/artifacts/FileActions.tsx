import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { TreeDetails } from '@/generated/api';
import * as calls from '@/generated/calls';
import { texts } from '@/texts/artifacts';
import { noticeText } from '@/texts/noticeText';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { notify } from '@/ui/notify';
import css from './artifacts.module.css';
import { addressOf, folderOf, nameOf, type Place } from './place';
import { RelocateActions } from './RelocateActions';

/** The sentence of the server about what it has refused. */
export const refusalText = (error: unknown, otherwise: string) =>
  error instanceof ApiError ? noticeText(error.code, error.message, otherwise) : otherwise;

const failed = (error: unknown) =>
  notify({ severity: 'error', text: refusalText(error, texts.actionFailed) });

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
  const name = nameOf(place);
  const download = useMutation({
    mutationFn: () => calls.postTreeDownloads(api, { repository: place.repository, path: place.path }),
    onSuccess: ({ path }) => fetchFile(path),
    onError: failed,
  });
  const discard = useMutation({
    mutationFn: () => calls.postTreeTrash(api, { repository: place.repository, path: place.path }),
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
  const reason = reasonAgainst(details);
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
      {kind !== 'repository' && !isJoined && reason === null && (
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
      )}
      {kind !== 'repository' && !isJoined && reason !== null && (
        <>
          <Button size="sm" variant="default" disabled aria-describedby="trash-reason">
            {texts.trash.move}
          </Button>
          <span id="trash-reason" className={css.meta}>
            {reason}
          </span>
        </>
      )}
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

/** Why something cannot be moved to the trash. */
function reasonAgainst({ repository, may }: TreeDetails): string | null {
  if (!repository.stores_by_path) return texts.trash.versions;
  return may.delete ? null : texts.trash.notGranted;
}

/** Has the browser download from an address that works once. */
function fetchFile(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  // a refusal is no page to go to
  link.download = '';
  link.click();
}

/** Restores what was moved to the trash under a name, and says how that went. */
export async function restore(api: Api, repository: string, name: string): Promise<void> {
  try {
    const { files, taken } = await calls.postTreeRestore(api, { repository, name });
    const text =
      taken === 0 ? texts.trash.restored({ count: files }) : texts.trash.restoredPartly({ count: taken });
    notify({ severity: taken === 0 ? 'info' : 'error', text });
  } catch (error) {
    failed(error);
  }
}
