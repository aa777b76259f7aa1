// What an application may ask users for, as administrators choose it.
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { application, startApplications } from '@/test/fakeApplications';
import { refusal } from '@/test/fakeHttp';
import { enter } from '@/test/harness';

const LIST = '/admin/configuration/integrations';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

type User = ReturnType<typeof startApplications>['user'];

async function edit(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Edit billing' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit billing' }));
  return {
    dialog,
    group: within(dialog.getByRole('group', { name: 'Allowed scopes' })),
    save: () => user.click(dialog.getByRole('button', { name: 'Save changes' })),
  };
}

// covers: [APP-01, APP-02]
test('an application of before may ask for everything, and less is chosen with sentences', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.all = [application('billing')];
  });
  const { group, save } = await edit(user);
  const boxes = group.getAllByRole('checkbox');
  expect(boxes).toHaveLength(7);
  for (const box of boxes) expect(box).toBeChecked();
  const everything = group.getByRole('checkbox', { name: /^It can do everything that you can do/ });
  expect(everything).toHaveAccessibleDescription('administration');
  await user.click(everything);
  await user.click(group.getByRole('checkbox', { name: 'It can see your mail address.' }));
  await save();
  expect(await screen.findByText('The integration billing was updated.')).toBeVisible();
  expect(kept.changes[0]?.body).toMatchObject({
    scopes: ['openid', 'profile', 'offline_access', 'repositories:read', 'repositories:write'],
  });
});

// covers: [APP-01]
test('all scopes are not named, so that later ones are among them', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.all = [application('billing', { scopes: ['openid'] })];
  });
  const { group, save } = await edit(user);
  for (const box of group.getAllByRole('checkbox', { checked: false })) await user.click(box);
  await save();
  expect(await screen.findByText('The integration billing was updated.')).toBeVisible();
  // a change without them would keep those of before
  expect(kept.changes[0]?.body).toMatchObject({ scopes: null });
});

// covers: [APP-01]
test('without a scope nothing is sent, and what the server refuses of them is shown there', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.all = [application('billing', { scopes: ['openid'] })];
    applications.refused = () => refusal(400, 'application_scopes', 'Not this one.', { field: 'scopes' });
  });
  const { group, save } = await edit(user);
  const openid = group.getByRole('checkbox', { name: /^It can recognise your account/ });
  await user.click(openid);
  await save();
  expect(screen.getByText('Choose at least one scope')).toBeVisible();
  expect(openid).toHaveFocus();
  expect(kept.changes).toEqual([]);
  await user.click(openid);
  await user.click(group.getByRole('checkbox', { name: 'It can see your user name.' }));
  await save();
  expect(await screen.findByText('Not this one.')).toBeVisible();
});

// covers: [APP-01]
test('a new application may only learn who signs in, unless more is chosen', async () => {
  const { kept, user } = startApplications(`${LIST}/new`);
  const group = within(await screen.findByRole('group', { name: 'Allowed scopes' }));
  expect(group.getAllByRole('checkbox')).toHaveLength(7);
  const checked = group.getAllByRole('checkbox', { checked: true });
  expect(checked).toHaveLength(3);
  expect(checked[0]).toHaveAccessibleName('It can recognise your account, by an identifier.');
  await user.click(group.getByRole('checkbox', { name: /read in repositories/ }));
  await enter(user, screen.getByLabelText('Application Name'), 'billing');
  await user.click(screen.getByRole('radio', { name: 'Server application' }));
  await enter(user, screen.getByLabelText('Description'), 'Bills of builds');
  await enter(user, screen.getByLabelText('Callback URL'), 'https://billing.example.org/callback');
  await user.click(screen.getByRole('button', { name: 'Create integration' }));
  expect(await screen.findByText('Successfully created integration billing')).toBeVisible();
  expect(kept.changes[0]?.body).toMatchObject({
    scopes: ['openid', 'profile', 'email', 'repositories:read'],
  });
});
