// The page of the integrations of a Git vendor.
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type FakeGit, integration, startGit } from '@/test/fakeGit';

const PAGE = '/integrations/github';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const some = (kept: FakeGit) => {
  kept.all = [
    integration('ours'),
    integration('theirs', { products: [], url: 'https://git.example.org' }),
    integration('lab', { vendorName: 2 }),
  ];
};

const grid = () => screen.findByRole('grid', { name: 'GitHub Integrations' });
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name });

// covers: [INT-02]
test('the table has the integrations of the vendor, with a path back to all vendors', async () => {
  const { user } = startGit(PAGE, some);
  expect(await screen.findByRole('heading', { level: 1, name: 'GitHub Integrations' })).toBeVisible();
  const path = screen.getByRole('navigation', { name: 'Path' });
  expect(within(path).getByRole('link', { name: 'Integrations' })).toHaveAttribute(
    'href',
    '/ui/integrations',
  );
  expect(within(path).getByText('GitHub Integrations')).toHaveAttribute('aria-current', 'page');
  const ours = await row(/ours/);
  for (const text of ['https://github.com', 'Scanning', 'Jan 1, 2026']) expect(ours).toHaveTextContent(text);
  const names = within(await grid())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(
    expect.arrayContaining(['Integration Name', 'URL', 'Product', 'Created On', 'Manage Repositories']),
  );
  expect(screen.queryByText('lab')).toBeNull();
  expect(screen.getByRole('button', { name: 'Manage repositories of ours' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Manage repositories of theirs' })).toBeNull();
  await user.type(screen.getByRole('searchbox'), 'git.example');
  await waitFor(() => expect(screen.queryByRole('row', { name: /ours/ })).toBeNull());
  expect(await row(/theirs/)).toBeVisible();
});

// covers: [INT-02]
test('serviceName narrows the list, and all can be shown again', async () => {
  const { user, router } = startGit(`${PAGE}?serviceName=scanning`, some);
  expect(await row(/ours/)).toBeVisible();
  expect(screen.queryByText('theirs')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await row(/theirs/)).toBeVisible();
  expect(router.state.location.href).toBe(PAGE);
});

// covers: [INT-02]
test('a product is selected where there is none', async () => {
  const { user, kept } = startGit(PAGE, some);
  const button = await screen.findByRole('button', { name: 'Select a Product for theirs' });
  expect(button).toHaveTextContent('Select a Product');
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Select a Product for theirs' });
  expect(within(dialog).getByRole('checkbox', { name: 'Scanning' })).toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('button', { name: 'Manage repositories of theirs' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(kept.proposed.at(-1)).toEqual({ type: 'choose', key: 'k-theirs', products: ['scanning'] });
  expect(kept.changes).toEqual([]);
});

// covers: [INT-02, INT-07]
test('a selection that fails has its reason on the page', async () => {
  const { user } = startGit(PAGE, kept => {
    some(kept);
    kept.refusedBy = { code: 'unavailable', message: 'Git integrations cannot be changed at the moment.' };
  });
  await user.click(await screen.findByRole('button', { name: 'Select a Product for theirs' }));
  const dialog = await screen.findByRole('dialog', { name: 'Select a Product for theirs' });
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Git integrations cannot be changed at the moment.')).toBeVisible();
});

// covers: [INT-02]
test('an integration that was created while no list was open is in the next one', async () => {
  const { kept, router } = startGit(PAGE, some);
  expect(await row(/ours/)).toBeVisible();
  await act(() => router.navigate({ to: '/integrations' }));
  await screen.findByRole('heading', { level: 1, name: 'Integrations' });
  kept.all = [...kept.all, integration('late')];
  await act(() => router.navigate({ to: PAGE }));
  expect(await row(/late/)).toBeVisible();
});

// covers: [INT-02, INT-07]
test('an integration is deleted after a question', async () => {
  const { user, kept } = startGit(PAGE, some);
  await user.click(await screen.findByRole('button', { name: 'Delete ours' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete integration' });
  expect(dialog).toHaveTextContent('Delete the integration ours?');
  await user.click(within(dialog).getByRole('button', { name: 'Delete integration' }));
  expect(await screen.findByText('Successfully deleted k-ours')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('row', { name: /ours/ })).toBeNull());
  expect(kept.proposed.at(-1)).toEqual({ type: 'delete', key: 'k-ours' });
});

// covers: [INT-07]
test('a deletion that fails is notified, and the integration stays', async () => {
  const { user } = startGit(PAGE, kept => {
    some(kept);
    kept.refusedBy = { code: 'unavailable', message: 'Git integrations cannot be changed at the moment.' };
  });
  await user.click(await screen.findByRole('button', { name: 'Delete ours' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete integration' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete integration' }));
  expect(await screen.findByText('Error while deleting integration')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Git integrations cannot be changed at the moment.')).toBeVisible();
  expect(await row(/ours/)).toBeVisible();
});

// covers: [INT-02, INT-04]
test('a new name needs no test, and another address needs the token and a test', async () => {
  const { user, kept } = startGit(PAGE, some);
  await user.click(await screen.findByRole('button', { name: 'Edit integration ours' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit ours' });
  const save = within(dialog).getByRole('button', { name: 'Save changes' });
  const url = within(dialog).getByLabelText('URL');
  await user.clear(url);
  await user.type(url, 'https://github.example.org');
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await user.click(within(dialog).getByRole('button', { name: 'Test connection' }));
  expect(within(dialog).getByLabelText('Token')).toHaveAccessibleDescription(/Token is required/);
  await user.clear(url);
  await user.type(url, 'https://github.com/');
  await user.type(within(dialog).getByLabelText('Integration name'), '2');
  expect(save).not.toHaveAttribute('aria-disabled');
  await user.click(save);
  expect(await screen.findByText('Successfully updated k-ours')).toBeVisible();
  expect(await row(/ours2/)).toBeVisible();
  expect(kept.changes).toEqual([]);
  const fields = { vendor: 'github', name: 'ours2', url: 'https://github.com', user_name: 'octo' };
  expect(kept.proposed.at(-1)).toEqual({ type: 'save', fields, token: null });
});

// covers: [INT-02]
test('a deletion that is refused has its reason in the dialog', async () => {
  const { user, kept } = startGit(PAGE, some);
  await user.click(await screen.findByRole('button', { name: 'Delete ours' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete integration' });
  kept.refuses = 'not_authorised';
  await user.click(within(dialog).getByRole('button', { name: 'Delete integration' }));
  expect(await within(dialog).findByText('You are not authorized to view this page')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Delete integration' })).not.toHaveAttribute(
    'aria-disabled',
  );
});

// covers: [INT-02]
test('without integrations the table says what one is for', async () => {
  const { user } = startGit(PAGE);
  expect(await screen.findByText('No integrations')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a GitHub integration' }));
  expect(await screen.findByRole('dialog', { name: 'Connect GitHub' })).toBeVisible();
});

test('a vendor that there is not is a page that is not found', async () => {
  startGit('/integrations/sourceforge');
  expect(await screen.findByText('404')).toBeVisible();
});

test('a user who is no administrator gets no list', async () => {
  const { kept } = startGit(PAGE, server => {
    some(server);
    server.view = { role: 'user', licence: null, flavour: null } as unknown as FakeGit['view'];
  });
  expect(await screen.findByText('Only administrators can manage Git integrations.')).toBeVisible();
  expect(kept.asked).toEqual([]);
});
