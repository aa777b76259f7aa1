import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

async function openActivity(count: number) {
  const server = new FakeServer();
  fillWithRecords(server, count);
  const started = startConsole('/session-activity?view=records', server);
  const list = await screen.findByRole('listbox', { name: 'Records' });
  // the records of before the page come after the live ones
  await screen.findByText('Beginning of the session');
  return { ...started, list };
}

const rowsOf = (list: HTMLElement) => within(list).getAllByRole('option');

test('shows the newest record first, and each new one as it comes', async () => {
  const { server, list } = await openActivity(40);
  expect(rowsOf(list)[0]).toHaveTextContent(`#${server.seq}`);
  server.push({ machine: 'idle', event: { type: 'activity' }, to: { state: 'checking' } });
  expect(await within(list).findByText(`#${server.seq}`)).toBeInTheDocument();
  expect(rowsOf(list)[0]).toHaveTextContent('watching → checking');
});

test('pausing holds the list, and says how much is new', async () => {
  const { server, list, user } = await openActivity(40);
  const first = rowsOf(list)[0]?.textContent;
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  server.push({ machine: 'idle', event: { type: 'activity' }, to: { state: 'checking' } });
  const fresh = await screen.findByRole('button', { name: '1 new record' });
  expect(rowsOf(list)[0]).toHaveTextContent(first ?? '');
  await user.click(fresh);
  expect(rowsOf(list)[0]).toHaveTextContent(`#${server.seq}`);
});

test('filters by machine and by word', async () => {
  const { list, user } = await openActivity(40);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Machine' }), 'login');
  for (const row of rowsOf(list)) expect(row).toHaveTextContent('login');
  await user.type(screen.getByRole('searchbox', { name: 'Filter records' }), 'refused');
  expect(rowsOf(list)).toHaveLength(1);
  expect(rowsOf(list)[0]).toHaveTextContent('refused not_in_this_state');
  await user.type(screen.getByRole('searchbox', { name: 'Filter records' }), ' nothing-like-it');
  expect(screen.getByText('No matching records')).toBeInTheDocument();
});

test('a record opens by key, shows itself whole, and leads to its cause', async () => {
  const { server, list, user } = await openActivity(40);
  const newest = server.seq;
  list.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const detail = await screen.findByRole('region', { name: `Record ${newest - 1}` });
  expect(within(detail).getByRole('region', { name: 'Whole record' })).toHaveTextContent(
    `"seq": ${newest - 1}`,
  );
  await user.click(within(detail).getByRole('button', { name: `Record #${newest - 2}` }));
  expect(await screen.findByRole('region', { name: `Record ${newest - 2}` })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close the record' }));
  expect(screen.getByRole('region', { name: 'Machines' })).toBeInTheDocument();
});

test('every machine has a chart with its current state named', async () => {
  const { user } = await openActivity(40);
  await user.click(await screen.findByRole('button', { name: /^login/ }));
  const chart = screen.getByRole('img', { name: 'State chart of login. The current state is signed_in.' });
  expect(chart).toBeInTheDocument();
});

test('the page begins with sentences, and the record behind one opens beside it', async () => {
  const server = new FakeServer();
  fillWithRecords(server, 40);
  const { user } = startConsole('/session-activity', server);
  const acts = await screen.findByRole('region', { name: 'Acts' });
  const sentence = await within(acts).findByRole('button', { name: /opened Session activity/ });
  expect(within(acts).queryByText(/idle|watching/)).toBeNull();
  await user.click(sentence);
  const detail = await screen.findByRole('region', { name: /^Record \d+$/ });
  expect(within(detail).getByRole('region', { name: 'Whole record' })).toHaveTextContent(
    '"machine": "navigation"',
  );
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: /^Record \d+$/ })).toBeNull();
});

test('no sentence is shown before the name that it begins with is known', async () => {
  const server = new FakeServer();
  fillWithRecords(server, 40);
  const { fetch } = server;
  const asked: string[] = [];
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  server.fetch = async (path, init) => {
    if (path.endsWith('ui/auth/current')) await held;
    const answered = await fetch(path, init);
    asked.push(path);
    return answered;
  };
  startConsole('/session-activity', server);
  const acts = await screen.findByRole('region', { name: 'Acts' });
  await waitFor(() => expect(asked.filter(path => path.includes('records'))).not.toEqual([]));
  expect(await within(acts).findByText('Loading records…')).toBeInTheDocument();
  expect(within(acts).queryByRole('button', { name: /opened/ })).toBeNull();
  answer();
  await within(acts).findByRole('button', { name: /opened Session activity/ });
});

test('acts are narrowed by kind and by words, and all steps can be shown', async () => {
  const server = new FakeServer();
  fillWithRecords(server, 40);
  const { user } = startConsole('/session-activity', server);
  const acts = await screen.findByRole('region', { name: 'Acts' });
  const lines = () => within(acts).queryAllByRole('button', { name: /^\d\d:\d\d/ });
  await within(acts).findAllByRole('heading', { level: 2 });
  const kind = within(acts).getByRole('combobox', { name: 'Show' });
  await user.selectOptions(kind, 'Signing in');
  await waitFor(() => expect(lines()[0]).toHaveTextContent('signed in'));
  await user.selectOptions(kind, 'All steps');
  await waitFor(() => expect(within(acts).getAllByText('idle activity').length).toBeGreaterThan(1));
  await user.type(within(acts).getByRole('searchbox', { name: 'Search activity' }), 'nothing-like-it');
  await waitFor(() => expect(lines()).toEqual([]));
  await user.click(within(acts).getByRole('button', { name: 'Clear the filter' }));
  await waitFor(() => expect(lines()).not.toEqual([]));
});
