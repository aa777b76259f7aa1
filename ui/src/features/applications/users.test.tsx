// Who lets an application act, as administrators see and end it.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  application,
  applicationUser,
  type FakeApplications,
  startApplications,
} from '@/test/fakeApplications';
import { refusal } from '@/test/fakeHttp';

const LIST = '/admin/configuration/integrations';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

async function open(prepare: (kept: FakeApplications) => void = () => undefined) {
  const started = startApplications(LIST, kept => {
    kept.all = [application('billing')];
    prepare(kept);
  });
  await started.user.click(await screen.findByRole('button', { name: 'Users of billing' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Users of billing' }));
  return { ...started, sheet };
}

// covers: [APP-02, DET-06]
test('the users of an application are listed with what it may do for them', async () => {
  const { sheet, user } = await open(kept => {
    kept.users = [
      applicationUser('ann', { sign_ins: 2 }),
      applicationUser('bob', { sign_ins: 0, last_used_at: null, scopes: [] }),
      applicationUser('gone', { name: null }),
      applicationUser('zoe'),
    ];
  });
  const list = within(await sheet.findByRole('list', { name: 'Users' }));
  expect(sheet.getByRole('status')).toHaveTextContent('4 users');
  const items = () => list.getAllByRole('listitem');
  const [ann, bob, gone] = items();
  for (const text of ['ann', 'openid offline_access', 'Current sign-ins2', 'Jan 2, 2026', 'Jan 3, 2026'])
    expect(ann).toHaveTextContent(text);
  expect(bob).toHaveTextContent('None that it can have at present');
  expect(bob).toHaveTextContent('Last usedNot known');
  expect(gone).toHaveTextContent('p_gone');
  await user.click(sheet.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(items()).toHaveLength(4));
  expect(sheet.queryByRole('button', { name: 'Show more' })).toBeNull();
});

// covers: [DET-06]
test('the list is narrowed by the name, and says when it is empty', async () => {
  const { sheet, user } = await open(kept => {
    kept.users = [applicationUser('ann'), applicationUser('bob')];
  });
  await sheet.findByText('bob');
  const search = sheet.getByRole('searchbox', { name: 'Find by user name' });
  await user.type(search, 'an');
  await waitFor(() => expect(sheet.getByRole('status')).toHaveTextContent(/^1 user$/));
  expect(sheet.queryByText('bob')).toBeNull();
  await user.type(search, 'x');
  expect(await sheet.findByText(/^No user with a name like this/)).toBeVisible();
  expect(sheet.queryByRole('button', { name: 'Revoke all' })).toBeNull();
});

test('an application without users says so, and the list has the focus again afterwards', async () => {
  const { sheet, user } = await open();
  expect(await sheet.findByText('No user lets this application act.')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull());
});

// covers: [APP-02, DET-06]
test('what an application may do for one user is revoked after a question', async () => {
  const { kept, sheet, user } = await open(applications => {
    applications.users = [applicationUser('ann'), applicationUser('bob')];
  });
  const opener = await sheet.findByRole('button', { name: 'Revoke for ann' });
  await user.click(opener);
  expect(sheet.getByRole('alert')).toHaveTextContent('Revoke what billing can do for ann?');
  expect(sheet.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(sheet.getByRole('button', { name: 'Revoke for ann' })).toHaveFocus();
  expect(kept.changes).toEqual([]);
  await user.click(sheet.getByRole('button', { name: 'Revoke for ann' }));
  await user.click(sheet.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('billing can no longer act for ann.')).toBeVisible();
  await waitFor(() => expect(sheet.queryByText('ann')).toBeNull());
  expect(sheet.getByText('bob')).toBeVisible();
  await waitFor(() => expect(sheet.getByRole('status')).toHaveFocus());
  expect(kept.changes).toEqual([{ call: 'DELETE access/integration/id-billing/grants/p_ann', body: null }]);
});

// covers: [APP-02, DET-06]
test('what an application may do for all users is revoked after a question', async () => {
  const { kept, sheet, user } = await open(applications => {
    applications.users = ['ann', 'bob', 'eve', 'zoe'].map(name => applicationUser(name));
  });
  await user.click(await sheet.findByRole('button', { name: 'Revoke all' }));
  const question = within(sheet.getByRole('alert'));
  expect(question.getByText('Revoke what billing can do for all users?')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Revoke all' }));
  expect(await screen.findByText('billing can no longer act for 4 users.')).toBeVisible();
  expect(await sheet.findByText('No user lets this application act.')).toBeVisible();
  await waitFor(() => expect(sheet.getByRole('status')).toHaveFocus());
  expect(kept.changes).toEqual([{ call: 'DELETE access/integration/id-billing/grants', body: null }]);
});

test('a refusal says why, and a list that cannot be loaded is loaded again', async () => {
  const { kept, sheet, user } = await open(applications => {
    applications.users = [applicationUser('ann')];
    applications.refused = () => refusal(404, 'not_found', 'There is no such consent.');
  });
  await user.click(await sheet.findByRole('button', { name: 'Revoke for ann' }));
  kept.fails = true;
  await user.click(sheet.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('There is no such consent.')).toBeVisible();
  const again = await sheet.findByRole('button', { name: 'Try again' });
  kept.fails = false;
  await user.click(again);
  await waitFor(() => expect(sheet.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(sheet.getByText('ann')).toBeVisible();
});
