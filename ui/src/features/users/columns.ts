import type { ListedUser, UserRole, UserStatus } from '@/generated/api';
import { texts } from '@/texts/people';
import type { TableColumn } from '@/ui/table/columns';

const STATUS_NAMES: Record<UserStatus, () => string> = {
  enabled: () => texts.users.enabled,
  invited: () => texts.users.invited,
  link_expired: () => texts.users.linkExpired,
  password_due: () => texts.users.owesPassword,
  locked: () => texts.users.locked,
  pending: () => texts.users.pending,
  disabled: () => texts.users.disabled,
};

const ROLE_NAMES: Record<UserRole, () => string> = {
  admin: () => texts.role.admin,
  auditor: () => texts.role.auditor,
  project_admin: () => texts.role.project_admin,
  user: () => texts.role.user,
};

/** The states of accounts, as a filter lists them. */
export const STATUSES = Object.keys(STATUS_NAMES) as UserStatus[];
/** The roles, as a filter lists them. */
export const ROLES = Object.keys(ROLE_NAMES) as UserRole[];

export const statusName = (status: UserStatus): string => STATUS_NAMES[status]();
export const roleName = (role: UserRole): string => ROLE_NAMES[role]();

/** All roles of a user, the widest first. */
export function rolesOf(user: ListedUser): string {
  const isProjectAdmin = Object.values(user.effective_projects).includes('project_admin');
  const held: UserRole[] = [];
  if (user.effective_admin) held.push('admin');
  if (user.auditor) held.push('auditor');
  if (isProjectAdmin) held.push('project_admin');
  return (held.length === 0 ? (['user'] as const) : held).map(roleName).join(', ');
}

export const columns: readonly TableColumn<ListedUser>[] = [
  {
    id: 'name',
    get label() {
      return texts.users.name;
    },
    width: 170,
    value: user => user.name ?? texts.users.erased,
  },
  {
    id: 'role',
    get label() {
      return texts.users.role;
    },
    width: 150,
    value: rolesOf,
  },
  {
    id: 'status',
    get label() {
      return texts.users.status;
    },
    width: 160,
    value: user => statusName(user.status),
  },
  {
    id: 'groups',
    get label() {
      return texts.users.groups;
    },
    width: 110,
    value: user => user.groups.join(', '),
  },
  {
    id: 'email',
    get label() {
      return texts.users.email;
    },
    width: 200,
    hidden: true,
    value: user => user.email,
  },
  {
    id: 'factor',
    get label() {
      return texts.users.factor;
    },
    width: 140,
    value: user => (user.mfa ? texts.users.factorOn : texts.users.factorOff),
  },
  {
    id: 'last-sign-in',
    get label() {
      return texts.users.lastSignIn;
    },
    kind: 'date',
    width: 170,
    value: user => user.last_sign_in,
  },
  {
    id: 'created',
    get label() {
      return texts.users.created;
    },
    kind: 'date',
    width: 170,
    value: user => user.created_at,
  },
];
