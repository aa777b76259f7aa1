import { skipToken, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import * as repositoryCalls from '@/generated/repositoryCalls';
import type { Menus } from '@/generated/types';
import { useSettled } from '@/lib/useSettled';
import { pagesOf } from '@/shell/menu/menu';
import { packageAddress, packagesPage } from '@/shell/packages';
import { versionsPage } from '@/shell/packageVersions';
import { pathnameOf, titleOf } from '@/shell/paths';
import { useIsAdmin } from '@/shell/useIsAdmin';
import { texts } from '@/texts/palette';
import type { Command } from './commands';
import { FOUND_MAX, useEntry } from './useEntry';
import { useFoundSettings } from './useFoundSettings';
import { useOwnSessions } from './useOwnSessions';

/** Shorter texts would find nearly everything (SEARCH-03). */
const CHARS_MIN = 3;
const BY_NAME = { sort_by: 'name', sort_type: 'ASC' } as const;

/** The packages, versions, repositories, users, sessions and settings that a text finds. */
export function useFound(menus: Menus | null, typed: string): Command[] {
  const text = useSettled(typed);
  // without this, what an earlier text found would be shown for a moment
  const isLong = text === typed && [...text].length >= CHARS_MIN;
  const packages = usePackages(isLong ? text : null);
  const versions = useVersions(isLong ? text : null);
  const repositories = useRepositories(isLong ? text : null);
  // a page that the menu offers to administrators of projects as well
  const mayFindUsers = useIsAdmin() && offers(menus, 'admin.management.users');
  const users = useUsers(isLong && mayFindUsers ? text : null);
  const sessions = useOwnSessions(isLong ? text : null);
  const settings = useFoundSettings(isLong && offers(menus, 'admin.configuration.general') ? text : null);
  return [...packages, ...versions, ...repositories, ...users, ...sessions, ...settings];
}

const offers = (menus: Menus | null, route: string): boolean =>
  menus !== null && pagesOf(menus).some(item => item.route === route);

const beginning = (text: string): string => (text.endsWith('*') ? text : `${text}*`);

function usePackages(text: string | null): Command[] {
  const { api } = useEngine();
  const entry = useEntry();
  const { data } = useQuery({
    queryKey: ['palette', 'packages', text],
    queryFn:
      text === null
        ? skipToken
        : () =>
            packagesPage(api, { lowercase_name: beginning(text.toLowerCase()) }, BY_NAME, null, FOUND_MAX),
    retry: false,
  });
  return (data?.edges ?? []).map(({ node }) =>
    entry(
      'packages',
      node.id,
      node.name,
      `${node.packageType} · ${node.latestVersion}`,
      packageAddress(node.id),
    ),
  );
}

/** Versions of the packages with a name, for a text such as `left-pad@1.3`. */
function useVersions(text: string | null): Command[] {
  const { api } = useEngine();
  const entry = useEntry();
  const at = text?.lastIndexOf('@') ?? -1;
  const { data } = useQuery({
    queryKey: ['palette', 'versions', text],
    queryFn:
      text === null || at < 1
        ? skipToken
        : async () => {
            const name = text.slice(0, at).toLowerCase();
            const found = await packagesPage(api, { lowercase_name: name }, BY_NAME, null, 1);
            const packageId = found.edges[0]?.node.id;
            if (packageId === undefined) return [];
            const wanted = { packageId, name: beginning(text.slice(at + 1)) };
            const { edges } = await versionsPage(api, wanted, null, FOUND_MAX);
            return edges.map(({ node }) => ({ packageId, version: node.name }));
          },
    retry: false,
  });
  return (data ?? []).map(({ packageId, version }) =>
    entry('versions', `${packageId}@${version}`, version, packageId, packageAddress(packageId, version)),
  );
}

function useRepositories(text: string | null): Command[] {
  const { api } = useEngine();
  const entry = useEntry();
  const { data } = useQuery({
    queryKey: ['palette', 'repositories'],
    queryFn: text === null ? skipToken : () => repositoryCalls.getTreeRepositories(api),
    retry: false,
  });
  if (text === null) return [];
  const words = text.toLowerCase();
  const found = (data?.repositories ?? []).filter(({ key }) => key.toLowerCase().includes(words));
  return found
    .slice(0, FOUND_MAX)
    .map(({ key, package_type }) =>
      entry('repositories', key, key, package_type, pathnameOf('repos.tree', { path: key })),
    );
}

function useUsers(text: string | null): Command[] {
  const { api } = useEngine();
  const entry = useEntry();
  const { data } = useQuery({
    queryKey: ['palette', 'users', text],
    queryFn:
      text === null
        ? skipToken
        : () => accountCalls.getAccessApiUiUsers(api, { limit: FOUND_MAX, robot: false, search: text }),
    retry: false,
  });
  return (data?.users ?? []).flatMap(({ name, email, person }) =>
    name === null
      ? []
      : [
          entry(
            'users',
            name,
            name,
            email ?? '',
            pathnameOf('admin.management.users.edit', { userName: name }),
          ),
          // what was done in the user's sessions
          entry(
            'sessions',
            `of ${name}`,
            texts.sessionsOf({ name }),
            titleOf('sessionActivity'),
            pathnameOf('sessionActivity'),
            { user: person },
          ),
        ],
  );
}
