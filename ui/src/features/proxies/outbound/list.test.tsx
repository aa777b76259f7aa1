// The list of outbound proxies, and what is asked in it.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { proxy, startProxies } from '@/test/fakeProxies';
import { switchLanguage } from '@/texts/i18n/languages';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

afterEach(() => act(() => switchLanguage('en')));

const row = async (name: RegExp) =>
  within(await screen.findByRole('grid', { name: 'Proxies' })).findByRole('row', { name });

// covers: [ROUTE-04]
test('without proxies the list says what they are for, and leads to the other kind', async () => {
  startProxies();
  expect(await screen.findByRole('heading', { level: 1, name: 'Proxies' })).toBeVisible();
  expect(await screen.findByText('No proxies')).toBeVisible();
  expect(screen.getByText(/^Webhooks are sent directly\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Configure a reverse proxy' })).toHaveAttribute(
    'href',
    '/ui/admin/proxies/configuration/new',
  );
});

// covers: [ROUTE-04]
test('the list says where each proxy is, and which webhooks use it', async () => {
  const { user } = startProxies('', kept => {
    kept.all = [
      proxy('corporate', { user_name: 'waybill', has_password: true, for_webhooks: true }),
      proxy('edge', { port: 8080, used_by: ['deploys', 'nightly'] }),
      proxy('spare', { for_webhooks: true, used_by: ['deploys'] }),
      proxy('unused'),
    ];
  });
  const corporate = await row(/corporate/);
  expect(within(corporate).getByRole('link', { name: 'corporate' })).toHaveAttribute(
    'href',
    '/ui/admin/proxies/configuration/edit/corporate',
  );
  for (const text of ['corporate.example.org', '3128', 'waybill', 'By default'])
    expect(corporate).toHaveTextContent(text);
  expect(await row(/edge\.example/)).toHaveTextContent('By deploys, nightly');
  expect(await row(/spare/)).toHaveTextContent('By default, and by deploys');
  expect(await row(/unused/)).toHaveTextContent('No');
  await user.type(screen.getByRole('searchbox'), 'nightly');
  await waitFor(() => expect(screen.queryByRole('row', { name: /corporate/ })).toBeNull());
  expect(await row(/edge\.example/)).toBeVisible();
});

// covers: [ROUTE-04]
test('a proxy is opened to edit it', async () => {
  const { user, router } = startProxies('', kept => {
    kept.all = [proxy('corporate')];
  });
  await user.click(await screen.findByRole('button', { name: 'Edit corporate' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit proxy' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin/proxies/configuration/edit/corporate');
});

test('a proxy is deleted after a question', async () => {
  const { kept, user } = startProxies('', proxies => {
    proxies.all = [proxy('corporate')];
  });
  await user.click(await screen.findByRole('button', { name: 'Delete corporate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete proxy' });
  expect(dialog).toHaveTextContent('Delete the proxy corporate?');
  await user.click(within(dialog).getByRole('button', { name: 'Delete proxy' }));
  expect(await screen.findByText('No proxies')).toBeVisible();
  expect(await screen.findByText('The proxy corporate was deleted.')).toBeVisible();
  expect(kept.changes).toEqual([{ call: 'DELETE proxies/corporate', body: null }]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'New proxy' })).toHaveFocus());
});

test('a proxy that webhooks use stays, and the dialog says why in each language', async () => {
  const message = 'The webhooks deploys and nightly use this proxy.';
  const { kept, user } = startProxies('', proxies => {
    proxies.all = [proxy('corporate', { used_by: ['deploys', 'nightly'] })];
    proxies.refused = () => refusal(409, 'proxy_in_use', message);
  });
  await user.click(await screen.findByRole('button', { name: 'Delete corporate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete proxy' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete proxy' }));
  expect(await within(dialog).findByText(message)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await row(/corporate/)).toBeVisible();
  await act(() => switchLanguage('de'));
  await user.click(await screen.findByRole('button', { name: 'corporate löschen' }));
  const german = await screen.findByRole('dialog', { name: 'Proxy löschen' });
  await user.click(within(german).getByRole('button', { name: 'Proxy löschen' }));
  expect(await within(german).findByText(/^Webhooks verwenden diesen Proxy\./)).toBeVisible();
  expect(kept.changes).toHaveLength(2);
});

test('a list that cannot be loaded is loaded again', async () => {
  const { kept, user } = startProxies('', proxies => {
    proxies.fails = true;
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  kept.fails = false;
  await user.click(again);
  expect(await screen.findByText('No proxies')).toBeVisible();
});
