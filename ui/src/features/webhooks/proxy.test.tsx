// The proxy of a webhook: in its form, in the request of its test, and beside its deliveries.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { WantedWebhook } from '@/generated/api';
import { refusal } from '@/test/fakeHttp';
import { delivery, type FakeWebhooks, startWebhooks, webhook } from '@/test/fakeWebhooks';

afterEach(() => vi.restoreAllMocks());

const press = (name: string) => screen.getByRole('button', { name });
const field = () => screen.findByRole('combobox', { name: 'Proxy' });
const sentOf = (kept: FakeWebhooks) =>
  (kept.changes.at(-1)?.body as WantedWebhook | undefined)?.handlers[0]?.proxy;

/** The page of a webhook once its form is there. */
async function editing(proxy: string | undefined, prepare: (kept: FakeWebhooks) => void = () => undefined) {
  const started = startWebhooks('/edit/nightly', kept => {
    kept.all = [webhook('nightly', {}, proxy === undefined ? {} : { proxy })];
    kept.proxies = ['corporate', 'edge'];
    prepare(kept);
  });
  await screen.findByRole('form', { name: 'Settings of the webhook' });
  return started;
}

// covers: [HOOK-01]
test('a webhook is sent through the proxy that is chosen', async () => {
  const { kept, user } = await editing(undefined);
  expect(await field()).toHaveDisplayValue('None');
  expect(within(await field()).getAllByRole('option')).toHaveLength(3);
  await user.selectOptions(await field(), 'edge');
  await user.click(press('Save'));
  await screen.findByText('nightly was updated.');
  expect(sentOf(kept)).toBe('edge');
});

// covers: [HOOK-01]
test('a proxy that is not offered stays until another one is chosen', async () => {
  const { kept, user } = await editing('gone');
  expect(await field()).toHaveDisplayValue('gone');
  kept.refused = () =>
    refusal(422, 'webhook_invalid', 'There is no such proxy.', { field: 'handlers.proxy' });
  await user.click(press('Save'));
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/^There is no such proxy\./));
  kept.refused = null;
  await user.selectOptions(await field(), 'None');
  await user.click(press('Save'));
  await screen.findByText('nightly was updated.');
  expect(sentOf(kept)).toBeUndefined();
});

// covers: [HOOK-01, HOOK-05]
test('where the proxies cannot be loaded there is no field, which is logged, and the proxy stays', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { kept, user } = await editing('corporate', webhooks => {
    webhooks.proxies = null;
  });
  await waitFor(() =>
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining('The proxies for webhooks could not be loaded'),
      expect.anything(),
    ),
  );
  expect(screen.queryByRole('combobox', { name: 'Proxy' })).toBeNull();
  await user.click(press('Save'));
  await screen.findByText('nightly was updated.');
  expect(sentOf(kept)).toBe('corporate');
});

test('the request of a test names the proxy', async () => {
  const { user } = await editing('corporate', kept => {
    kept.request = 'POST /in HTTP/1.1';
  });
  await user.click(press('Show request'));
  const request = await screen.findByRole('dialog', { name: 'Request of the test' });
  expect(request).toHaveTextContent('It would be sent through the proxy corporate.');
});

test('a delivery names the proxy of its webhook', async () => {
  startWebhooks('/edit/nightly?delivery=d1', kept => {
    kept.all = [webhook('nightly', {}, { proxy: 'corporate' })];
    kept.deliveries = [delivery('d1')];
  });
  const sheet = await screen.findByRole('dialog');
  expect(await within(sheet).findByText('Proxy of the webhook')).toBeVisible();
  expect(within(sheet).getByText('corporate')).toBeVisible();
});
