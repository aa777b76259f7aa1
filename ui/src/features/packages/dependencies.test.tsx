import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startConsole } from '@/test/harness';
import { json, versionNode, versionsPage, withVersion } from '@/test/version';

afterEach(() => localStorage.clear());

/** What the packages of a repository need, by name: the last one needs the first, and `gone` is not stored. */
const NEEDS: Readonly<Record<string, readonly [string, string][]>> = {
  app: [
    ['till', 'runtime'],
    ['gone', 'runtime'],
    ['bench', 'development'],
  ],
  till: [
    ['money', 'runtime'],
    ['lint', 'development'],
  ],
  money: [['app', 'runtime']],
  bench: [],
};

const nameOf = (id: string) => id.slice('npm://'.length);

/** The versions of one package, or the newest ones of several. */
function versionsOf({ query, variables }: { query: string; variables: Record<string, unknown> }) {
  const page = (id: string) => versionsPage(Object.hasOwn(NEEDS, nameOf(id)) ? versionNode(id) : null);
  if (query.startsWith('query Newest'))
    return Object.fromEntries(Object.entries(variables).map(([alias, id]) => [alias, page(String(id))]));
  return { versions: page('npm://app') };
}

/** The page of a version of `app`, and what was asked for the dependencies of. */
async function dependenciesOfApp() {
  const asked: string[] = [];
  const { server, address } = withVersion({
    id: 'npm://app',
    query: versionsOf,
    other: (path, search) => {
      if (path !== 'packages/dependencies') return undefined;
      const of = search.get('path') ?? '';
      asked.push(of);
      const dependencies = (NEEDS[of] ?? []).map(([name, scope]) => ({
        ...{ name, scope, requirement: '^1.0.0', package_id: `npm://${name}` },
      }));
      return json({ dependencies });
    },
  });
  const started = startConsole(`${address}?tab=dependencies`, server);
  await screen.findByRole('link', { name: 'till' });
  return { ...started, asked };
}

test('a dependency that is stored opens in place, until a cycle ends it', async () => {
  const { user, asked } = await dependenciesOfApp();
  expect(await screen.findByText(/newest stored version/)).toBeInTheDocument();
  await screen.findAllByText('Newest stored version: 1.0.0');
  expect(screen.getAllByText('Newest stored version: 1.0.0')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show what gone depends on' })).toBeNull();
  // nothing is asked for before it is opened
  expect(asked).toEqual(['app']);

  const till = screen.getByRole('button', { name: 'Show what till depends on' });
  till.focus();
  await user.keyboard('{ArrowRight}');
  expect(till).toHaveAttribute('aria-expanded', 'true');
  const below = within(await screen.findByRole('list', { name: 'What till depends on' }));
  expect(await below.findByRole('link', { name: 'money' })).toBeInTheDocument();
  // what till needs for its own development does not come with it
  expect(below.queryByText('lint')).toBeNull();
  await below.findByRole('button', { name: 'Show what money depends on' });
  await user.keyboard('{ArrowDown}{Enter}');
  const last = within(await screen.findByRole('list', { name: 'What money depends on' }));
  expect(await last.findByText('Cycle: above in the tree')).toBeInTheDocument();
  expect(last.queryByRole('button')).toBeNull();

  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.queryByRole('list', { name: 'What money depends on' })).toBeNull();
  expect(till).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(screen.queryByRole('list', { name: 'What till depends on' })).toBeNull();
});

test('the graph has every package once, and each stored one leads to its version', async () => {
  const { user, router } = await dependenciesOfApp();
  await user.click(await screen.findByRole('button', { name: 'Show what till depends on' }));
  await user.click(screen.getByRole('radio', { name: 'Graph' }));
  const graph = within(await screen.findByRole('region', { name: 'Graph of dependencies' }));
  const links = await graph.findAllByRole('link');
  expect(links.map(link => link.querySelector('title')?.textContent)).toEqual([
    'till 1.0.0',
    'bench 1.0.0',
    'money 1.0.0',
  ]);
  // a package that is not stored has no page to lead to
  expect(graph.getByText('gone', { selector: 'text' })).toBeInTheDocument();
  // the tree is as it was before
  await user.click(screen.getByRole('radio', { name: 'Tree' }));
  expect(await screen.findByRole('list', { name: 'What till depends on' })).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Graph' }));
  const again = within(await screen.findByRole('region', { name: 'Graph of dependencies' }));
  await user.click(await again.findByRole('link', { name: /till/ }));
  await screen.findByRole('heading', { name: 'till', level: 1 });
  expect(router.state.location.pathname).toBe('/packages/npm%3A%2F%2Ftill/1.0.0');
});
