import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { ListedUser, UserRole, UserStatus } from '@/generated/api';
import type { PersonId } from '@/generated/types';
import { loadChunk } from '@/lib/chunk';
import { usePathPart, useShow } from '@/shell/address';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { useProject } from '@/shell/menu/useMenus';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/people';
import { Button } from '@/ui/Button';
import { LateNotice } from '@/ui/LateNotice';
import { PageTitle } from '@/ui/PageTitle';
import { SelectField } from '@/ui/ToolField';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { columns, ROLES, roleName, STATUSES, statusName } from './columns';
import { MembersPage } from './members';
import { useGroups } from './useGroups';

const UserDialog = lazyWith(() =>
  loadChunk('user-dialog', () => import('./UserDialog')).then(part => part.UserDialog),
);

const CreateUserDialog = lazyWith(() =>
  loadChunk('create-user-dialog', () => import('./CreateUserDialog')).then(part => part.CreateUserDialog),
);

const SORTED_BY = { id: 'name', desc: false };
/** How many users are asked for at once. */
const PAGE = 200;

interface Narrowed {
  status: UserStatus | '';
  role: UserRole | '';
  group: string;
}

const EVERYONE: Narrowed = { status: '', role: '', group: '' };

interface UsersPageProps {
  /** The address is that of a new user. */
  creates?: boolean;
  /** The name in the address. */
  named?: string | null;
}

/** The users. Only administrators get the list: the server checks that at every call, and searches it. */
export function UsersPage({ creates = false, named = null }: UsersPageProps) {
  const search: { user?: string; new?: string } = useSearch({ strict: false });
  const opened = search.user ?? null;
  const creating = creates || search.new !== undefined;
  const [typed, setTyped] = useState('');
  const [narrowed, setNarrowed] = useState(EVERYONE);
  const users = useUsers(useDeferredValue(typed), narrowed);
  const all = useMemo(() => users.data?.pages.flatMap(page => page.users), [users.data]);
  const ofAddress = useNamed(named);
  const one = useOne(opened);
  const chosen = opened === null ? ofAddress.data : (one.data ?? all?.find(user => user.person === opened));
  const show = useShow('admin.management.users');
  const close = () => show('');
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={!creates && named === null}>
        {titleOf('admin.management.users')}
      </PageTitle>
      <p className={css.lead}>{texts.users.lead}</p>
      {named !== null && (
        <LateNotice shown={ofAddress.data === null}>{texts.users.absent({ name: named })}</LateNotice>
      )}
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
          activate={user => show(`user=${encodeURIComponent(user.person)}`)}
          paged={{
            typed,
            type: setTyped,
            total: users.data?.pages.at(-1)?.total ?? 0,
            narrowed: Object.values(narrowed).some(value => value !== ''),
            clear: () => setNarrowed(EVERYONE),
            more: users.hasNextPage ? () => void users.fetchNextPage() : null,
            loading: users.isFetchingNextPage,
          }}
          tools={
            <>
              <Filters narrowed={narrowed} narrow={setNarrowed} />
              <Button size="sm" onClick={() => show('new=user')}>
                {texts.users.create}
              </Button>
            </>
          }
          fill
        />
      </div>
      {chosen && <UserDialog key={chosen.person} user={chosen} close={close} />}
      {creating && <CreateUserDialog close={close} />}
    </div>
  );
}

function Filters({ narrowed, narrow }: { narrowed: Narrowed; narrow: (to: Narrowed) => void }) {
  const groups = useGroups().data?.groups ?? [];
  return (
    <>
      <SelectField
        label={texts.users.byStatus}
        value={narrowed.status}
        onChange={event => narrow({ ...narrowed, status: event.currentTarget.value as Narrowed['status'] })}
      >
        <option value="">{texts.users.anyStatus}</option>
        {STATUSES.map(status => (
          <option key={status} value={status}>
            {statusName(status)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.users.byRole}
        value={narrowed.role}
        onChange={event => narrow({ ...narrowed, role: event.currentTarget.value as Narrowed['role'] })}
      >
        <option value="">{texts.users.anyRole}</option>
        {ROLES.map(role => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </SelectField>
      {groups.length > 0 && (
        <SelectField
          label={texts.users.byGroup}
          value={narrowed.group}
          onChange={event => narrow({ ...narrowed, group: event.currentTarget.value })}
        >
          <option value="">{texts.users.anyGroup}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

function useUsers(search: string, { status, role, group }: Narrowed) {
  const { api } = useEngine();
  const words = search.trim();
  return useInfiniteQuery({
    queryKey: ['users', 'list', words, status, role, group],
    queryFn: ({ pageParam }) =>
      accountCalls.getAccessApiUiUsers(api, {
        limit: PAGE,
        // robots have a page of their own
        robot: false,
        ...(words && { search: words }),
        ...(status && { status }),
        ...(role && { role }),
        ...(group && { group }),
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: null as PersonId | null,
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
  });
}

/** The user whose id is in the address, whether in the part of the list that is loaded or not. */
function useOne(person: PersonId | null) {
  const { api } = useEngine();
  return useQuery({
    queryKey: ['users', 'one', person],
    queryFn: () => accountCalls.getAccessApiUiUsersPerson(api, person ?? ''),
    enabled: person !== null,
  });
}

/** The user whose name is in the address; null where there is none. */
function useNamed(named: string | null) {
  const { api } = useEngine();
  return useQuery<ListedUser | null>({
    queryKey: ['users', 'named', named],
    queryFn: async () => {
      const { users } = await accountCalls.getAccessApiUiUsers(api, { name: named ?? '' });
      return users[0] ?? null;
    },
    enabled: named !== null && named !== '',
  });
}

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
  const named = usePathPart('userName');
  return <UsersPage named={named} />;
}
