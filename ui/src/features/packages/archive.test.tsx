import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startConsole } from '@/test/harness';
import { json, versionNode, versionsPage, withVersion } from '@/test/version';
import { type Archived, queryFor } from './archived';

afterEach(() => localStorage.clear());

const ID = 'npm://@acme/shop';
const LOCAL = { name: 'npm-local', type: 'local', leadFilePath: 'shop-1.0.0.tgz' };
const OTHER = { name: 'npm-old', type: 'local', leadFilePath: 'old/shop-1.0.0.tgz' };
const REMOTE = { name: 'npm-remote', type: 'remote', leadFilePath: 'far/shop-1.0.0.tgz' };

const ARCHIVED = {
  ...{ repository: 'npm-local', name: '~1', package: '@acme/shop', version: '1.0.0', files: 1 },
};

/** The page of a version in these repositories, and the bodies of the calls that it makes, by their paths. */
function open(repos: readonly object[], answers: Readonly<Record<string, () => Response>> = {}) {
  const asked: [path: string, body: unknown][] = [];
  const { server, address } = withVersion({
    id: ID,
    query: ({ query }) =>
      query.includes('Package(') ? { package: null } : { versions: versionsPage(versionNode(ID, { repos })) },
    other: (path, _, body) => {
      const answer = answers[path];
      if (answer) asked.push([path, body]);
      return answer?.();
    },
  });
  return { ...startConsole(address, server), asked };
}

const button = () => screen.findByRole('button', { name: 'Archive' });

test('a version is archived after a question, is found in the archive, and comes back with Undo', async () => {
  const { user, asked, router } = open([LOCAL], {
    'archive/versions': () => json(ARCHIVED),
    'tree/restore': () => json({ files: 1, taken: 0 }),
  });
  await user.click(await button());
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive version 1.0.0 of @acme/shop?' }));
  expect(dialog.getByText(/can no longer install it from npm-local until it is restored/)).toBeVisible();
  expect(dialog.queryByLabelText('Repository')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Archive' }));
  const notice = await screen.findByText(/^Version 1\.0\.0 of @acme\/shop was archived\./);
  expect(router.state.location.pathname).toBe(`/packages/${encodeURIComponent(ID)}`);
  expect(asked).toEqual([['archive/versions', { repository: 'npm-local', path: 'shop-1.0.0.tgz' }]]);
  const query = new URLSearchParams({
    query: 'name:@acme/shop pkg:npm repo:npm-local archive:packages version:1.0.0',
  });
  expect(within(notice).getByRole('link', { name: 'Find it in the archive' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/artifactoryRetention/search?${query}`),
  );
  await user.click(within(notice).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('@acme/shop 1.0.0 was restored.')).toBeVisible();
  expect(asked.at(-1)).toEqual(['tree/restore', { repository: 'npm-local', name: '~1' }]);
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/1\.0\.0$/));
  expect(screen.queryByText(/was archived\./)).toBeNull();
});

test('of several repositories one is chosen, and a refusal is shown in the dialog', async () => {
  const message = 'You do not have permission to delete this.';
  const { user, asked } = open([REMOTE, LOCAL, OTHER], {
    'archive/versions': () => json({ error: { code: 'of_a_test', message } }, 403),
  });
  await user.click(await button());
  const dialog = within(await screen.findByRole('dialog', { name: /^Archive version/ }));
  const choice = dialog.getByLabelText('Repository');
  // what is kept of an upstream would only be fetched again
  expect(
    within(choice)
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['npm-local', 'npm-old']);
  await user.selectOptions(choice, 'npm-old');
  await user.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(asked).toEqual([['archive/versions', { repository: 'npm-old', path: 'old/shop-1.0.0.tgz' }]]);
  await user.click(dialog.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await button()).toHaveFocus();
});

test('a version that no local repository has is not archived', async () => {
  open([REMOTE]);
  await screen.findByRole('button', { name: 'Download' });
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
});

test('a name with signs of queries is a pattern in the search for it', () => {
  const archived: Archived = {
    id: 'maven://com.acme:till',
    version: '1.0 beta',
    files: { ...ARCHIVED, repository: 'libs', package: 'com.acme:till' },
  };
  expect(queryFor(archived)).toBe('name:com.acme?till pkg:maven repo:libs archive:packages version:1.0?beta');
});
