import type {
  DescribedUserDirectory,
  Empty,
  ExternalLogins,
  ListedUserDirectories,
  TestedUserDirectory,
  WantedUserDirectory,
} from '@/generated/api';
import { refusal } from './fakeHttp';

/** A directory as administrators see it. */
export const userDirectory = (
  name: string,
  more: Partial<DescribedUserDirectory> = {},
): DescribedUserDirectory => ({
  name,
  label: 'Example Inc.',
  server: {
    kind: 'ldap',
    host: 'ldap.example.org',
    port: 636,
    security: 'tls',
    bind_dn: 'cn=waybill,dc=example,dc=org',
    user_base: 'ou=people,dc=example,dc=org',
    user_filter: '(uid={user})',
    id_attribute: 'entry_uuid',
    name_attribute: 'uid',
    mail_attribute: 'mail',
    group_base: null,
    group_filter: '(member={dn})',
    group_name_attribute: 'cn',
    nested_groups: false,
  },
  has_password: true,
  group_map: {},
  creates_accounts: false,
  enabled: true,
  order: 0,
  created_at: '2026-01-01T09:00:00.000Z',
  ...more,
});

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });
const PATH = 'access/api/ui/user_directories';

/** The calls of the real server about directories that check passwords. */
export class FakeUserDirectories {
  all: DescribedUserDirectory[] = [];
  /** Nothing can be loaded. */
  fails = false;
  /** What it answers to every change, if it does not take them. */
  refused: (() => Response) | null = null;
  tested: TestedUserDirectory = { user: null };
  /** Whether a proxy names a user in each request. */
  namesUser = false;
  /** The method, the path and the body of each call that changes or tests something. */
  readonly changes: { call: string; body: unknown }[] = [];

  /** The answer to a call; null if another part of the server answers it. */
  answer(path: string, { method = 'GET', body }: RequestInit): Response | null {
    if (path === 'ui/auth/externalLogins') {
      const ldap = this.all.some(({ enabled }) => enabled);
      const saml = false;
      return json<ExternalLogins>({ crowd: false, ldap, saml, httpSso: this.namesUser });
    }
    const isOwn = path === 'ui/auth/directories/link' || path.startsWith('ui/auth/httpSso');
    if (!isOwn && !path.startsWith(PATH)) return null;
    if (method === 'GET') {
      if (this.fails) return refusal(503, 'unavailable', 'Directories cannot be read.');
      return json<ListedUserDirectories>({ directories: this.all });
    }
    const sent = typeof body === 'string' ? JSON.parse(body) : null;
    this.changes.push({ call: `${method} ${path}`, body: sent });
    if (this.refused) return this.refused();
    if (isOwn) return json<Empty>({});
    if (path.endsWith('/test')) return json<TestedUserDirectory>(this.tested);
    return this.#change(method, path.slice(PATH.length + 1), sent);
  }

  #change(method: string, name: string, wanted: WantedUserDirectory): Response {
    const others = this.all.filter(one => one.name !== name);
    if (method === 'DELETE') {
      this.all = others;
      return json<Empty>({});
    }
    const before = this.all.find(one => one.name === name) ?? userDirectory(wanted.name ?? name);
    const { password, ...settings } = wanted;
    const changed: DescribedUserDirectory = {
      ...before,
      ...settings,
      name: before.name,
      has_password: password === undefined ? before.has_password : password !== '',
    };
    this.all = [...others, changed];
    return json<DescribedUserDirectory>(changed);
  }
}
