// The cards of Git vendors on the page of integrations.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type FakeGit, integration, startGit } from '@/test/fakeGit';

const PAGE = '/integrations';

const card = async (name: string) => {
  const list = await screen.findByRole('list', { name: 'Source control' });
  const heading = await within(list).findByRole('heading', { name });
  const item = heading.closest('li');
  if (!item) throw new Error(`no card ${name}`);
  return item;
};

const withGithub = (kept: FakeGit) => {
  kept.all = [
    integration('ours'),
    integration('theirs', { products: [] }),
    integration('lab', { vendorName: 2, products: [] }),
  ];
};

// covers: [INT-01, DET-09]
test('the four vendors come first, and each offers to connect it while none is', async () => {
  const { user, kept } = startGit(PAGE);
  expect(await screen.findByText('Connect a service')).toBeVisible();
  const list = screen.getByRole('list', { name: 'Source control' });
  expect(
    within(list)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['GitHub', 'GitLab', 'Bitbucket Cloud', 'Bitbucket Server']);
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('Source control');
  expect(within(list).getAllByText('Disconnected')).toHaveLength(4);
  expect(within(list).queryByRole('link')).toBeNull();
  await user.click(within(list).getByRole('button', { name: 'Connect GitLab' }));
  expect(await screen.findByRole('dialog', { name: 'Connect GitLab' })).toBeVisible();
  expect(kept.proposed.at(-1)).toEqual({ type: 'create', vendor: 'gitlab' });
});

// covers: [INT-01, DET-09]
test('a connected vendor has a check, a header that leads to it, and a button for another one', async () => {
  startGit(PAGE, withGithub);
  const github = await card('GitHub');
  await within(github).findByText('Connected');
  expect(screen.queryByText('Connect a service')).toBeNull();
  expect(within(github).getByRole('link', { name: 'GitHub' })).toHaveAttribute(
    'href',
    '/ui/integrations/github',
  );
  expect(github).toHaveTextContent('2 integrations');
  expect(within(github).getByRole('link', { name: 'Scanning: 1 connection' })).toHaveAttribute(
    'href',
    '/ui/integrations/github?serviceName=scanning',
  );
  expect(within(github).getByRole('button', { name: 'Add a GitHub integration' })).toHaveTextContent('+');
  const gitlab = await card('GitLab');
  expect(gitlab).toHaveTextContent('Configured');
  expect(within(gitlab).getByRole('link', { name: 'GitLab' })).toBeVisible();
  expect(await card('Bitbucket Cloud')).toHaveTextContent('Disconnected');
});

// covers: [INT-01, INT-06]
test('without the feature an administrator is told what turns it on', async () => {
  const { kept } = startGit(PAGE, server => {
    const { installation } = server.facts;
    server.facts = { ...server.facts, installation: { ...installation, features: [] } };
  });
  const group = await screen.findByRole('region', { name: 'Source control' });
  expect(group).toHaveTextContent('Unavailable');
  expect(group).toHaveTextContent('add git_scanning to the features');
  expect(within(group).queryByRole('button')).toBeNull();
  expect(kept.proposed).toEqual([]);
});

// covers: [INT-01, INT-06]
test('a user who is no administrator sees nothing of it', async () => {
  const { kept } = startGit(PAGE, server => {
    server.view = { role: 'user', licence: null, flavour: null } as unknown as FakeGit['view'];
  });
  await screen.findByRole('list', { name: 'Developer tools' });
  expect(screen.queryByText('Source control')).toBeNull();
  expect(kept.proposed).toEqual([]);
});

// covers: [INT-07]
test('a list that fails is not notified, and can be tried again', async () => {
  const { user, kept } = startGit(PAGE, server => {
    withGithub(server);
    server.listFails = true;
  });
  expect(await screen.findByText(/^The connections could not be loaded\./)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Disconnected')).toBeNull();
  kept.listFails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await within(await card('GitHub')).findByText('Connected');
});

// covers: [INT-03]
test('closing the modal returns to the card, and leaving the page resets the machine', async () => {
  const { user, kept, router } = startGit(PAGE);
  const button = await screen.findByRole('button', { name: 'Connect GitHub' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Connect GitHub' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
  await router.navigate({ to: '/session-activity' });
  await waitFor(() => expect(kept.proposed.at(-1)).toEqual({ type: 'reset' }));
});
