import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedCleanupPolicy } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { loadChunk } from '@/lib/chunk';
import { useShow } from '@/shell/address';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/cleanup';
import { Button } from '@/ui/Button';
import { LateNotice } from '@/ui/LateNotice';
import { PageTitle } from '@/ui/PageTitle';
import { StatusPill } from '@/ui/StatusPill';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { runText } from './runText';
import { Sections } from './Sections';

const PolicyDialog = lazyWith(() =>
  loadChunk('cleanup-policy-dialog', () => import('./PolicyDialog')).then(part => part.PolicyDialog),
);

const CreatePolicyDialog = lazyWith(() =>
  loadChunk('cleanup-policy-dialog', () => import('./PolicyDialog')).then(part => part.CreatePolicyDialog),
);

/** How often a run in progress is looked at, in milliseconds. */
const RUNNING_REFRESH_MS = 1_000;
/** How often the list is looked at otherwise: a schedule begins runs too. */
const REFRESH_MS = 30_000;

const columns: readonly TableColumn<DescribedCleanupPolicy>[] = [
  {
    id: 'key',
    get label() {
      return texts.key;
    },
    width: 160,
    mono: true,
    value: policy => policy.key,
  },
  {
    id: 'description',
    get label() {
      return texts.description;
    },
    width: 220,
    value: policy => policy.description,
  },
  {
    id: 'enabled',
    get label() {
      return texts.schedule;
    },
    width: 150,
    value: scheduleText,
    cell: policy => (
      <StatusPill tone={policy.nextRun === null ? 'gone' : 'good'}>{scheduleText(policy)}</StatusPill>
    ),
  },
  {
    id: 'next',
    get label() {
      return texts.nextRun;
    },
    kind: 'date',
    width: 170,
    value: policy => policy.nextRun,
  },
  {
    id: 'last',
    get label() {
      return texts.lastRun;
    },
    width: 300,
    value: runText,
  },
];

function scheduleText({ cronExp, enabled }: DescribedCleanupPolicy): string {
  if (cronExp === '') return texts.onRequest;
  return enabled ? texts.enabled : texts.disabled;
}

const SORTED_BY = { id: 'key', desc: false };

/** The cleanup policies of the installation, for administrators. */
export function CleanupPage() {
  const { api } = useEngine();
  const search: { policy?: string; new?: string } = useSearch({ strict: false });
  const opened = search.policy ?? null;
  const policies = useQuery({
    queryKey: ['cleanup-policies'],
    queryFn: () => repositoryCalls.getCleanupPolicies(api),
    refetchInterval: ({ state }) =>
      state.data?.policies.some(policy => policy.progress !== null) ? RUNNING_REFRESH_MS : REFRESH_MS,
  });
  const all = policies.data?.policies;
  const chosen = all?.find(policy => policy.key === opened);
  const show = useShow('admin.repositories.cleanup');
  const open = (key: string) => show(`policy=${encodeURIComponent(key)}`);
  const close = () => show('');
  const create = (
    <Button size="sm" onClick={() => show('new=policy')}>
      {texts.create}
    </Button>
  );
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={opened === null}>
        {titleOf('admin.repositories.cleanup')}
      </PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      <Sections />
      {opened !== null && !chosen && (
        <LateNotice shown={all !== undefined}>{texts.absent({ name: opened })}</LateNotice>
      )}
      <div className={css.table}>
        <DataTable
          id="cleanup-policies"
          label={texts.label}
          columns={columns}
          rows={all}
          rowId={policy => policy.key}
          failure={policies.isError ? failureText(policies.error, texts.failed) : null}
          retry={() => void policies.refetch()}
          empty={{ title: texts.empty, text: texts.emptyText }}
          sortedBy={SORTED_BY}
          activate={policy => open(policy.key)}
          tools={create}
          fill
        />
      </div>
      {chosen && <PolicyDialog key={chosen.key} policy={chosen} close={close} />}
      {search.new !== undefined && <CreatePolicyDialog close={close} created={open} />}
    </div>
  );
}
