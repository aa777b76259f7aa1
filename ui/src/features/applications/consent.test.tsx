// A user is asked for an application of another vendor.
import { act, screen, waitFor, within } from '@testing-library/react';
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
test.each([
  [['openid'], 600_000, 'For 10 minutes'],
  [['openid', 'offline_access'], 31_536_000_000, 'Until you revoke it, for at most 365 days'],
] as const)('the page says how long access with %s lasts', async (scopes, lasts, text) => {
  startApplications(PATH, kept => {
    kept.request = request({ scopes: [...scopes], lasts_ms: lasts });
  });
  expect(await question()).toHaveTextContent(`Access lasts${text}`);
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
test('what takes the password is allowed with it, and denied without', async () => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.request = request({ scopes: ['administration'], password_required: true });
  });
  await question();
  const left = watchLeaving();
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(kept.changes).toEqual([]);
  const form = await screen.findByRole('form', { name: 'Allow' });
  await user.click(within(form).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  await user.type(screen.getByLabelText('Your password'), 'correct{Enter}');
  await waitFor(() => expect(left).toEqual(['https://billing.example.org/callback?code=c1']));
  expect(kept.shown).toEqual([`Basic ${btoa('ann:correct')}`]);
  expect(screen.queryByLabelText('Your password')).toBeNull();
});

// covers: [APP-02]
test('the password is asked for where the sign-in became too old while the page was open', async () => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.refused = () => refusal(400, 'reauthentication_missing', 'Send your name and password.');
  });
  await question();
  const left = watchLeaving();
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  const password = await screen.findByLabelText('Your password');
  expect(screen.queryByText(/Send your name and password/)).toBeNull();
  kept.refused = null;
  await user.type(password, 'correct{Enter}');
  await waitFor(() => expect(left).toEqual(['https://billing.example.org/callback?code=c1']));
  expect(kept.shown).toEqual([null, `Basic ${btoa('ann:correct')}`]);
});

// covers: [APP-02]
test('no password is asked for to deny', async () => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.request = request({ password_required: true });
  });
  await question();
  const left = watchLeaving();
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  await waitFor(() => expect(left).toEqual(['https://billing.example.org/callback?error=access_denied']));
  expect(kept.shown).toEqual([null]);
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

// covers: [APP-02]
test.each(['Allow', 'Deny'])('%s without a connection says what to do, and can be repeated', async name => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.refused = () => Response.error();
  });
  await question();
  const left = watchLeaving();
  const button = screen.getByRole('button', { name });
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^The application has not received your answer\. Check your connection, then choose Allow or Deny again\.$/,
  );
  expect(button).toHaveFocus();
  kept.refused = null;
  await user.click(button);
  await waitFor(() => expect(left).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

// covers: [APP-02]
test('a server that fails says so, and the page what to do', async () => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.refused = () => refusal(503, 'unavailable', 'Applications cannot be read.');
  });
  await question();
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Applications cannot be read\. The application has not received your answer\. Choose Allow or Deny again later\.$/,
  );
  // the page of a proxy has no words of the server
  kept.refused = () => new Response('<html>', { status: 502 });
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByText(/^The application has not received your answer\. Check/)).toBeVisible();
});

/** The browser shows the page again: as it was left, or loaded. */
const showAgain = (persisted: boolean) =>
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));

// covers: [APP-02]
test('a user who comes back to the page as it was left is asked anew', async () => {
  const { kept, user } = startApplications(PATH);
  await question();
  const left = watchLeaving();
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('You are being redirected to the application…')).toBeVisible();
  const allow = () => screen.getByRole('button', { name: 'Allow' });
  showAgain(false);
  expect(allow()).toHaveAttribute('aria-disabled', 'true');
  expect(kept.asked).toHaveLength(1);
  kept.request = request({ new_scopes: [] });
  showAgain(true);
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  expect(await question()).toHaveTextContent('You have allowed all of this before.');
  expect(kept.asked).toHaveLength(2);
  expect(allow()).not.toHaveAttribute('aria-disabled');
  expect(screen.queryByText('You are being redirected to the application…')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  await waitFor(() => expect(left).toHaveLength(2));
});

// covers: [APP-02]
test('a request that has expired by the return is refused', async () => {
  const { kept } = startApplications(PATH);
  await question();
  kept.invalid = () => refusal(400, 'authorization_request', 'The request has expired.');
  showAgain(true);
  expect(await screen.findByText(/^The request has expired\. The application gets no/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Allow|Deny/ })).toBeNull();
});

test('a request that cannot be loaded is loaded again', async () => {
  const { kept, user } = startApplications(PATH, applications => {
    applications.fails = true;
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  kept.fails = false;
  await user.click(again);
  expect(await question()).toBeVisible();
});
