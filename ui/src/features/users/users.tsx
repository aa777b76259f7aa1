import { useQuery } from '@tanstack/react-query';
import { readObject } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { isObject, textOf } from '@/lib/json';
import { failureText } from '@/shell/failureText';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/people';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';

interface User {
  person: string;
  name: string | null;
  admin: boolean;
  enabled: boolean;
  mfa: boolean;
  mustChange: boolean;
  created: string;
}

const readUsers = readObject('users', (body): readonly User[] =>
  (Array.isArray(body.users) ? body.users : []).filter(isObject).map(user => ({
    person: String(user.person),
    name: textOf(user.name),
    admin: user.admin === true,
    enabled: user.enabled === true,
    mfa: user.mfa === true,
    mustChange: user.must_change_password === true,
    created: String(user.created_at ?? ''),
  })),
);

const statusOf = (user: User) =>
  !user.enabled ? texts.users.disabled : user.mustChange ? texts.users.owesPassword : texts.users.enabled;

const columns: readonly TableColumn<User>[] = [
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
    value: user => user.created,
  },
];

const SORTED_BY = { id: 'name', desc: false };

/** The users. Only administrators get the list: the server checks that at every call. */
export function UsersPage() {
  const { api } = useEngine();
  const users = useQuery({ queryKey: ['users'], queryFn: () => api.get('access/api/ui/users', readUsers) });
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
          rows={users.data}
          rowId={user => user.person}
          failure={users.isError ? failureText(users.error, texts.users.failed) : null}
          retry={() => void users.refetch()}
          empty={{ title: texts.users.empty, text: texts.users.emptyText }}
          sortedBy={SORTED_BY}
          fill
        />
      </div>
    </div>
  );
}
