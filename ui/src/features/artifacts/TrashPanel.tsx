import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { TreeTrashedFile } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { failureText, refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/artifacts';
import { sizeText } from '@/texts/size';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import css from './artifacts.module.css';
import { whoText } from './FileDetails';
import { addressOf, type Place } from './place';
import { trashKey } from './queries';
import { restore } from './RemovalActions';

const PAGE_FILES = 100;

/** The trash of a repository: what was removed, until when it can be restored, and by whom. */
export function TrashPanel({ place: { repository } }: { place: Place }) {
  const { api } = useEngine();
  const query = useInfiniteQuery({
    queryKey: trashKey(repository),
    queryFn: ({ pageParam }) =>
      repositoryCalls.getTreeTrash(api, {
        repository,
        limit: PAGE_FILES,
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    retry: false,
  });
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  const files = pages.flatMap(page => page.files);
  const focus = useRemovalFocus<HTMLParagraphElement>(files.map(({ item }) => item));
  return (
    <>
      <nav className={css.breadcrumb} aria-label={texts.path}>
        <Link to={addressOf({ repository, path: '' })} dir="ltr">
          {repository}
        </Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{texts.trash.title}</span>
      </nav>
      <h2 className={css.heading}>{texts.trash.title}</h2>
      {first && (
        <p className={css.hint}>
          {texts.trash.lead({ count: first.kept_days })}{' '}
          {first.bytes !== null && texts.trash.size({ size: sizeText(first.bytes) })}
        </p>
      )}
      {query.isError && <Notice kind="bad">{failureText(query.error, texts.trash.failed)}</Notice>}
      {first && files.length === 0 && (
        <p ref={focus.rest} className={css.hint} tabIndex={-1}>
          {texts.trash.empty}
        </p>
      )}
      {files.length > 0 && (
        <ul ref={focus.list} className={css.trash} aria-label={texts.trash.title}>
          {files.map(file => (
            <TrashItem
              key={file.item}
              repository={repository}
              file={file}
              removing={() => focus.removing(file.item)}
              who={whoText(
                file.trashed_by,
                pages.find(page => page.names[file.trashed_by])?.names[file.trashed_by],
              )}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.trash.more}
        </Button>
      )}
    </>
  );
}

interface TrashItemProps {
  repository: string;
  file: TreeTrashedFile;
  who: string;
  /** Called before it leaves the trash. */
  removing: () => void;
}

function TrashItem({ repository, file, who, removing }: TrashItemProps) {
  const { api } = useEngine();
  const queries = useQueryClient();
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const settled = () => refresh(queries, trashKey(repository));
  const restoring = useMutation({
    mutationFn: () => restore(api, repository, file.item),
    onSettled: settled,
  });
  const purging = useMutation({
    mutationFn: () => repositoryCalls.postTreePurge(api, { repository, name: file.item }),
    onSuccess: () => notify({ severity: 'info', text: texts.trash.purged({ name }) }),
    onError: error => notify({ severity: 'error', text: refusalText(error, texts.actionFailed) }),
    onSettled: settled,
  });
  return (
    <li>
      <div className={css.trashName}>
        <strong dir="ltr">{file.path}</strong>
        <span className={css.meta}>
          {sizeText(file.bytes)} · {texts.trash.when({ when: dayTime(file.trashed_at), who })}
        </span>
      </div>
      <div className={css.actions}>
        <Button
          size="sm"
          variant="default"
          aria-label={texts.trash.restoreNamed({ name })}
          loading={restoring.isPending}
          onClick={() => {
            removing();
            restoring.mutate();
          }}
        >
          {texts.trash.restore}
        </Button>
        <ConfirmButton
          words={{
            button: texts.trash.purge,
            label: texts.trash.purgeNamed({ name }),
            title: texts.trash.purgeQuestion({ name }),
            yes: texts.trash.purge,
            no: texts.trash.keep,
          }}
          busy={purging.isPending}
          confirm={() => {
            removing();
            purging.mutate();
          }}
        >
          {texts.trash.purgeText}
        </ConfirmButton>
      </div>
    </li>
  );
}
