import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { texts } from '@/texts/people';
import { Button } from '@/ui/Button';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import type { Membership } from './MemberDialog';
import { projectRole, type WithRoles } from './projectRoles';

const MemberDialog = lazyWith(() =>
  loadChunk('member-dialog', () => import('./MemberDialog')).then(part => part.MemberDialog),
);

const SORTED_BY = { id: 'name', desc: false };

/** The columns of what has roles in a project: its name, its role, and a last one. */
export const membershipColumns = <Row extends WithRoles>(
  nameOf: (row: Row) => string,
  last: TableColumn<Row>,
): readonly TableColumn<Row>[] => [
  {
    id: 'name',
    get label() {
      return texts.users.name;
    },
    width: 240,
    value: nameOf,
  },
  {
    id: 'role',
    get label() {
      return texts.members.role;
    },
    width: 220,
    value: row => texts.members.roles[projectRole(row)],
  },
  last,
];

interface MembershipPageProps<Row extends WithRoles> {
  project: string;
  /** The name under which the table keeps what the user chose. */
  id: string;
  words: Membership['words'] & {
    title: string;
    lead: (values: { project: string }) => string;
    failed: string;
    empty: string;
    emptyText: string;
  };
  of: Omit<Membership, 'words'>;
  loaded: { isError: boolean; error: unknown; refetch: () => Promise<unknown> };
  rows: readonly Row[] | undefined;
  columns: readonly TableColumn<Row>[];
  nameOf: (row: Row) => string;
}

/** What has roles in a project, users or groups, with a dialog for each. */
export function MembershipPage<Row extends WithRoles>(props: MembershipPageProps<Row>) {
  const { project, id, words, of, loaded, rows, columns, nameOf } = props;
  const { api } = useEngine();
  const [opened, setOpened] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const details = useQuery({
    queryKey: ['project', project],
    queryFn: () => accountCalls.getProjectsKey(api, project),
  });
  const membership: Membership = { words, ...of };
  const chosen = opened === null ? undefined : rows?.find(row => row.name === opened);
  const close = () => {
    setOpened(null);
    setAdding(false);
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{words.title}</PageTitle>
      <p className={css.lead}>{words.lead({ project: details.data?.display_name ?? project })}</p>
      <div className={css.table}>
        <DataTable
          id={id}
          label={words.title}
          columns={columns}
          rows={rows}
          rowId={nameOf}
          failure={loaded.isError ? failureText(loaded.error, words.failed) : null}
          retry={() => void loaded.refetch()}
          empty={{ title: words.empty, text: words.emptyText }}
          sortedBy={SORTED_BY}
          activate={row => setOpened(row.name)}
          tools={
            <Button size="sm" onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          }
          fill
        />
      </div>
      {chosen && <MemberDialog of={membership} member={chosen} close={close} />}
      {adding && <MemberDialog of={membership} member={null} close={close} />}
    </div>
  );
}
