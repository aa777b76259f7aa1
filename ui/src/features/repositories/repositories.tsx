import { useSearch } from '@tanstack/react-router';
import type { ConsoleRepository } from '@/generated/api';
import type { RepositoryClass } from '@/generated/types';
import { loadChunk } from '@/lib/chunk';
import { useShow } from '@/shell/address';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { useRepositories } from '@/shell/useRepositories';
import { texts } from '@/texts/repositories';
import { sizeText } from '@/texts/size';
import { Button } from '@/ui/Button';
import { LateNotice } from '@/ui/LateNotice';
import { PageTitle } from '@/ui/PageTitle';
import { Segments } from '@/ui/Segments';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import own from './repositories.module.css';
import { Sections } from './Sections';

const RepositoryDialog = lazyWith(() =>
  loadChunk('repository-dialog', () => import('./RepositoryDialog')).then(part => part.RepositoryDialog),
);

const CreateRepositoryDialog = lazyWith(() =>
  loadChunk('create-repository-dialog', () => import('./creation')).then(
    ({ creation }) => creation.CreateRepositoryDialog,
  ),
);

const columns: readonly TableColumn<ConsoleRepository>[] = [
  {
    id: 'key',
    get label() {
      return texts.key;
    },
    width: 180,
    mono: true,
    value: repository => repository.key,
  },
  {
    id: 'class',
    get label() {
      return texts.class;
    },
    width: 90,
    value: repository => texts.classes[repository.class],
  },
  {
    id: 'type',
    get label() {
      return texts.type;
    },
    width: 120,
    value: repository => repository.package_type,
  },
  {
    id: 'description',
    get label() {
      return texts.description;
    },
    width: 220,
    value: repository => repository.description,
  },
  {
    id: 'files',
    get label() {
      return texts.files;
    },
    kind: 'number',
    width: 90,
    value: repository => repository.files,
  },
  {
    id: 'size',
    get label() {
      return texts.size;
    },
    kind: 'number',
    format: sizeText,
    width: 110,
    value: repository => repository.bytes,
  },
  {
    id: 'project',
    get label() {
      return texts.project;
    },
    width: 110,
    value: repository => repository.project_key,
  },
  {
    id: 'created',
    get label() {
      return texts.created;
    },
    kind: 'date',
    width: 180,
    value: repository => repository.created_at,
  },
];

/** Which repositories are shown. */
const SHOWN = ['all', 'local', 'remote', 'virtual'] as const;
type Shown = (typeof SHOWN)[number];

const SORTED_BY = { id: 'key', desc: false };

/** The repositories of the installation, for administrators. */
export function RepositoriesPage({ creates }: { creates?: RepositoryClass }) {
  const search: { repository?: string; new?: string; class?: string } = useSearch({ strict: false });
  const opened = search.repository ?? null;
  const shown = SHOWN.find(known => known === search.class) ?? 'all';
  const creating = creates !== undefined || search.new !== undefined;
  const repositories = useRepositories();
  const all = repositories.data?.repositories;
  const chosen = all?.find(repository => repository.key === opened);
  const showPage = useShow('admin.repositories');
  const show = (query: string, kind: Shown = shown) => {
    const parts = [kind === 'all' ? '' : `class=${kind}`, query].filter(part => part !== '');
    showPage(parts.join('&'));
  };
  const open = (key: string) => show(`repository=${encodeURIComponent(key)}`);
  const close = () => show('');
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={creates === undefined && opened === null}>
        {titleOf('admin.repositories')}
      </PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      <Sections />
      {opened !== null && !chosen && (
        <LateNotice shown={all !== undefined}>{texts.absent({ name: opened })}</LateNotice>
      )}
      <Segments
        label={texts.class}
        value={shown}
        options={SHOWN.map(value => ({ value, label: value === 'all' ? texts.all : texts.classes[value] }))}
        choose={kind => show('', kind)}
        className={own.kinds}
      />
      <div className={css.table}>
        <DataTable
          id="repositories"
          label={texts.label}
          columns={columns}
          rows={shown === 'all' ? all : all?.filter(repository => repository.class === shown)}
          rowId={repository => repository.id}
          failure={repositories.isError ? failureText(repositories.error, texts.failed) : null}
          retry={() => void repositories.refetch()}
          empty={{ title: texts.empty, text: shown === 'all' ? texts.emptyText : texts.classTexts[shown] }}
          sortedBy={SORTED_BY}
          activate={repository => open(repository.key)}
          tools={
            <Button size="sm" onClick={() => show('new=repository')}>
              {texts.create}
            </Button>
          }
          fill
        />
      </div>
      {chosen && <RepositoryDialog key={chosen.id} repository={chosen} close={close} />}
      {creating && (
        <CreateRepositoryDialog
          kind={creates ?? (shown === 'all' ? 'local' : shown)}
          close={close}
          created={open}
        />
      )}
    </div>
  );
}

/** The addresses of new repositories: the list with the form of their kind above. */
export const NewLocalPage = () => <RepositoriesPage creates="local" />;
export const NewRemotePage = () => <RepositoriesPage creates="remote" />;
export const NewVirtualPage = () => <RepositoriesPage creates="virtual" />;
