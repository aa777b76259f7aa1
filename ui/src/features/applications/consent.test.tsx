// A user is asked for an application of another vendor.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { request, startApplications, watchLeaving } from '@/test/fakeApplications';
import { refusal } from '@/test/fakeHttp';

const AUTH_URL =
  'https://waybill.example.org/access/oauth2/authorize?client_id=id-billing&scope=openid%20repositories%3Aread&state=a%26b';
const PATH = `/authorize?${new URLSearchParams({ auth_url: AUTH_URL, client_id: 'id-billing' })}`;

afterEach(() => {
  vi.unstubAllGlobals();
});

const question = () => screen.findByRole('region', { name: 'billing asks for access to your account' });

// covers: [APP-02]
test('the page says who asks, for what, as whom, and where it leads', async () => {
  const { kept } = startApplications(PATH, applications => {
    applications.request = request({ new_scopes: ['repositories:read'] });
  });
  const asked = await question();
  for (const text of [
    'Bills of builds',
    'This application is not part of this installation.',
    'Signed in asann',
    'Redirects tohttps://billing.example.org',
  ])
    expect(asked).toHaveTextContent(text);
  const scopes = within(asked).getAllByRole('listitem');
  expect(scopes.map(scope => scope.textContent)).toEqual([
    'It can recognise your account, by an identifier.',
    'It can read in repositories, wherever you can. New',
  ]);
  expect(asked).not.toHaveTextContent('administration');
  const [address = ''] = kept.asked;
  expect(address).toMatch(/^access\/integration\/validate\/id-billing\?/);
  expect(new URLSearchParams(address.split('?')[1]).get('auth_url')).toBe(AUTH_URL);
});

// covers: [APP-02]
test.each([
  ['Allow', true, 'code=c1'],
  ['Deny', false, 'error=access_denied'],
])('%s answers the original request, and leads to the application', async (name, consents, answer) => {
  const { kept, user } = startApplications(PATH);
  await question();
  const left = watchLeaving();
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(left).toEqual([`https://billing.example.org/callback?${answer}`]));
  expect(kept.changes).toEqual([
    { call: 'POST access/integration/authorize/id-billing/ann', body: { url: AUTH_URL, consents } },
  ]);
  // and not twice
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(kept.changes).toHaveLength(1);
});

// covers: [APP-02]
test('Enter alone allows nothing, also where nothing is new', async () => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.request = request({ new_scopes: [] });
  });
  const asked = await question();
  expect(asked).toHaveTextContent('You have allowed all of this before.');
  expect(within(asked).queryByText('New')).toBeNull();
  expect(screen.getByRole('button', { name: 'Allow' })).not.toHaveFocus();
  await user.keyboard('{Enter}');
  expect(kept.changes).toEqual([]);
});

// covers: [APP-02]
test('administration has a warning', async () => {
  startApplications(PATH, kept => {
    kept.request = request({ scopes: ['administration'], new_scopes: ['administration'] });
  });
  expect(await question()).toHaveTextContent(
    'Allow it only if you trust the application as much as yourself.',
  );
});

// covers: [APP-02]
test('a refused request has the sentence of the server, and no way to the application', async () => {
  startApplications(PATH, kept => {
    kept.invalid = () => refusal(400, 'authorization_request', 'The request names another application.');
  });
  expect(
    await screen.findByText(/The request names another application\. The application gets no/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /Allow|Deny|Try again/ })).toBeNull();
});

// covers: [APP-02]
test('an address without a request asks nothing', async () => {
  const { kept } = startApplications('/authorize?client_id=id-billing');
  expect(await screen.findByText(/This address is not complete\./)).toBeVisible();
  expect(kept.asked).toEqual([]);
  expect(screen.queryByRole('button', { name: /Allow|Deny/ })).toBeNull();
});

test('an answer that is not taken says why, and can be given again', async () => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.refused = () => refusal(409, 'too_many_applications', 'Revoke one first.');
  });
  await question();
  const left = watchLeaving();
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Revoke one first.')).toBeVisible();
  kept.refused = null;
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  await waitFor(() => expect(left).toHaveLength(1));
});

test('a request that cannot be loaded is loaded again', async () => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.fails = true;
  });
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  kept.fails = false;
  await user.click(again);
  expect(await question()).toBeVisible();
});
