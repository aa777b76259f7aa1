import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { type Account, calls } from '@/generated/api';
import type { PersonId } from '@/generated/types';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/failureText';
import { lazyWith } from '@/shell/lazyPage';
import { useProject } from '@/shell/menu/useMenus';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/people';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { MembersPage } from './members';

const UserDialog = lazyWith(() =>
  loadChunk('user-dialog', () => import('./UserDialog')).then(part => part.UserDialog),
);

const CreateUserDialog = lazyWith(() =>
  loadChunk('create-user-dialog', () => import('./CreateUserDialog')).then(part => part.CreateUserDialog),
);

function statusOf(user: Account): string {
  if (!user.enabled) return texts.users.disabled;
  const { password_link_until: until } = user;
  if (until !== null) return Date.parse(until) > Date.now() ? texts.users.invited : texts.users.linkExpired;
  return user.must_change_password ? texts.users.owesPassword : texts.users.enabled;
}

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
const NO_PARAMS: Readonly<Record<string, string>> = {};

interface UsersPageProps {
  /** The address is that of a new user. */
  creates?: boolean;
  /** The name in the address. */
  named?: string | null;
}

/** The users. Only administrators get the list: the server checks that at every call. */
export function UsersPage({ creates = false, named = null }: UsersPageProps) {
  const { api } = useEngine();
  const router = useRouter();
  const [opened, setOpened] = useState<PersonId | null>(null);
  const [creating, setCreating] = useState(creates);
  const users = useQuery({ queryKey: ['users'], queryFn: () => calls.getAccessApiUiUsers(api) });
  const all = users.data?.users;
  const chosen = all?.find(user => (opened === null ? isNamed(user, named) : user.person === opened));
  const close = () => {
    setOpened(null);
    setCreating(false);
    if (creates || named !== null) void router.navigate({ to: pathnameOf('admin.management.users') });
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={!creates && named === null}>
        {titleOf('admin.management.users')}
      </PageTitle>
      <p className={css.lead}>{texts.users.lead}</p>
      {all && named !== null && !chosen && <Notice kind="bad">{texts.users.absent({ name: named })}</Notice>}
      <div className={css.table}>
        <DataTable
          id="users"
          label={texts.users.label}
          columns={columns}
          rows={all}
          rowId={user => user.person}
          failure={users.isError ? failureText(users.error, texts.users.failed) : null}
          retry={() => void users.refetch()}
          empty={{ title: texts.users.empty, text: texts.users.emptyText }}
          sortedBy={SORTED_BY}
          activate={user => setOpened(user.person)}
          tools={
            <Button size="sm" onClick={() => setCreating(true)}>
              {texts.users.create}
            </Button>
          }
          fill
        />
      </div>
      {chosen && <UserDialog user={chosen} close={close} />}
      {creating && <CreateUserDialog close={close} />}
    </div>
  );
}

const isNamed = (user: Account, name: string | null) =>
  name !== null && user.name?.toLowerCase() === name.toLowerCase();

/** The users of the installation, or the members of the selected project. */
export function UsersOrMembersPage() {
  const project = useProject();
  return project === null ? <UsersPage /> : <MembersPage key={project} project={project} />;
}

/** The address of a new user: the list with its form above. */
export function NewUserPage() {
  return <UsersPage creates />;
}

/** The address of a user: the list with what can be done for that user above. */
export function EditUserPage() {
  const match = useMatches({ select: matches => matches.at(-1) });
  const params: Readonly<Record<string, string>> = match?.params ?? NO_PARAMS;
  return <UsersPage named={params.userName ?? ''} />;
}
