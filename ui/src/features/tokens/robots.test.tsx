// Where the focus is after the dialogs of robots, and in their form when it is refused.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { startTrustedIssuers } from '@/test/fakeTrustedIssuers';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the row of a robot has the focus again when its dialog is closed', async () => {
  const { user } = startTrustedIssuers();
  await user.click(await screen.findByRole('rowheader', { name: 'mirror' }));
  const dialog = await dialogOf('mirror');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await closed();
  await waitFor(() => expect(screen.getByRole('rowheader', { name: 'mirror' })).toHaveFocus());
});

// covers: [ROBOT-01]
test('a robot is disabled and enabled by the button that keeps the focus', async () => {
  const { user } = startTrustedIssuers('?robot=p_deployer');
  const dialog = await dialogOf('deployer');
  // the second one is the answer to the question in its place
  for (const _ of [1, 2]) await user.click(dialog.getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Enable' })).toHaveFocus());
  for (const _ of [1, 2]) await user.click(dialog.getByRole('button', { name: 'Enable' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Disable' })).toHaveFocus());
});

// covers: [ROBOT-01]
test('a new robot that is refused has the focus in the field that is wrong', async () => {
  const { kept, user } = startTrustedIssuers();
  await user.click(await screen.findByRole('button', { name: 'Create robot' }));
  const dialog = await dialogOf('Create robot');
  const name = dialog.getByLabelText('Name');
  const create = () => user.click(dialog.getByRole('button', { name: 'Create robot' }));
  await create();
  expect(name).toHaveAccessibleDescription(/Enter a name for the robot\./);
  expect(name).toHaveFocus();
  await user.type(name, 'deployer');
  await user.click(dialog.getByRole('radio', { name: 'Only certain actions in repositories' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Read' }));
  await create();
  expect(dialog.getByRole('checkbox', { name: 'Read' })).toHaveFocus();
  await user.click(dialog.getByRole('checkbox', { name: 'Read' }));
  kept.refused = () => refusal(409, 'name_taken', 'This name is taken.', { field: 'name' });
  await create();
  await waitFor(() => expect(name).toHaveAccessibleDescription(/This name is taken\./));
  await waitFor(() => expect(name).toHaveFocus());
  await user.keyboard('{Escape}');
  await closed();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create robot' })).toHaveFocus());
});
