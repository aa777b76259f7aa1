import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fetch } from '@/engine/api';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';
import { json } from '@/test/version';
import { dayTime } from '@/texts/time';

beforeEach(() => {
  // the virtual list asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
});

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const AT = '2026-01-05T10:00:00.000Z';

const row = (version: string, differences: object = {}) => ({
  ...{ id: 'npm://shop', package_type: 'npm', package: 'shop', version, tags: [], repository: 'npm-local' },
  ...{ name: `~${version}`, files: 2, bytes: 2_000, archived_at: AT, archived_by: 'p_7', restorable: true },
  ...differences,
});

type Row = ReturnType<typeof row>;

const page = (versions: readonly object[], next: string | null = null) =>
  json({ versions, next, names: { p_7: 'ann' } });

/** What the search machine has where an address was read, and where nothing was searched for. */
const NO_MODEL = {
  ...{ name: '', version: '', archive_path: '', path: '', package_types: [], repositories: [] },
  ...{ archive_search_type: null, properties: {} },
};

interface Differences {
  query?: string;
  model?: object;
  /** Why what the address has is no search. */
  notReady?: string;
  offered?: boolean;
  answers?: Readonly<Record<string, (search: URLSearchParams, body: unknown) => Response>>;
}

const REPOSITORIES = [
  { key: 'npm-local', class: 'local', package_type: 'npm' },
  { key: 'images', class: 'local', package_type: 'docker' },
  { key: 'npm-remote', class: 'remote', package_type: 'npm' },
];

/** The page of the archive, and the calls that it makes: what they are about, by their paths. */
function open({ query = '', model = {}, notReady, offered = false, answers = {} }: Differences = {}) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const offers = offered ? [{ search_type: 'archive', disabled: null }] : [];
  const search = {
    ...{ search_type: 'archive', offers, recent_searches: [], query_string: query },
    ...{ model: { ...NO_MODEL, ...model }, not_ready: notReady ?? null },
  };
  server.push({
    machine: 'search',
    event: { type: 'search.navigated' },
    to: { state: 'ready', ...{ search } },
  });
  const asked: [path: string, what: unknown][] = [];
  const { fetch } = server;
  const own: Fetch = async (path, init) => {
    const [name = '', text] = path.replace(/^.*\/api\/v1\//, '').split('?');
    const params = new URLSearchParams(text);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    if (name === 'tree/repositories') return json({ repositories: REPOSITORIES, may_create: true });
    const answer = answers[name];
    if (!answer) return fetch(path, init);
    asked.push([name, body ?? Object.fromEntries(params)]);
    return answer(params, body);
  };
  server.fetch = own;
  const address = query === '' ? '' : `?${new URLSearchParams({ query })}`;
  return { ...startConsole(`/artifactoryRetention/search${address}`, server), asked };
}

/** An archive with versions, from which what is restored or deleted goes. */
function archiveOf(...versions: Row[]) {
  let there = versions;
  const remove = (body: unknown) => {
    there = there.filter(({ name }) => name !== (body as { name: string }).name);
  };
  return {
    'archive/versions': () => page(there),
    'tree/restore': (_: URLSearchParams, body: unknown) => {
      remove(body);
      return json({ files: 2, taken: 0 });
    },
    'tree/purge': (_: URLSearchParams, body: unknown) => {
      remove(body);
      return json({ files: 2 });
    },
  };
}

// jsdom knows no role of <search>
const formOfPage = () => screen.findByLabelText('Search the archive');

const line = (name: RegExp) => screen.findByRole('row', { name });

// covers: [SEARCH-01]
test('the newest archived versions are listed at once, with who archived them, and more on request', async () => {
  const { user, asked } = open({
    answers: {
      'archive/versions': search =>
        !search.has('after')
          ? page(
              [row('2.0.0', { tags: ['latest'] }), row('1.0.0', { archived_by: 'system' })],
              '~1/npm-local',
            )
          : page([row('0.9.0', { restorable: false })]),
    },
  });
  expect(await line(/shop.*2\.0\.0 \(latest\).*npm-local.*2 kB.*ann/)).toHaveTextContent(dayTime(AT));
  expect(await line(/shop.*1\.0\.0.*the server/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  const mine = await line(/shop.*0\.9\.0/);
  expect(within(mine).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(asked.map(([, what]) => what)).toEqual([{ query: '' }, { query: '', after: '~1/npm-local' }]);
});

test('versions stay when there is no answer about more of them, and one that comes twice is listed once', async () => {
  const problem = () => json({ error: { code: 'of_a_test', message: 'The server is busy.' } }, 400);
  let more = problem;
  const { user } = open({
    answers: {
      'archive/versions': search => (!search.has('after') ? page([row('2.0.0')], '~1/npm-local') : more()),
    },
  });
  await line(/2\.0\.0/);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('The server is busy.', { exact: false })).toBeVisible();
  expect(screen.getByRole('row', { name: /2\.0\.0/ })).toBeVisible();
  expect(screen.queryByText('The archive is empty')).toBeNull();
  more = () => page([row('2.0.0'), row('1.0.0')]);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await line(/1\.0\.0/);
  expect(screen.getAllByRole('rowheader')).toHaveLength(2);
});

test('a page without a version goes on to the next one by itself', async () => {
  const busy = () => json({ error: { code: 'of_a_test', message: 'The server is busy.' } }, 400);
  let last = busy;
  const pages = (search: URLSearchParams) => {
    const after = search.get('after');
    if (after === null) return page([], '~5/npm-local');
    return after === '~5/npm-local' ? page([], '~3/npm-local') : last();
  };
  const { user, asked } = open({ answers: { 'archive/versions': pages } });
  // nothing is called empty before the last page, and a failure can be tried again
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('The archive is empty')).toBeNull();
  last = () => page([row('1.0.0')]);
  await user.click(again);
  await line(/1\.0\.0/);
  expect(asked.at(-1)).toEqual(['archive/versions', { query: '', after: '~3/npm-local' }]);
});

test('a list that cannot be loaded is not called empty', async () => {
  const problem = () => json({ error: { code: 'of_a_test', message: 'The server is busy.' } }, 400);
  open({ answers: { 'archive/versions': problem } });
  expect(await screen.findByText('The server is busy.', { exact: false })).toBeVisible();
  expect(screen.queryByText('The archive is empty')).toBeNull();
});

test('an empty archive says what it is, and where versions are archived', async () => {
  open({ answers: archiveOf() });
  expect(await screen.findByText('The archive is empty')).toBeVisible();
  expect(screen.getByText(/open its page and choose “Archive”/)).toBeVisible();
});

// covers: [SEARCH-01, SEARCH-05]
test('where the search box offers no archive, a search is the query of the address', async () => {
  const { user, asked, router, server } = open({ answers: archiveOf() });
  const form = within(await formOfPage());
  await user.type(form.getByLabelText('Name'), 'my shop');
  await waitFor(() => expect(form.getByRole('option', { name: 'images' })).toBeInTheDocument());
  // nothing of a remote repository is archived
  expect(form.queryByRole('option', { name: 'npm-remote' })).toBeNull();
  await user.selectOptions(form.getByLabelText('Repository'), 'npm-local');
  expect(form.getByLabelText('Package type')).toHaveValue('npm');
  await user.type(form.getByLabelText('Version'), '1.*');
  await user.click(form.getByRole('button', { name: 'Search' }));
  const query = 'name:"my shop" pkg:npm repo:npm-local archive:packages version:1.*';
  await waitFor(() => expect(router.state.location.search).toEqual({ query }));
  await waitFor(() => expect(asked.at(-1)?.[1]).toEqual({ query }));
  expect(await screen.findByText('No archived versions found')).toBeVisible();
  expect(server.commands.some(({ event }) => event.type === 'change_model')).toBe(false);
  await user.click(form.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(form.getByLabelText('Name')).toHaveValue('');
});

// covers: [SEARCH-03]
test('where it is offered, the machine searches, and what it refuses is shown', async () => {
  const { user, server } = open({ offered: true, answers: archiveOf() });
  const form = within(await formOfPage());
  await user.selectOptions(form.getByLabelText('Search for'), 'Files');
  await user.type(form.getByLabelText('Path'), 'shop/*');
  await user.click(form.getByRole('button', { name: 'Search' }));
  const sent = () => server.commands.filter(({ machine }) => machine === 'search').map(({ event }) => event);
  await waitFor(() =>
    expect(sent().slice(1)).toEqual([
      { type: 'open' },
      {
        type: 'change_model',
        model: { ...NO_MODEL, archive_search_type: 'artifacts', archive_path: 'shop/*' },
      },
      { type: 'search' },
    ]),
  );
  server.refuses = 'search_archive_incomplete';
  await user.click(form.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Enter a name, a package type and a repository.')).toBeVisible();
});

// covers: [SEARCH-03]
test('the address of an incomplete search says what is missing, and the form has what it has', async () => {
  open({
    query: 'name:shop archive:packages',
    model: { name: 'shop', archive_search_type: 'packages' },
    notReady: 'archive_incomplete',
    answers: archiveOf(),
  });
  expect(await screen.findByText('Enter a name, a package type and a repository.')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('shop');
});

test('a restored version is gone from the list and linked to, and files that stay are explained', async () => {
  const answers = { ...archiveOf(row('1.0.0'), row('2.0.0')) };
  const { user, asked } = open({ answers });
  await user.click(within(await line(/1\.0\.0/)).getByRole('button', { name: 'Restore shop 1.0.0' }));
  const way = await screen.findByRole('link', { name: 'Show shop 1.0.0' });
  expect(way).toHaveFocus();
  expect(way).toHaveAttribute('href', expect.stringContaining('/packages/npm%3A%2F%2Fshop/1.0.0'));
  expect(screen.getByText('shop 1.0.0 was restored.', { exact: false })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('row', { name: /1\.0\.0/ })).toBeNull());
  expect(asked).toContainEqual(['tree/restore', { repository: 'npm-local', name: '~1.0.0' }]);
  answers['tree/restore'] = () => json({ files: 1, taken: 1 });
  await user.click(within(await line(/2\.0\.0/)).getByRole('button', { name: 'Restore shop 2.0.0' }));
  expect(
    await screen.findByText(/^shop 2\.0\.0 was restored in part\. 1 file stays in the archive because/),
  ).toBeVisible();
});

test('a version is restored once, however often the button is pressed', async () => {
  const { user, asked } = open({ answers: archiveOf(row('1.0.0')) });
  await user.dblClick(within(await line(/1\.0\.0/)).getByRole('button', { name: 'Restore shop 1.0.0' }));
  await screen.findByRole('link', { name: 'Show shop 1.0.0' });
  expect(asked.filter(([path]) => path === 'tree/restore')).toHaveLength(1);
});

test('a version is deleted for good after a question, and a refusal is shown', async () => {
  const answers = { ...archiveOf(row('1.0.0')) };
  const { user, asked } = open({ answers });
  const ask = async () =>
    user.click(within(await line(/1\.0\.0/)).getByRole('button', { name: 'Delete shop 1.0.0 for good' }));
  await ask();
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(screen.queryByText('Delete shop 1.0.0 for good?')).toBeNull();
  expect(asked.some(([path]) => path === 'tree/purge')).toBe(false);
  const { 'tree/purge': purge } = answers;
  const message = 'You do not have permission to delete this.';
  answers['tree/purge'] = () => json({ error: { code: 'of_a_test', message } }, 403);
  await ask();
  await user.click(screen.getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText(message)).toBeVisible();
  answers['tree/purge'] = purge;
  await ask();
  await user.click(screen.getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('shop 1.0.0 was deleted for good.')).toBeVisible();
  expect(await screen.findByText('The archive is empty')).toBeVisible();
});
