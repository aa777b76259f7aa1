import type { ListedUser, Project } from '@/generated/api';
import { unsetInstallation } from '@/generated/facts';
import { routes } from '@/generated/routes';
import type { Facts, MenuItem, Menus, Place, RouteName } from '@/generated/types';

type Params = Record<string, string>;

/** The first row that matches a path, and what the path's parts name: a word, `:one`, `:maybe?`, `:rest*`. */
export function matchRoute(pathname: string): { name: RouteName; params: Params } | null {
  for (const route of routes) {
    const names: string[] = [];
    const pattern = route.path.replace(/\/:(\w+)([?*]?)/g, (_, name: string, kind: string) => {
      names.push(name);
      return kind === '*' ? '(?:/(.+))?' : kind === '?' ? '(?:/([^/]+))?' : '/([^/]+)';
    });
    const found = new RegExp(`^${pattern || '/'}$`).exec(pathname);
    if (!found) continue;
    const given = names.map((name, index) => [name, found[index + 1]] as const);
    const params = Object.fromEntries(
      given.flatMap(([name, value]) => (value ? [[name, decodeURIComponent(value)]] : [])),
    );
    return { name: route.name, params };
  }
  return null;
}

/** What the shell knows of an administrator and a plain installation. */
export const adminFacts: Facts = {
  user: {
    person: 'p_7',
    admin: true,
    auditor: false,
    manages_projects: true,
    administers: [],
    oauth_realm: false,
    first_login: false,
    onboarding_owed: false,
    profile: { exists_in_db: true, updatable: true, password_required: true, unlock_required: true },
  },
  anonymous_allowed: false,
  anonymous_ui_blocked: false,
  single_sign_on: { provider_link: null, auto_redirect: false, logout_url: null },
  licence: 'ENTERPRISE_PLUS',
  services: [],
  installation: { ...unsetInstallation, features: ['tested'] },
};

const item = (id: string, route: RouteName, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  route,
  href: null,
  action: null,
  url: null,
  icon: null,
  badge: null,
  disabled: null,
  group: null,
  ...more,
});

/** `GET session/menu` without the items of its menus, on an installation that lacks some services. */
export const adminMenus: Pick<Menus, 'facts' | 'advanced' | 'logo'> = {
  facts: 5,
  advanced: [
    {
      id: 'repositories',
      items: [
        item('new_local_repository', 'admin.repositories.local.new'),
        item('new_remote_repository', 'admin.repositories.remote.new'),
        item('new_virtual_repository', 'admin.repositories.virtual.new'),
      ],
    },
    {
      id: 'management',
      items: [
        item('users', 'admin.management.users'),
        item('groups', 'admin.management.groups'),
        item('projects', 'admin.projects'),
      ],
    },
    {
      id: 'configuration',
      items: [
        item('webhooks', 'admin.configuration.webhooks'),
        item('proxies', 'admin.proxies'),
        item('licenses', 'admin.licenses.licenses'),
      ],
    },
    {
      id: 'services',
      items: [
        item('pipelines', 'pipelines', { disabled: 'service_missing' }),
        item('security_policies', 'securityPolicies', { disabled: 'licence_too_low' }),
        item('insight', 'insight'),
      ],
    },
  ],
  logo: { source: 'default', url: null, mark: 'general' },
};

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T09:00:00.000Z`;

/** What all users of the tests have in common. */
const plain = {
  email: null,
  admin: false,
  effective_admin: false,
  auditor: false,
  projects: {},
  effective_projects: {},
  groups: [],
  external: false,
  robot: false,
  profile_updatable: true,
  last_sign_in: null,
  edits: 0,
  provisioned: false,
  pending: false,
};

/** `GET access/api/ui/users`. */
export const users = ['ann', 'bob', 'Çelik', 'dora', null].map(
  (name, index): ListedUser => ({
    ...plain,
    person: `p_${index}`,
    name,
    status: index === 3 ? 'disabled' : index === 1 ? 'password_due' : 'enabled',
    admin: index === 0,
    effective_admin: index === 0,
    email: index === 1 ? 'bob@example.org' : null,
    enabled: index !== 3,
    mfa: index < 2,
    must_change_password: index === 1,
    codes_stopped_at: null,
    password_link_until: null,
    created_at: day(index + 1),
  }),
);

/** A user who has not chosen a password yet. */
export const invited: ListedUser = {
  ...plain,
  person: 'p_9',
  name: 'maria',
  status: 'invited',
  enabled: true,
  mfa: false,
  must_change_password: true,
  codes_stopped_at: null,
  password_link_until: day(9),
  created_at: day(6),
};

/** `GET projects`. */
export const projects: Project[] = [
  {
    project_key: 'dflt',
    display_name: 'Default Project',
    description: '',
    created_at: day(1),
    created_by: null,
  },
  {
    project_key: 'web-shop',
    display_name: 'Web shop',
    description: 'Everything that the shop is built from',
    created_at: day(2),
    created_by: 'p_0',
  },
];

export function placeOf(route: RouteName, query: Params, params: Params = {}): Place {
  return { route, params, query };
}

/** The package browser with the list of all packages. */
export const allPackages = { filter: {}, sort: { sort_by: 'name', sort_type: 'ASC' } };

/** The search box of a user who has never searched. */
export const emptySearch = {
  search_type: 'packages',
  offers: [{ search_type: 'packages', disabled: null }],
  recent_searches: [],
};
