import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { type Account, calls } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/failureText';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/people';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';

const UserDialog = lazyWith(() =>
  loadChunk('user-dialog', () => import('./UserDialog')).then(part => part.UserDialog),
);

const statusOf = (user: Account) =>
  !user.enabled
    ? texts.users.disabled
    : user.must_change_password
      ? texts.users.owesPassword
      : texts.users.enabled;

const columns: readonly TableColumn<Account>[] = [
  {
    id: 'name',
    get label() {
      return texts.users.name;
    },
    width: 220,
    value: user => user.name ?? texts.users.erased,
  },
  {
    id: 'role',
    get label() {
      return texts.users.role;
    },
    value: user => (user.admin ? texts.role.admin : texts.role.user),
  },
  {
    id: 'status',
    get label() {
      return texts.users.status;
    },
    width: 200,
    value: statusOf,
  },
  {
    id: 'factor',
    get label() {
      return texts.users.factor;
    },
    value: user => (user.mfa ? texts.users.factorOn : texts.users.factorOff),
  },
  {
    id: 'created',
    get label() {
      return texts.users.created;
    },
    kind: 'date',
    width: 190,
    value: user => user.created_at,
  },
];

const SORTED_BY = { id: 'name', desc: false };

/** The users. Only administrators get the list: the server checks that at every call. */
export function UsersPage() {
  const { api } = useEngine();
  const [opened, setOpened] = useState<Account | null>(null);
  const users = useQuery({ queryKey: ['users'], queryFn: () => calls.getAccessApiUiUsers(api) });
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('admin.management.users')}</PageTitle>
      <p className={css.lead}>
        {texts.users.lead} {texts.users.more}
      </p>
      <div className={css.table}>
        <DataTable
          id="users"
          label={texts.users.label}
          columns={columns}
          rows={users.data?.users}
          rowId={user => user.person}
          failure={users.isError ? failureText(users.error, texts.users.failed) : null}
          retry={() => void users.refetch()}
          empty={{ title: texts.users.empty, text: texts.users.emptyText }}
          sortedBy={SORTED_BY}
          activate={setOpened}
          fill
        />
      </div>
      {opened && <UserDialog user={opened} close={() => setOpened(null)} />}
    </div>
  );
}
