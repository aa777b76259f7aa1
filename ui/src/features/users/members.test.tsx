// The users and the groups that have roles in a project.
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Fetch } from '@/engine/api';
import { API_BASE, type ProjectGroups, type ProjectMembers } from '@/generated/api';
import { projects } from '@/test/fakePlaces';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { enter, startConsole } from '@/test/harness';

const json = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });

/** A page in the settings of a project that no user and no group belongs to yet, and what is changed there. */
function inProject(path: string) {
  const changes: { call: string; body: unknown }[] = [];
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const { fetch } = server;
  const own: Fetch = async (address, init) => {
    const called = address.replace(API_BASE, '');
    if (init.method === 'PUT' && called.startsWith('projects/')) {
      changes.push({ call: `PUT ${called}`, body: JSON.parse(String(init.body)) });
      return json({});
    }
    if (called === 'projects/web-shop') return json(projects[1]);
    if (called === 'projects/web-shop/users') return json({ members: [] } satisfies ProjectMembers);
    if (called === 'projects/web-shop/groups') return json({ groups: [] } satisfies ProjectGroups);
    return fetch(address, init);
  };
  server.fetch = own;
  return { changes, ...startConsole(`${path}?projectKey=web-shop`, server) };
}

// covers: [ROLE-03]
test('a group that is added to a project without a name is asked for by its name', async () => {
  const { changes, user } = inProject('/admin/management/groups');
  await user.click(await screen.findByRole('button', { name: 'Add group' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add group' }));
  await user.click(dialog.getByRole('button', { name: 'Add group' }));
  const name = dialog.getByLabelText('Name');
  expect(name).toHaveAccessibleDescription(/Enter the name of an existing group\./);
  expect(dialog.queryByText('Enter a user name.')).toBeNull();
  expect(changes).toEqual([]);
  await enter(user, name, 'crew');
  await user.click(dialog.getByRole('button', { name: 'Add group' }));
  expect(await screen.findByText('The members of crew now have the role Viewer.')).toBeVisible();
  expect(changes).toEqual([{ call: 'PUT projects/web-shop/groups/crew', body: { roles: ['Viewer'] } }]);
});

// covers: [ROLE-03]
test('a user who is added to a project without a name is asked for by the user name', async () => {
  const { changes, user } = inProject('/admin/management/users');
  await user.click(await screen.findByRole('button', { name: 'Add member' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add member' }));
  await user.click(dialog.getByRole('button', { name: 'Add member' }));
  expect(dialog.getByLabelText('User name')).toHaveAccessibleDescription(/Enter a user name\./);
  expect(changes).toEqual([]);
});
