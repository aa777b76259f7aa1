// What the user lets applications do, in the profile.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted, startApplications } from '@/test/fakeApplications';

const section = () => screen.findByRole('region', { name: 'Applications' });

// covers: [APP-02, DET-06]
test('the profile lists what applications can do, and revokes it after a question', async () => {
  const { kept, user } = startApplications('/user_profile', applications => {
    applications.granted = [granted('billing'), granted('pocket', { scopes: ['administration'] })];
  });
  const list = await within(await section()).findByRole('list', { name: 'Applications' });
  expect(list).toHaveTextContent('It can act for you while you are away.');
  expect(list).toHaveTextContent('It can do everything that you can do, including administration.');
  expect(list).toHaveTextContent(/Allowed since Jan 2, 2026/);
  await user.click(within(list).getByRole('button', { name: 'Revoke billing' }));
  const asked = within(list).getByText('Revoke what billing can do?');
  expect(asked).toBeVisible();
  expect(within(list).getByRole('button', { name: 'Keep' })).toHaveFocus();
  await user.click(within(list).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('billing can no longer act for you.')).toBeVisible();
  // the focus goes to the next row with the row that had it, and then to what says that there is none
  const next = within(list).getByRole('button', { name: 'Revoke pocket' });
  await waitFor(() => expect(next).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Revoke billing' })).toBeNull();
  await user.click(next);
  await user.click(within(list).getByRole('button', { name: 'Revoke' }));
  const none = await screen.findByText('No application can act for you.');
  await waitFor(() => expect(none).toHaveFocus());
  expect(kept.changes).toEqual([
    { call: 'DELETE access/integration/authorization/id-billing/ann', body: null },
    { call: 'DELETE access/integration/authorization/id-pocket/ann', body: null },
  ]);
});

// covers: [APP-02]
test('the profile says that no application can do anything, also after it could not be loaded', async () => {
  const { kept, user } = startApplications('/user_profile', applications => {
    applications.fails = true;
  });
  const applications = await section();
  const again = await within(applications).findByRole('button', { name: 'Try again' });
  kept.fails = false;
  await user.click(again);
  expect(await within(applications).findByText('No application can act for you.')).toBeVisible();
});
