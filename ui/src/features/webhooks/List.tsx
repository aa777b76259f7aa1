import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedWebhook } from '@/generated/api';
import * as webhookCalls from '@/generated/webhookCalls';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { useProject } from '@/shell/menu/useMenus';
import { pathnameOf, titleOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PageTitle } from '@/ui/PageTitle';
import { DataTable, useTableFocus } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { columnsWith } from './columns';
import { AT_DELIVERIES, editPath, inProject } from './place';
import { useStoredTest } from './useStoredTest';

const DeleteDialog = lazyWith(() =>
  loadChunk('delete-webhook-dialog', () => import('./DeleteDialog')).then(part => part.DeleteDialog),
);

/** How often the list is looked at: deliveries change it. */
const REFRESH_MS = 30_000;
const SORTED_BY = { id: 'key', desc: false };

/** The webhooks of the installation, or those of the project that the address names (HOOK-01, ROLE-03). */
export function List() {
  const { api } = useEngine();
  const router = useRouter();
  const client = useQueryClient();
  const project = useProject();
  const pausing = useSubmit();
  const { testing, test } = useStoredTest();
  const [deleting, setDeleting] = useState<DescribedWebhook | null>(null);
  const { place, rest: createButton, focusTableSoon } = useTableFocus();
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => webhookCalls.getWebhooks(api),
    refetchInterval: REFRESH_MS,
  });
  const all = webhooks.data?.webhooks;
  const rows = useMemo(
    () => (project === null ? all : all?.filter(webhook => webhook.project_key === project)),
    [all, project],
  );
  const search = inProject(project);
  const open = ({ key }: DescribedWebhook) => void router.navigate({ to: editPath(key), search });
  const showDeliveries = ({ key }: DescribedWebhook) =>
    void router.navigate({ to: editPath(key), search: { ...search, ...AT_DELIVERIES } });
  const pause = ({ key, paused }: DescribedWebhook) =>
    void pausing.run(async () => {
      await webhookCalls.postWebhooksKeyPause(api, key, { paused: !paused });
      notify({ text: paused ? texts.resumed({ name: key }) : texts.paused({ name: key }), severity: 'info' });
      await refresh(client, ['webhooks']);
    });
  const closeQuestion = () => {
    setDeleting(null);
    focusTableSoon();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the acts use stays the same as long as the page does
  const columns = useMemo(
    () => columnsWith({ edit: open, showDeliveries, test, testing, pause, askDelete: setDeleting, project }),
    [testing, project],
  );
  const { error } = pausing;
  const create = (
    <Button
      size="sm"
      ref={createButton}
      onClick={() => void router.navigate({ to: pathnameOf('admin.configuration.webhooks.new'), search })}
    >
      {texts.create}
    </Button>
  );
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('admin.configuration.webhooks')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
      <div className={css.table} ref={place}>
        <DataTable
          id="webhooks"
          label={texts.label}
          columns={columns}
          rows={rows}
          rowId={webhook => webhook.key}
          failure={webhooks.isError ? failureText(webhooks.error, texts.failed) : null}
          retry={() => void webhooks.refetch()}
          empty={{ title: texts.empty, text: texts.emptyText }}
          sortedBy={SORTED_BY}
          activate={open}
          tools={create}
          fill
        />
      </div>
      {deleting && <DeleteDialog name={deleting.key} close={closeQuestion} />}
    </div>
  );
}
