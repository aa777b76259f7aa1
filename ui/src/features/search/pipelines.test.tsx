import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fetch } from '@/engine/api';
import type { BuildRow, BuildRunRow } from '@/generated/api';
import type { SearchModel } from '@/generated/types';
import { placeOf } from '@/test/fakePlaces';
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

const EMPTY: SearchModel = {
  ...{ name: '', description: '', checksum: '', cve: '', before: '', after: '', path: '', archive_path: '' },
  ...{ package_type: '', package_specific_query: '', version: '', scope: '', branch: '' },
  ...{ package_types: [], repositories: [], licenses: [], severities: [], tags: [] },
  ...{ properties: {}, properties_sets_object: {} },
  ...{ archive_search_type: null, artifacts_search_type: null },
  ...{ is_checksum: false, exclude_inner_classes: false, search_class_only: false },
};

function build(name: string, run: Partial<BuildRunRow> = {}, more: Partial<BuildRow> = {}): BuildRow {
  const last: BuildRunRow = {
    ...{ number: '7', started: AT, published_at: AT, published_by: 'p_7', agent: 'Jenkins 2.440' },
    ...{ counts: { modules: 1, artifacts: 1, dependencies: 0 }, may_delete: false },
    ...run,
  };
  return { name, project: null, runs: 3, last, ...more };
}

const listed = (builds: readonly BuildRow[], next: string | null = null) =>
  json({ builds, next, names: {}, total: builds.length, server: 'http://localhost/artifactory' });

interface Opened {
  /** The query of the address, and what the machine has read of it. */
  query?: string;
  model?: Partial<SearchModel>;
  /** Whether the pipelines service is part of the installation. */
  offered?: boolean;
  answer?: (asked: Record<string, string>) => Response | Promise<Response>;
}

/** The page, what it asks for, and the commands that the machine of search gets. */
function open({ query, model = {}, offered = false, answer = () => listed([build('till')]) }: Opened = {}) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const offers = offered ? [{ search_type: 'pipelines', disabled: null }] : [];
  let box = {
    ...{ search_type: 'pipelines', offers, recent_searches: [], not_ready: null },
    ...{ model: { ...EMPTY, ...model } },
  };
  server.states.set('search', { state: { state: 'ready', ...{ search: box } }, instance: 1 });
  const propose = server.propose.bind(server);
  server.propose = command => {
    const { machine, event } = command;
    if (machine !== 'search') return propose(command);
    if (event.type === 'change_model') box = { ...box, model: event.model as SearchModel };
    if (event.type === 'clear') box = { ...box, model: EMPTY };
    const to = placeOf('pipelinesSearchResults', { query: 'as searched' });
    const calls = event.type === 'search' ? [{ call: 'browser.navigate', to }] : [];
    server.push({ machine, event, to: { state: 'ready', ...{ search: box } }, calls });
  };
  const { fetch } = server;
  const asked: Record<string, string>[] = [];
  const own: Fetch = async (path, init) => {
    const [name = '', search] = path.replace(/^.*\/api\/v1\//, '').split('?');
    if (name !== 'builds') return fetch(path, init);
    const fields = Object.fromEntries(new URLSearchParams(search));
    asked.push(fields);
    return answer(fields);
  };
  server.fetch = own;
  const address = query === undefined ? '' : `?${new URLSearchParams({ query })}`;
  const sent = () => server.commands.filter(({ machine }) => machine === 'search').map(({ event }) => event);
  return { ...startConsole(`/pipelinesSearchResults${address}`, server), asked, sent };
}

const row = (name: RegExp) => screen.findByRole('row', { name });
const field = () => screen.findByLabelText('Pipeline');

// covers: [SEARCH-01, BUILD-04]
test('without a search all pipelines are listed, each with its last run', async () => {
  const rows = [build('till', {}, { project: 'web-shop' }), build('by hand', { agent: '' })];
  const { asked } = open({ answer: () => listed(rows) });
  const found = within(await row(/till/));
  expect(screen.getByRole('heading', { level: 1, name: 'Pipelines search' })).toBeVisible();
  expect(screen.getByText(/^Pipelines whose runs have published a build here\./)).toBeVisible();
  for (const text of ['Jenkins 2.440', '7', dayTime(AT), '3', 'web-shop'])
    expect(found.getByText(text)).toBeInTheDocument();
  expect(within(await row(/by hand/)).getByText('Not known')).toBeInTheDocument();
  const headings = ['Pipeline', 'Server', 'Last run', 'Began', 'Runs', 'Project'];
  for (const name of headings) expect(screen.getByRole('columnheader', { name })).toBeInTheDocument();
  expect(asked[0]).toEqual({ limit: '100' });
});

test('Enter opens the build of a pipeline, in its project', async () => {
  const { user, router } = open({ answer: () => listed([build('team/till', {}, { project: 'web-shop' })]) });
  within(await row(/till/))
    .getByRole('rowheader')
    .focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/builds/team%252Ftill'));
  expect(router.state.location.search).toEqual({ project: 'web-shop' });
});

test('a click opens a build that belongs to no project', async () => {
  const { user, router } = open();
  await user.click(within(await row(/till/)).getByText('till'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/builds/till'));
  expect(router.state.location.search).toEqual({});
});

// covers: [SEARCH-05]
test.each(['till', 'till*', ' *till** '])('the name "%s" of an address is searched for', async name => {
  const { asked } = open({ query: `name:"${name}"`, model: { name } });
  await row(/till/);
  expect(await field()).toHaveValue(name.trim());
  for (const fields of asked) expect(fields).toEqual({ limit: '100', text: 'till' });
  expect(screen.queryByText(/does not apply/)).toBeNull();
});

// covers: [SEARCH-05, SEARCH-06]
test('where the search box offers pipelines, the form searches by the keyboard and keeps the focus', async () => {
  const { sent, user, router } = open({ offered: true });
  await row(/till/);
  await user.type(await field(), ' sho*p {Enter}');
  await waitFor(() => expect(router.state.location.search).toEqual({ query: 'as searched' }));
  expect(sent()).toEqual([
    { type: 'open' },
    { type: 'open' },
    { type: 'change_model', model: { ...EMPTY, name: 'sho*p' } },
    { type: 'search' },
  ]);
  expect(await field()).toHaveFocus();
  expect(await field()).toHaveValue('sho*p');
});

// covers: [SEARCH-03]
test('what the machine refuses is shown', async () => {
  const { server, user } = open({ offered: true });
  await row(/till/);
  server.refuses = 'search_empty';
  await user.type(await field(), 'shop{Enter}');
  expect(await screen.findByText('Enter a search text or fill in at least one field.')).toBeVisible();
});

// covers: [SEARCH-01, SEARCH-05]
test('where the search box offers no pipelines, a search is the query of the address', async () => {
  const { sent, user, router } = open();
  await row(/till/);
  await user.type(await field(), 'my shop');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Search' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toEqual({ query: 'name:"my shop"' }));
  expect(router.state.location.href).toBe('/pipelinesSearchResults?query=name%3A%22my+shop%22');
  expect(sent()).toEqual([{ type: 'open' }]);
});

test('Clear and an empty field lead to all pipelines', async () => {
  const model = { name: 'shop' };
  const { asked, sent, user, router } = open({ query: 'name:shop', model });
  expect(await field()).toHaveValue('shop');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(sent().at(-1)).toEqual({ type: 'clear' });
  expect(await field()).toHaveValue('');
  await waitFor(() => expect(asked.at(-1)).toEqual({ limit: '100' }));
  await user.type(await field(), ' {Enter}');
  expect(router.state.location.search).toEqual({});
});

// covers: [SEARCH-05]
test.each<[string, string, Partial<SearchModel>]>([
  ['a part that does not apply', 'name:till repo:npm-local', { name: 'till', repositories: ['npm-local'] }],
  ['a query that the machine cannot read', 'name:"till', {}],
])('%s is named', async (_, query, model) => {
  open({ query, model });
  expect(await screen.findByText(/^This search has a part that does not apply here\./)).toBeVisible();
});

test('further pages follow', async () => {
  const answer = ({ after }: Record<string, string>) =>
    after === undefined ? listed([build('till')], 'c1') : listed([build('shop')]);
  const { asked, user } = open({ answer });
  await row(/till/);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await row(/shop/);
  expect(asked.at(-1)).toEqual({ limit: '100', after: 'c1' });
  expect(screen.getAllByRole('rowheader')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

// covers: [BUILD-04]
test('a pipeline appears when a run of it publishes a build', async () => {
  let rows = [build('till')];
  const { server } = open({ answer: () => listed(rows) });
  await row(/till/);
  await waitFor(() => expect(server.followed.map(({ topic }) => topic)).toContain('builds'));
  rows = [build('shop'), ...rows];
  server.sendTopic('builds', { cursor: 'c_2', data: {} });
  await row(/shop/);
});

// covers: [BUILD-04]
test('a list that was asked for before builds were followed is loaded again', async () => {
  let answerFirst: () => void = () => undefined;
  const first = new Promise<Response>(resolve => {
    answerFirst = () => resolve(listed([build('till')]));
  });
  const { asked, server } = open({
    answer: () => (asked.length === 1 ? first : listed([build('shop'), build('till')])),
  });
  await waitFor(() => expect(server.followed.map(({ topic }) => topic)).toContain('builds'));
  answerFirst();
  await row(/shop/);
});

test('before any build is published the page says how one is, and leads there', async () => {
  open({ answer: () => listed([]) });
  expect(await screen.findByText('No pipelines yet')).toBeVisible();
  const way = within(screen.getByRole('main')).getByRole('link', { name: 'Builds' });
  expect(way).toHaveAttribute('href', '/ui/builds');
});

test('a search that finds nothing says so', async () => {
  open({ query: 'name:nothing', model: { name: 'nothing' }, answer: () => listed([]) });
  expect(await screen.findByText('No pipelines found')).toBeVisible();
  expect(screen.getByText('Change or clear the search.')).toBeVisible();
});

test('a failure is shown, and asking again helps', async () => {
  let answers = () => json({ error: { code: 'of_a_test', message: '' } }, 500);
  const { user } = open({ answer: () => answers() });
  expect(await screen.findByText('The search could not be carried out.')).toBeVisible();
  answers = () => listed([build('till')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await row(/till/);
  expect(screen.queryByRole('alert')).toBeNull();
});
