// The form of an outbound proxy: creating and editing one, and its password.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DescribedProxy } from '@/generated/api';
import { drafts } from '@/lib/drafts';
import { refusal } from '@/test/fakeHttp';
import { type FakeProxies, proxy, startProxies } from '@/test/fakeProxies';
import { problemsOf } from './problems';
import { isMoved, NEW, wantedOf } from './values';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const form = () => screen.findByRole('form', { name: 'Settings of the proxy' });
const field = (name: string) => screen.getByRole('textbox', { name });
const password = () => screen.getByLabelText('Password', { selector: 'input[type=password]' });
const press = (name: string) => screen.getByRole('button', { name });
const sound = { ...NEW, key: 'corporate', host: 'proxy.example.org', port: '3128' };

test.each([
  ['proxy.example.org', true],
  ['192.0.2.1', true],
  ['2001:db8::1', true],
  ['[2001:db8::1]', true],
  ['[2001:db8::1', false],
  ['', false],
  ['http://proxy', false],
  ['proxy:3128', false],
  ['ann@proxy', false],
  ['a b', false],
])('the host %j is taken: %s', (host, isTaken) => {
  expect(problemsOf({ ...sound, host }, null).host === undefined).toBe(isTaken);
});

test('an address is sent without the brackets that it has in a URL', () => {
  const values = { ...sound, host: ' [2001:db8::1] ' };
  expect(wantedOf(values, null).host).toBe('2001:db8::1');
  expect(isMoved(values, proxy('corporate', { host: '2001:db8::1', port: 3128 }))).toBe(false);
});

test('keys, ports and user names are checked before they are sent', () => {
  const of = (more: Partial<typeof sound>) => Object.keys(problemsOf({ ...sound, ...more }, null));
  expect(of({})).toEqual([]);
  for (const key of ['', 'a', '1a', 'a b', 'a'.repeat(65)]) expect(of({ key }), key).toEqual(['key']);
  for (const port of ['', '0', '65536', 'http']) expect(of({ port }), port).toEqual(['port']);
  expect(of({ userName: 'a:b' })).toEqual(['user_name']);
  expect(of({ password: 'x' })).toEqual(['user_name']);
});

// covers: [ROUTE-04]
test('a proxy is created in a dialog, which the address has', async () => {
  const { kept, user, router } = startProxies();
  await screen.findByText('No proxies');
  await user.click(press('New proxy'));
  const dialog = await screen.findByRole('dialog', { name: 'New proxy' });
  await form();
  expect(router.state.location.search).toEqual({ new: 'true' });
  await user.click(press('Create proxy'));
  expect(field('Key')).toHaveAccessibleDescription(/^.*Enter 2 to 64 letters/);
  await waitFor(() => expect(field('Key')).toHaveFocus());
  expect(field('Port')).toHaveAccessibleDescription('Enter a whole number from 1 to 65535.');
  expect(kept.changes).toEqual([]);
  await user.type(field('Key'), 'corporate');
  await user.type(field('Host'), ' proxy.example.org ');
  await user.type(field('Port'), '3128');
  await user.type(field('User name'), 'waybill');
  await user.type(password(), 's3cret');
  await user.click(screen.getByRole('checkbox', { name: 'Use for webhooks' }));
  expect(drafts.get()).toBe(1);
  await user.click(press('Create proxy'));
  expect(await screen.findByText('The proxy corporate was created.')).toBeVisible();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByRole('row', { name: /corporate/ })).toHaveTextContent('By default');
  expect(router.state.location.search).toEqual({});
  await waitFor(() => expect(press('New proxy')).toHaveFocus());
  expect(drafts.get()).toBe(0);
  expect(kept.changes).toEqual([
    {
      call: 'POST proxies',
      body: {
        key: 'corporate',
        host: 'proxy.example.org',
        port: 3128,
        user_name: 'waybill',
        password: 's3cret',
        for_webhooks: true,
      },
    },
  ]);
});

test('the address opens the dialog, and closing it leaves the list', async () => {
  const { user, router } = startProxies('?new');
  const dialog = await screen.findByRole('dialog', { name: 'New proxy' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toEqual({});
  await waitFor(() => expect(press('New proxy')).toHaveFocus());
});

/** The page of a proxy once its form is there. */
async function editing(more: Partial<DescribedProxy> = {}, prepare: (kept: FakeProxies) => void = () => {}) {
  const started = startProxies('/edit/corporate', kept => {
    kept.all = [proxy('corporate', { user_name: 'waybill', has_password: true, ...more })];
    prepare(kept);
  });
  await form();
  return started;
}

// covers: [ROUTE-04]
test('an edited proxy keeps the password where none is entered', async () => {
  const { kept, user, router } = await editing({ used_by: ['deploys'] });
  expect(screen.getByRole('heading', { level: 1, name: 'Edit proxy' })).toBeVisible();
  expect(field('Key')).toHaveAttribute('readonly');
  expect(field('Host')).toHaveValue('corporate.example.org');
  expect(password()).toHaveValue('');
  expect(password()).toHaveAccessibleDescription('Leave empty to keep the password.');
  expect(screen.getByRole('link', { name: 'deploys' })).toHaveAttribute(
    'href',
    '/ui/admin/configuration/webhooks/edit/deploys',
  );
  expect(press('Save changes')).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('checkbox', { name: 'Use for webhooks' }));
  await user.click(press('Save changes'));
  expect(await screen.findByText('The proxy corporate was updated.')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/proxies/configuration'));
  expect(kept.changes).toEqual([
    {
      call: 'PUT proxies/corporate',
      body: { host: 'corporate.example.org', port: 3128, user_name: 'waybill', for_webhooks: true },
    },
  ]);
});

test('another host or port needs the password again', async () => {
  const { kept, user } = await editing();
  await user.type(field('Port'), '{Backspace}9');
  expect(password()).toHaveAccessibleDescription(/^The host or the port has changed\./);
  await user.click(press('Save changes'));
  expect(password()).toHaveAccessibleDescription(/^Enter the password again, or remove it\./);
  await waitFor(() => expect(password()).toHaveFocus());
  expect(kept.changes).toEqual([]);
  await user.type(password(), 'n3w');
  await user.click(press('Save changes'));
  await waitFor(() => expect(kept.changes).toHaveLength(1));
  expect(kept.changes[0]?.body).toMatchObject({ port: 3129, password: 'n3w' });
});

test('a stored password is removed on purpose, or with its user name', async () => {
  const { kept, user } = await editing();
  await user.clear(field('User name'));
  expect(password()).toHaveAccessibleDescription(/^Without a user name/);
  await user.type(field('User name'), 'other');
  await user.type(field('Host'), 'x');
  const remove = screen.getByRole('checkbox', { name: 'Remove the stored password' });
  await user.click(remove);
  expect(remove).toHaveAccessibleDescription('The stored password is deleted when you save.');
  await user.click(press('Save changes'));
  await waitFor(() => expect(kept.changes).toHaveLength(1));
  expect(kept.changes[0]?.body).toMatchObject({ user_name: 'other', password: '' });
});

test.each([
  ['proxy_key_taken', 'key', 'Key'],
  ['proxy_address', 'host', 'Host'],
  ['proxy_invalid', 'user_name', 'User name'],
])('what the server refuses as %s is shown at its field', async (code, at, label) => {
  const { user } = await editing({}, kept => {
    kept.refused = () => refusal(422, code, 'Not so.', { field: at });
  });
  await user.click(screen.getByRole('checkbox', { name: 'Use for webhooks' }));
  await user.click(press('Save changes'));
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(/^Not so\./));
  await waitFor(() => expect(field(label)).toHaveFocus());
});

test('a second proxy for all webhooks is refused at its box, and other refusals below the form', async () => {
  const { kept, user } = await editing({}, proxies => {
    proxies.refused = () =>
      refusal(409, 'proxy_default_taken', 'The proxy edge is.', { field: 'for_webhooks' });
  });
  const box = screen.getByRole('checkbox', { name: 'Use for webhooks' });
  await user.click(box);
  await user.click(press('Save changes'));
  expect(await screen.findByText('The proxy edge is.')).toBeVisible();
  await waitFor(() => expect(box).toHaveFocus());
  kept.refused = () => refusal(404, 'not_found', 'There is no such proxy.');
  await user.click(press('Save changes'));
  expect(await screen.findByText('There is no such proxy.')).toBeVisible();
});

test('a proxy that is not there says so', async () => {
  startProxies('/edit/gone');
  expect(await screen.findByText('There is no proxy gone.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All proxies' })).toBeVisible();
});
