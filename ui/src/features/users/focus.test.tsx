// Where the focus is after the dialogs of users, groups and members, and in forms that are refused.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { startPeople } from '@/test/fakePeople';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

type User = ReturnType<typeof startPeople>['user'];

const row = (name: string) => screen.findByRole('rowheader', { name });
const dialogOf = (name: string) => screen.findByRole('dialog', { name });

async function openRow(user: User, name: string) {
  await user.click(await row(name));
  return within(await dialogOf(name));
}

/** Presses a button, and the one in the question that takes its place. */
async function confirm(user: User, dialog: Awaited<ReturnType<typeof openRow>>, name: string) {
  for (const _ of [1, 2]) await user.click(dialog.getByRole('button', { name }));
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const hasFocus = (find: () => HTMLElement) => waitFor(() => expect(find()).toHaveFocus());
const rowHasFocus = (name: string) => hasFocus(() => screen.getByRole('rowheader', { name }));
const buttonHasFocus = (name: string) => hasFocus(() => screen.getByRole('button', { name }));

test('the row of a group has the focus again when its dialog is closed', async () => {
  const { user } = startPeople('/admin/management/groups');
  const dialog = await openRow(user, 'readers');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await closed();
  await rowHasFocus('readers');
});

test('the next row has the focus when a group is deleted, and the heading when none is left', async () => {
  const { user } = startPeople('/admin/management/groups');
  await confirm(user, await openRow(user, 'builders'), 'Delete group');
  expect(await screen.findByText('The group builders was deleted.')).toBeVisible();
  await closed();
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'builders' })).toBeNull());
  await rowHasFocus('readers');
  await confirm(user, await openRow(user, 'readers'), 'Delete group');
  expect(await screen.findByText('No groups yet')).toBeVisible();
  await closed();
  await hasFocus(() => screen.getByRole('heading', { level: 1, name: 'Groups' }));
});

test('a new group that is refused has the focus in its field, and gives it back once it is created', async () => {
  const { kept, user } = startPeople('/admin/management/groups');
  await user.click(await screen.findByRole('button', { name: 'Create group' }));
  const dialog = within(await dialogOf('Create group'));
  const field = dialog.getByLabelText('Name');
  const create = () => user.click(dialog.getByRole('button', { name: 'Create group' }));
  await create();
  expect(field).toHaveAccessibleDescription(/Enter a name for the group\./);
  expect(field).toHaveFocus();
  await user.type(field, 'testers');
  kept.refused = () => refusal(409, 'group_exists', 'There is a group with this name.', { field: 'name' });
  await create();
  await waitFor(() => expect(field).toHaveAccessibleDescription(/There is a group with this name\./));
  await hasFocus(() => field);
  kept.refused = null;
  await create();
  expect(await screen.findByText('The group testers was created.')).toBeVisible();
  await closed();
  await buttonHasFocus('Create group');
});

test('the next row has the focus when a member of a project is removed', async () => {
  const { user } = startPeople('/admin/management/users?projectKey=web-shop');
  await confirm(user, await openRow(user, 'ann'), 'Remove from project');
  await closed();
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'ann' })).toBeNull());
  await rowHasFocus('bob');
});

test('the form of a new member has the focus in its field, and gives it back', async () => {
  const { user } = startPeople('/admin/management/users?projectKey=web-shop');
  await user.click(await screen.findByRole('button', { name: 'Add member' }));
  const dialog = within(await dialogOf('Add member'));
  await user.click(dialog.getByRole('button', { name: 'Add member' }));
  expect(dialog.getByLabelText('User name')).toHaveFocus();
  await user.keyboard('{Escape}');
  await closed();
  await buttonHasFocus('Add member');
});

test('an act for a user is replaced by its opposite, which has the focus', async () => {
  const { user } = startPeople('/admin/management/users');
  const dialog = await openRow(user, 'bob');
  await confirm(user, dialog, 'Make administrator');
  await hasFocus(() => dialog.getByRole('button', { name: 'Remove administrator role' }));
});

test('the address of a user that is refused has the focus', async () => {
  const { kept, user } = startPeople('/admin/management/users');
  const dialog = await openRow(user, 'bob');
  const address = dialog.getByLabelText('Mail address');
  await user.type(address, 'x');
  kept.refused = () => refusal(422, 'email_invalid', 'This is not a mail address.', { field: 'email' });
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(address).toHaveAccessibleDescription(/This is not a mail address\./));
  await hasFocus(() => address);
});

test('the field of a new user that is refused has the focus', async () => {
  const { kept, user } = startPeople('/admin/management/users');
  await user.click(await screen.findByRole('button', { name: 'Create user' }));
  const dialog = within(await dialogOf('Create user'));
  const create = () => user.click(dialog.getByRole('button', { name: 'Create user' }));
  await create();
  expect(dialog.getByLabelText('User name')).toHaveFocus();
  await user.type(dialog.getByLabelText('User name'), 'maria');
  kept.refused = () => refusal(422, 'email_invalid', 'This is not a mail address.', { field: 'email' });
  await create();
  await hasFocus(() => dialog.getByLabelText('Mail address'));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await closed();
  await buttonHasFocus('Create user');
});

test('the heading has the focus when the dialog of a user is closed that the address has opened', async () => {
  const { user } = startPeople('/admin/management/users?user=p_1');
  const dialog = within(await dialogOf('bob'));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await closed();
  await hasFocus(() => screen.getByRole('heading', { level: 1, name: 'Users' }));
});
