import type { Fetch } from '@/engine/api';
import {
  type AccountChanges,
  type Accounts,
  API_BASE,
  type ConsolePermission,
  type ConsolePermissions,
  type Empty,
  type Group,
  type Groups,
  type ListedUser,
  type ProjectMember,
  type ProjectMembers,
} from '@/generated/api';
import { drafts } from '@/lib/drafts';
import { users } from './fakePlaces';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';
import { startConsole } from './harness';

const CREATED_AT = '2026-01-01T09:00:00.000Z';

const group = (name: string): Group => ({
  id: `g_${name}`,
  name,
  description: '',
  external_id: '',
  admin: false,
  auto_join: false,
  provisioned: false,
  projects: {},
  members: 0,
  created_at: CREATED_AT,
  edits: 0,
});

const permission = (name: string): ConsolePermission => ({
  id: `t_${name}`,
  name,
  artifact: { targets: {} },
  build: null,
  release_bundle: null,
  revision: '0',
  created_at: CREATED_AT,
  created_by: null,
});

const viewer = (name: string): ProjectMember => ({ name, roles: ['Viewer'], enabled: true });

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });

const GROUPS = 'access/api/ui/groups';
const PERMISSIONS = 'permissions';
const MEMBERS = 'projects/web-shop/users';
const USERS = 'access/api/ui/users';
const OWN = [GROUPS, PERMISSIONS, MEMBERS, USERS];

/** Users, groups, permissions and the members of the project `web-shop`, which are changed and deleted. */
export class FakePeople {
  groups = [group('builders'), group('readers')];
  permissions = [permission('deploy'), permission('read')];
  members = [viewer('ann'), viewer('bob')];
  users: readonly ListedUser[] = users;
  /** What it answers to every change, if it does not take it. */
  refused: (() => Response) | null = null;

  /** The answer to a call; null if another part of the server answers it. */
  answer(path: string, { method = 'GET', body }: RequestInit): Response | null {
    if (method !== 'GET' && this.refused && OWN.some(own => path.startsWith(own))) return this.refused();
    if (method === 'GET' && path.startsWith(`${USERS}?`))
      return json<Accounts>({ users: [...this.users], total: this.users.length, next: null });
    if (method === 'PATCH' && path.startsWith(`${USERS}/`))
      return this.#change(path.slice(USERS.length + 1), JSON.parse(String(body)));
    switch (`${method} ${path}`) {
      case `GET ${GROUPS}`:
        return json<Groups>({ groups: this.groups });
      case `GET ${PERMISSIONS}`:
        return json<ConsolePermissions>({ permissions: this.permissions });
      case `GET ${MEMBERS}`:
        return json<ProjectMembers>({ members: this.members });
      case `POST ${GROUPS}`: {
        const made = group(JSON.parse(String(body)).name);
        this.groups = [...this.groups, made];
        return json<Group>(made);
      }
      default:
        return method === 'DELETE' ? this.#delete(path) : null;
    }
  }

  #change(person: string, { admin }: AccountChanges): Response | null {
    const user = this.users.find(one => one.person === person);
    if (!user) return null;
    const changed = { ...user, admin: admin ?? user.admin };
    this.users = this.users.map(one => (one === user ? changed : one));
    return json<ListedUser>(changed);
  }

  #delete(path: string): Response | null {
    const name = path.split('/').at(-1);
    const stays = (one: { name: string | null }) => one.name !== name;
    if (path.startsWith(GROUPS)) this.groups = this.groups.filter(stays);
    else if (path.startsWith(PERMISSIONS)) this.permissions = this.permissions.filter(stays);
    else if (path.startsWith(MEMBERS)) this.members = this.members.filter(stays);
    else return null;
    return json<Empty>({});
  }
}

/** The console at a path, before a server with these. */
export function startPeople(path: string) {
  drafts.set(0);
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const kept = new FakePeople();
  const { fetch } = server;
  const own: Fetch = async (address, init) =>
    kept.answer(address.replace(API_BASE, ''), init) ?? fetch(address, init);
  server.fetch = own;
  return { kept, ...startConsole(path, server) };
}
