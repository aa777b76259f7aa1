import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

function inside(path: string) {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  return startConsole(path, server);
}

// covers: [ROUTE-09]
test('404 says which address was asked for, and finds pages', async () => {
  const { user } = inside('/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
  expect(await screen.findByText('/ui/no/such/page')).toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: 'Search pages' }), 'webho');
  const found = within(screen.getByRole('list', { name: 'Search pages' })).getAllByRole('link');
  expect(found.map(link => link.getAttribute('href'))).toContain('/ui/admin/configuration/webhooks');
  expect(found.every(link => link.querySelector('mark'))).toBe(true);
  await user.type(screen.getByRole('searchbox', { name: 'Search pages' }), 'zzz');
  expect(screen.getByText('No matching pages.')).toBeInTheDocument();
});

test('406 shows the id of the request', async () => {
  inside('/406/7f3a-1');
  expect(await screen.findByText('7f3a-1')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Copy the id' })).toBeInTheDocument();
});

test('the page of who may not enter says it in the words of the documents, and leads home', async () => {
  const { user, router } = inside('/authorization');
  expect(await screen.findByText('You are not authorized to view this page')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Go to the start page' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Session activity' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/');
});

test('500 leads home; a visitor is led to signing in instead', async () => {
  startConsole('/500');
  expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument();
});
