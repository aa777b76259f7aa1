import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

async function openAdvanced() {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  const started = startConsole('/admin/artifactory/list', server);
  const search = await screen.findByRole('searchbox', { name: 'Search pages' });
  return { ...started, search, main: screen.getByRole('main') };
}

const marked = (main: HTMLElement) => [...main.querySelectorAll('mark')].map(mark => mark.textContent);

// covers: [ROUTE-05]
test('shows the groups of the server, each with its links', async () => {
  const { main } = await openAdvanced();
  const group = within(main).getByRole('region', { name: 'Repositories' });
  expect(within(group).getByRole('link', { name: 'New local repository' })).toHaveAttribute(
    'href',
    '/ui/admin/repositories/local/new',
  );
  expect(within(main).getByText('12 pages')).toBeInTheDocument();
});

test('a search narrows the menu, marks what matched, and says how much it found', async () => {
  const { main, search, user } = await openAdvanced();
  await user.type(search, 'repo loc');
  await waitFor(() => expect(within(main).getByText('1 page')).toHaveAttribute('role', 'status'));
  expect(marked(main)).toEqual(['Repo', 'loc', 'repo']);
  expect(within(main).getAllByRole('link')).toHaveLength(1);
});

test('a search that finds nothing says so, and can be cleared by button and by Escape', async () => {
  const { main, search, user } = await openAdvanced();
  await user.type(search, 'zzz');
  expect(await within(main).findByText('No pages match “zzz”')).toBeInTheDocument();
  await user.click(within(main).getByRole('button', { name: 'Clear the search' }));
  expect(search).toHaveFocus();
  expect(search).toHaveValue('');
  await user.type(search, 'zzz{Escape}');
  expect(search).toHaveValue('');
  expect(await within(main).findByText('12 pages')).toBeInTheDocument();
});

test('what cannot be opened is reached by the keyboard, says why, and leads nowhere', async () => {
  const { main, user, router } = await openAdvanced();
  const services = within(main).getByRole('region', { name: 'Services' });
  const item = within(services).getByRole('link', { name: 'Pipelines' });
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(item).toHaveAccessibleDescription('The service behind this page is not running.');
  const tooltip = within(services).getByText('The service behind this page is not running.');
  expect(tooltip).not.toHaveAttribute('data-open');
  const last = within(main).getByRole('link', { name: 'Licences' });
  last.focus();
  await user.tab();
  expect(item).toHaveFocus();
  expect(tooltip).toHaveAttribute('data-open');
  await user.keyboard('{Escape}');
  expect(tooltip).not.toHaveAttribute('data-open');
  await user.click(item);
  expect(router.state.location.pathname).toBe('/admin/artifactory/list');
});
