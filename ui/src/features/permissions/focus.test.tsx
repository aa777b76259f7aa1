// Where the focus is after the dialogs of permissions.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startPeople } from '@/test/fakePeople';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const hasFocus = (role: string, name: string) =>
  waitFor(() => expect(screen.getByRole(role, { name })).toHaveFocus());

test('the next row has the focus when a permission is deleted', async () => {
  const { user } = startPeople('/admin/permissions');
  await user.click(await screen.findByRole('rowheader', { name: 'deploy' }));
  const dialog = await dialogOf('deploy');
  // the second one is the answer to the question in its place
  for (const _ of [1, 2]) await user.click(dialog.getByRole('button', { name: 'Delete permission' }));
  expect(await screen.findByText('The permission deploy was deleted.')).toBeVisible();
  await closed();
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'deploy' })).toBeNull());
  await hasFocus('rowheader', 'read');
});

test('the buttons that open the form of a new one and the check of rights have the focus again', async () => {
  const { user } = startPeople('/admin/permissions');
  await user.click(await screen.findByRole('button', { name: 'Create permission' }));
  await dialogOf('Create permission');
  await user.keyboard('{Escape}');
  await closed();
  await hasFocus('button', 'Create permission');
  await user.click(screen.getByRole('button', { name: 'Check rights' }));
  const dialog = await dialogOf('What can a user do?');
  await user.click(dialog.getByRole('button', { name: 'Show rights' }));
  expect(dialog.getByLabelText('User name')).toHaveFocus();
  await user.keyboard('{Escape}');
  await closed();
  await hasFocus('button', 'Check rights');
});
