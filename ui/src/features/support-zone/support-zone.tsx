import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { ApiError, isRefusal } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useInstallation } from '@/engine/installation';
import * as calls from '@/generated/calls';
import { parseSearch, pathnameOf, titleOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/support';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PageTitle } from '@/ui/PageTitle';
import { DataTable } from '@/ui/table/DataTable';
import { TABLE_CELL } from '@/ui/table/useKeptFocus';
import { BundleCard } from './BundleCard';
import { pendingBundles, problemOf } from './bundles';
import { CreateForm } from './CreateForm';
import { columnsWith } from './columns';
import css from './support-zone.module.css';

const QUERY = 'support-bundles';
const STREAMS = { prefix: 'support_bundle/' };
const SORTED_BY = { id: 'created', desc: true };

/** Support bundles (BUNDLE-04). The server decides at every call whether the user may have any. */
export function SupportZonePage() {
  const { api } = useEngine();
  const followed = useInstallation(STREAMS);
  const work = useMemo(() => pendingBundles(followed.value), [followed.value]);
  const [making, setMaking] = useState(false);
  const router = useRouter();
  const client = useQueryClient();
  const search: { bundle?: string } = useSearch({ strict: false });
  const openId = search.bundle ?? null;
  const confirmation = useState(false);
  const [, setAsking] = confirmation;
  const show = (id: string | null, asking = false) => {
    setAsking(asking);
    const query = parseSearch(id === null ? '' : `bundle=${encodeURIComponent(id)}`);
    void router.navigate({ to: pathnameOf('admin.support'), search: query, state: { keepsFocus: true } });
  };
  const bundles = useQuery({
    // the list changes when any user creates, fetches or deletes a bundle
    queryKey: [QUERY, work.settled],
    queryFn: () => calls.getUserSupportListBundles(api),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const loadAgain = () => void refresh(client, [QUERY]);
  const rows = useMemo(() => {
    const there = bundles.data?.bundles.filter(bundle => !work.creations.includes(bundle.creation));
    return there && [...work.placeholders, ...there];
  }, [bundles.data, work]);
  const open = rows?.find(row => row.id === openId);
  const remove = useMutation({
    mutationFn: (id: string) => calls.deleteUserSupportDeleteBundleId(api, id),
    onSuccess: () => close(),
    onError: error => {
      const code = error instanceof ApiError ? error.code : 'other';
      notify({ text: problemOf(code), severity: 'error' });
    },
    onSettled: loadAgain,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they do does not change
  const columns = useMemo(
    () =>
      columnsWith({
        fetched: loadAgain,
        askRemoval: bundle => show(bundle.id, true),
      }),
    [],
  );
  const refused = isRefusal(bundles.error, 'not_authorized');
  const failure = bundles.isError ? (refused ? texts.error.not_authorized : texts.failed) : null;
  const page = useRef<HTMLDivElement>(null);
  // the focused element is removed, so the focus moves to the next one of interest
  // on a busy machine it may be rendered some frames later
  const focus = (selector: string, frames = 60) =>
    requestAnimationFrame(() => {
      const next = page.current?.querySelector<HTMLElement>(selector);
      next?.focus();
      if (!next && frames > 0) focus(selector, frames - 1);
    });
  const close = () => {
    show(null);
    focus(TABLE_CELL);
  };
  const closeForm = () => {
    setMaking(false);
    focus('[data-create]');
  };
  const create = (
    <Button data-create size="sm" onClick={() => setMaking(true)} disabled={!bundles.data?.services.length}>
      {texts.create.open}
    </Button>
  );
  return (
    <div className={css.page} ref={page}>
      <PageTitle className={css.title}>{titleOf('admin.support')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {work.inProgress > 0 && (
        <Notice kind="slow">
          {texts.progress({ ended: work.all - work.inProgress, all: work.all })}
          <progress
            className={css.progress}
            aria-label={texts.progressLabel}
            max={work.all}
            value={work.all - work.inProgress}
          />
        </Notice>
      )}
      {making && bundles.data && (
        <CreateForm
          services={bundles.data.services}
          close={closeForm}
          made={() => {
            closeForm();
            loadAgain();
          }}
        />
      )}
      {open && (
        <BundleCard
          key={open.id}
          bundle={open}
          names={bundles.data?.names ?? {}}
          close={close}
          confirmation={confirmation}
          removing={remove.isPending}
          remove={() => remove.mutate(open.id)}
          fetched={loadAgain}
        />
      )}
      {openId !== null && rows && !open && !bundles.isFetching && (
        <Notice kind="bad">{texts.error.bundle_unknown}</Notice>
      )}
      <DataTable
        id="support-bundles"
        label={texts.label}
        columns={columns}
        rows={rows}
        rowId={bundle => bundle.id}
        failure={failure}
        retry={() => void bundles.refetch()}
        empty={{ title: texts.empty, text: texts.emptyText }}
        sortedBy={SORTED_BY}
        activate={bundle => show(bundle.id)}
        tools={making ? null : create}
      />
    </div>
  );
}
