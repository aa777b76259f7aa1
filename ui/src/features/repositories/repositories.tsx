import { useRouter, useSearch } from '@tanstack/react-router';
import type { ConsoleRepository } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/failureText';
import { lazyWith } from '@/shell/lazyPage';
import { parseSearch, pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/repositories';
import { sizeText } from '@/texts/size';
import { Button } from '@/ui/Button';
import { LateNotice } from '@/ui/LateNotice';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { useRepositories } from './useRepositories';

const RepositoryDialog = lazyWith(() =>
  loadChunk('repository-dialog', () => import('./RepositoryDialog')).then(part => part.RepositoryDialog),
);

const CreateRepositoryDialog = lazyWith(() =>
  loadChunk('create-repository-dialog', () => import('./CreateRepositoryDialog')).then(
    part => part.CreateRepositoryDialog,
  ),
);

const columns: readonly TableColumn<ConsoleRepository>[] = [
  {
    id: 'key',
    get label() {
      return texts.key;
    },
    width: 200,
    mono: true,
    value: repository => repository.key,
  },
  {
    id: 'type',
    get label() {
      return texts.type;
    },
    value: repository => repository.package_type,
  },
  {
    id: 'description',
    get label() {
      return texts.description;
    },
    width: 260,
    value: repository => repository.description,
  },
  {
    id: 'files',
    get label() {
      return texts.files;
    },
    kind: 'number',
    value: repository => repository.files,
  },
  {
    id: 'size',
    get label() {
      return texts.size;
    },
    kind: 'number',
    format: sizeText,
    value: repository => repository.bytes,
  },
  {
    id: 'project',
    get label() {
      return texts.project;
    },
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

const SORTED_BY = { id: 'key', desc: false };

/** The repositories of the installation, for administrators. */
export function RepositoriesPage({ creates = false }: { creates?: boolean }) {
  const router = useRouter();
  const search: { repository?: string; new?: string } = useSearch({ strict: false });
  const opened = search.repository ?? null;
  const creating = creates || search.new !== undefined;
  const repositories = useRepositories();
  const all = repositories.data?.repositories;
  const chosen = all?.find(repository => repository.key === opened);
  // what is open is in the address, so that a reload and Back keep to it
  const show = (query: string) =>
    void router.navigate({
      to: pathnameOf('admin.repositories'),
      search: parseSearch(query),
      state: { keepsFocus: true },
    });
  const open = (key: string) => show(`repository=${encodeURIComponent(key)}`);
  const close = () => show('');
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={!creates && opened === null}>
        {titleOf('admin.repositories')}
      </PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {opened !== null && !chosen && (
        <LateNotice shown={all !== undefined}>{texts.absent({ name: opened })}</LateNotice>
      )}
      <div className={css.table}>
        <DataTable
          id="repositories"
          label={texts.label}
          columns={columns}
          rows={all}
          rowId={repository => repository.id}
          failure={repositories.isError ? failureText(repositories.error, texts.failed) : null}
          retry={() => void repositories.refetch()}
          empty={{ title: texts.empty, text: texts.emptyText }}
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
      {creating && <CreateRepositoryDialog close={close} created={open} />}
    </div>
  );
}

/** The address of a new repository: the list with its form above. */
export function NewRepositoryPage() {
  return <RepositoriesPage creates />;
}
