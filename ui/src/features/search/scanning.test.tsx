import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fetch } from '@/engine/api';
import type { ComponentSearch, ScannedComponent } from '@/generated/api';
import type { ComponentRequest, SearchAsker, SearchModel } from '@/generated/types';
import { placeOf } from '@/test/fakePlaces';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';
import { json } from '@/test/version';

beforeEach(() => {
  // the virtual list asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
});
afterEach(() => localStorage.clear());

const EMPTY: SearchModel = {
  ...{ name: '', description: '', checksum: '', cve: '', before: '', after: '', path: '', archive_path: '' },
  ...{ package_type: '', package_specific_query: '', version: '', scope: '', branch: '' },
  ...{ package_types: [], repositories: [], licenses: [], severities: [], tags: [] },
  ...{ properties: {}, properties_sets_object: {} },
  ...{ archive_search_type: null, artifacts_search_type: null },
  ...{ is_checksum: false, exclude_inner_classes: false, search_class_only: false },
};

/** An administrator of an installation with a scanner. */
const ASKER: SearchAsker = {
  ...{ person: 'root', admin: true, shown: ['scanning'], scanning: { view: true, manage: true } },
  ...{ archive_indexing: false, bundles_moved: false, bundles_tab: 'source' },
};

/** What the machine asks the scanner for at an address without a search. */
const REQUEST: ComponentRequest = {
  ...{ direction: 'desc', num_of_rows: 20, order_by: 'last_updated', page_num: 1, all_components: false },
  ...{ name: null, cve: null, severities: null },
};

function component(name: string, version: string, more: Partial<ScannedComponent> = {}): ScannedComponent {
  return {
    ...{ id: `npm://${name}:${version}`, name, version, package_type: 'npm', licenses: ['MIT'] },
    vulnerabilities: { critical: 1, high: 0, medium: 2, low: 0, info: 0, unknown: 0, skipped: 0 },
    last_updated: '2026-01-02T03:04:05.000Z',
    ...more,
  };
}

const problem = (status: number, code: string, message: string) => json({ error: { code, message } }, status);

interface Asked {
  query: Record<string, string>;
  body: ComponentSearch;
}

interface Opened {
  asker?: SearchAsker;
  /** The query of the address, and what the machine has read of it. */
  query?: string;
  model?: Partial<SearchModel>;
  /** What it has the scanner asked for, at once and after a search. */
  components?: Partial<ComponentRequest>;
  searched?: Partial<ComponentRequest>;
  /** What the server answers about a page. */
  answer?: (page: number) => Response;
}

const listed = (rows: readonly ScannedComponent[], more: object = {}) =>
  json({ data: rows, page_num: 1, num_of_rows: 20, has_next_page: false, is_partial: false, ...more });

/** The page, what the scanner is asked for, and the commands that the machine of search gets. */
function open({
  asker = ASKER,
  query,
  model = {},
  components = {},
  searched = {},
  answer = () => listed([component('till', '1.0.0')]),
}: Opened = {}) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const asked: Asked[] = [];
  let box = {
    ...{ search_type: 'scanning', offers: [], recent_searches: [] },
    ...{ model: { ...EMPTY, ...model }, asker: null as SearchAsker | null },
    components: { ...REQUEST, ...components },
  };
  server.states.set('search', { state: { state: 'ready', ...{ search: box } }, instance: 1 });
  const propose = server.propose.bind(server);
  server.propose = command => {
    const { machine, event } = command;
    if (machine !== 'search') return propose(command);
    if (event.type === 'open') box = { ...box, asker: asker };
    if (event.type === 'change_model') box = { ...box, model: event.model as SearchModel };
    if (event.type === 'change_type') box = { ...box, search_type: String(event.search_type) };
    if (event.type === 'search') box = { ...box, components: { ...REQUEST, ...searched } };
    if (event.type === 'clear') box = { ...box, model: EMPTY };
    const to = placeOf('scanningSearchResults', { query: 'as searched' });
    const calls = event.type === 'search' ? [{ call: 'browser.navigate', to }] : [];
    server.push({ machine, event, to: { state: 'ready', ...{ search: box } }, calls });
  };
  const { fetch } = server;
  const own: Fetch = async (path, init) => {
    const [name = '', search] = path.replace(/^.*\/api\/v1\//, '').split('?');
    if (name !== 'xray/ui/component/paginatedsearch') return fetch(path, init);
    const fields = Object.fromEntries(new URLSearchParams(search));
    asked.push({ query: fields, body: JSON.parse(String(init.body)) });
    return answer(Number(fields.page_num));
  };
  server.fetch = own;
  const address = query === undefined ? '' : `?query=${encodeURIComponent(query)}`;
  const sent = () => server.commands.filter(({ machine }) => machine === 'search').map(({ event }) => event);
  return { ...startConsole(`/scanningSearchResults${address}`, server), asked, sent };
}

const row = (name: RegExp) => screen.findByRole('row', { name });

// covers: [SEARCH-01, PKG-10]
test('without a search the newest versions with findings are listed', async () => {
  const { asked, user, router } = open();
  const found = within(await row(/till/));
  expect(screen.getByRole('heading', { level: 1, name: 'Scanning search' })).toBeVisible();
  for (const text of ['1.0.0', 'npm', 'MIT', 'Critical 1', 'Medium 2'])
    expect(found.getByText(text)).toBeInTheDocument();
  expect(asked).toEqual([
    {
      query: { order_by: 'last_updated', direction: 'desc', page_num: '1', num_of_rows: '20' },
      body: { all_components: false },
    },
  ]);
  await user.click(found.getByText('till'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/packages/npm%3A%2F%2Ftill/1.0.0'));
  expect(router.state.location.search).toEqual({ tab: 'vulnerabilities' });
});

test('Enter opens a version whose package has a scope', async () => {
  const { user, router } = open({ answer: () => listed([component('@acme/shop', '2.0.0-rc.1')]) });
  const cell = within(await row(/@acme\/shop/)).getByRole('rowheader');
  cell.focus();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/packages/npm%3A%2F%2F%40acme%2Fshop/2.0.0-rc.1'),
  );
});

// covers: [SEARCH-04, SEARCH-05]
test('what the address searches for is in the form, and the scanner is asked for it', async () => {
  const model = { name: 'shop', cve: 'CVE-2026-1', severities: ['critical', 'high'] };
  const components = { ...model, name: 'shop*' };
  const { asked } = open({ query: 'name:shop cve:CVE-2026-1 severities:critical,high', model, components });
  await row(/till/);
  expect(asked.map(({ body }) => body)).toEqual([{ all_components: false, ...components }]);
  expect(screen.getByLabelText('Package')).toHaveValue('shop');
  expect(screen.getByLabelText('CVE or another identifier')).toHaveValue('CVE-2026-1');
  const severities = within(screen.getByRole('group', { name: 'Severities' }));
  expect(severities.getByRole('checkbox', { name: 'High' })).toBeChecked();
  expect(severities.getByRole('checkbox', { name: 'Low' })).not.toBeChecked();
  // a version without findings has no severity and no identifier
  expect(screen.getByRole('checkbox', { name: 'Also versions without findings' })).toBeDisabled();
});

// covers: [SEARCH-06]
test('the form searches by the keyboard, and its end is the list of everything', async () => {
  const searched = { name: '*sh?p*', severities: ['critical'] };
  const { asked, sent, user, router } = open({ searched });
  await row(/till/);
  await user.click(screen.getByRole('checkbox', { name: 'Critical' }));
  await user.type(screen.getByLabelText('Package'), ' *sh?p {Enter}');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.body).toEqual({ all_components: false, ...searched });
  expect(sent()).toEqual([
    { type: 'open' },
    { type: 'open' },
    { type: 'change_model', model: { ...EMPTY, name: '*sh?p', severities: ['critical'] } },
    { type: 'search' },
  ]);
  await waitFor(() => expect(router.state.location.search).toEqual({ query: 'as searched' }));
  // the field is the same one, and keeps the focus
  expect(screen.getByLabelText('Package')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(sent().at(-1)).toEqual({ type: 'clear' });
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Critical' })).not.toBeChecked());
});

test('the form searches for versions also after another type could not be searched', async () => {
  const { server, sent, user } = open();
  await row(/till/);
  const event = { type: 'change_type', search_type: 'packages' };
  server.propose({ id: 'c', machine: 'search', expected: null, event });
  await user.type(screen.getByLabelText('Package'), 'shop{Enter}');
  await waitFor(() => expect(sent().map(({ type }) => type)).toContain('search'));
  expect(sent()[2]).toEqual({ type: 'change_type', search_type: 'scanning' });
});

test('a part of a search that does not apply is named', async () => {
  open({ query: 'name:till repo:npm-local', model: { name: 'till', repositories: ['npm-local'] } });
  expect(await screen.findByText(/^This search has a part that does not apply here\./)).toBeVisible();
});

test('the server sorts, and lists versions without findings on request', async () => {
  const { asked, user } = open();
  await row(/till/);
  await user.selectOptions(screen.getByLabelText('Sort'), 'Name, A to Z');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.query).toMatchObject({ order_by: 'name', direction: 'asc' });
  await user.click(screen.getByRole('checkbox', { name: 'Also versions without findings' }));
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked[2]?.body).toEqual({ all_components: true });
  await row(/till/);
});

test('further pages follow, and a version that comes twice is listed once', async () => {
  const answer = (page: number) =>
    listed(
      page === 1
        ? [component('till', '1.0.0'), component('shop', '1.0.0')]
        : [component('shop', '1.0.0'), component('clean', '3.0.0', { licenses: [] })],
      { page_num: page, has_next_page: page === 1 },
    );
  const { asked, user } = open({ answer });
  await row(/till/);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await row(/clean/);
  expect(asked.map(({ query }) => query.page_num)).toEqual(['1', '2']);
  expect(screen.getAllByRole('rowheader')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a version without findings says so', async () => {
  const vulnerabilities = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };
  open({ answer: () => listed([component('clean', '3.0.0', { vulnerabilities })]) });
  expect(within(await row(/clean/)).getByText('No known vulnerabilities')).toBeVisible();
});

test('nothing found, nothing known and an index that is being built have their own texts', async () => {
  const components = { name: 'nothing*' };
  const answer = () => listed([], { is_partial: true });
  open({ query: 'name:nothing', model: { name: 'nothing' }, components, answer });
  expect(await screen.findByText('No versions found')).toBeVisible();
  expect(screen.getByText('Change or clear the search.')).toBeVisible();
  expect(screen.getByText(/^The index of packages is being built/)).toBeVisible();
});

test('without any finding the page says when there will be some', async () => {
  open({ answer: () => listed([]) });
  expect(await screen.findByText('No known vulnerabilities')).toBeVisible();
  expect(screen.getByText(/^Versions are listed here once/)).toBeVisible();
});

// covers: [PKG-03, PKG-10]
test.each([
  [503, 'xray_unavailable', 'Xray is unavailable', 'Service status', '/admin/monitoring/service-status'],
  [
    403,
    'xray_licence_required',
    'Requires an Xray license',
    'Licences',
    '/admin/license_management/licenses',
  ],
])('%d %s is explained, with a link for administrators', async (status, code, text, link, path) => {
  let answers = () => problem(status, code, `${text}. As the server has it.`);
  const { asked, user } = open({ answer: () => answers() });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(text)).toBeVisible();
  expect(alert.getByRole('link', { name: link })).toHaveAttribute('href', expect.stringContaining(path));
  // asking again at once would get the same answer
  expect(asked).toHaveLength(1);
  answers = () => listed([component('till', '1.0.0')]);
  await user.click(alert.getByRole('button', { name: 'Try again' }));
  await row(/till/);
  expect(screen.queryByRole('alert')).toBeNull();
});

// covers: [PKG-03, PKG-10]
test.each([
  ['service', { ...ASKER, scanning: null, shown: [] }, 'Xray is unavailable'],
  ['licence', { ...ASKER, shown: [] }, 'Requires an Xray license'],
])('without the %s the scanner is not asked', async (_, asker, text) => {
  const { asked, sent, user } = open({ asker });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(text)).toBeVisible();
  expect(asked).toEqual([]);
  await user.click(alert.getByRole('button', { name: 'Try again' }));
  expect(sent()).toEqual([{ type: 'open' }, { type: 'open' }]);
});

test('another failure is shown in the words of the server', async () => {
  open({ answer: () => problem(400, 'page_out_of_bounds', 'Search for a name.') });
  expect(await screen.findByText('Search for a name.')).toBeVisible();
});
