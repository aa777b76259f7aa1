// The list of webhooks, and what can be done with each.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { WebhookTestResult } from '@/generated/api';
import { refusal } from '@/test/fakeHttp';
import { startWebhooks, webhook } from '@/test/fakeWebhooks';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const grid = () => screen.findByRole('grid', { name: 'Webhooks' });
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name });

// covers: [HOOK-01]
test('without webhooks the list says what they are for, and leads to a new one', async () => {
  const { user } = startWebhooks('');
  expect(await screen.findByText('No webhooks')).toBeVisible();
  expect(screen.getByText(/^A webhook sends events to a URL/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New webhook' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'New webhook' })).toBeVisible();
});

// covers: [HOOK-01]
test('the list says what each webhook is sent, and whether it is sent anything', async () => {
  const retried = '2026-01-05T10:00:00.000Z';
  const deliveries = { waiting: 3, receiver_retried_at: retried, last_at: retried, last_delivered: false };
  startWebhooks('', kept => {
    kept.all = [
      webhook('alpha'),
      webhook('beta', { enabled: false }),
      webhook('gamma', { paused: true }),
      webhook('delta', { enabled: false, disabled_because: 'gone' }),
      webhook('omega', { deliveries }),
    ];
  });
  const alpha = await row(/alpha/);
  expect(within(alpha).getByRole('link', { name: 'alpha' })).toHaveAttribute(
    'href',
    '/ui/admin/configuration/webhooks/edit/alpha',
  );
  expect(alpha).toHaveTextContent('Artifacts: Deployed');
  expect(alpha).toHaveTextContent('https://hooks.example.org/in');
  expect(alpha).toHaveTextContent('Enabled');
  expect(alpha).toHaveTextContent('Nothing sent yet');
  expect(await row(/beta/)).toHaveTextContent('Disabled');
  expect(await row(/gamma/)).toHaveTextContent('Paused');
  expect(await row(/delta/)).toHaveTextContent('Disabled The receiver is gone');
  const omega = await row(/omega/);
  expect(omega).toHaveTextContent(/No answer Next attempt at Jan 5, 2026/);
  expect(omega).toHaveTextContent(/Failed Jan 5/);
  expect(omega).toHaveTextContent('3');
});

// covers: [HOOK-01]
test('a webhook is paused, resumed, and deleted after a question', async () => {
  const { kept, user } = startWebhooks('', webhooks => {
    webhooks.all = [webhook('alpha'), webhook('beta')];
  });
  await user.click(await screen.findByRole('button', { name: 'Pause alpha' }));
  await user.click(await screen.findByRole('button', { name: 'Resume alpha' }));
  await user.click(await screen.findByRole('button', { name: 'Delete alpha' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete webhook' });
  expect(dialog).toHaveTextContent('The log of its deliveries goes with it.');
  await user.click(within(dialog).getByRole('button', { name: 'Delete webhook' }));
  // the row that had the focus is gone
  await waitFor(async () => expect((await grid()).contains(document.activeElement)).toBe(true));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete alpha' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Delete beta' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete webhook' })).getByRole('button', {
      name: 'Delete webhook',
    }),
  );
  expect(await screen.findByText('No webhooks')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'New webhook' })).toHaveFocus());
  expect(kept.changes).toEqual([
    { call: 'POST webhooks/alpha/pause', body: { paused: true } },
    { call: 'POST webhooks/alpha/pause', body: { paused: false } },
    { call: 'DELETE webhooks/alpha', body: null },
    { call: 'DELETE webhooks/beta', body: null },
  ]);
});

const outcomes: [string, WebhookTestResult, string][] = [
  [
    'taken',
    { result: 'success', message: '', status: 204, took_ms: 31 },
    'alpha: A dummy hook was executed and sent to the configured URL (Status 204, 31 ms)',
  ],
  [
    'refused',
    { result: 'failure', message: '', status: 500, took_ms: 8 },
    'alpha: Sending a dummy Webhook failed (Status 500, 8 ms)',
  ],
];

// covers: [HOOK-01, HOOK-03]
test.each(outcomes)('a stored webhook is tested from the list, and %s says so', async (_, result, words) => {
  const { kept, user } = startWebhooks('', webhooks => {
    webhooks.all = [webhook('alpha')];
    webhooks.tested = result;
  });
  const button = await screen.findByRole('button', { name: 'Test alpha' });
  await user.click(button);
  expect(await screen.findByText(words)).toBeVisible();
  expect(button).toHaveFocus();
  const [handler] = webhook('alpha').handlers;
  expect(kept.changes).toEqual([
    {
      call: 'POST webhooks/test',
      body: {
        key: 'alpha',
        description: 'Builds',
        enabled: true,
        ordered: false,
        event_filter: webhook('alpha').event_filter,
        handlers: [
          {
            handler_type: 'webhook',
            url: handler?.url,
            keep_secret: true,
            signature: 'hmac_sha256',
            cloud_event: false,
            custom_http_headers: [
              { name: 'X-Team', value: 'blue' },
              { name: 'Authorization', secret: true },
            ],
          },
        ],
      },
    },
  ]);
});

// covers: [HOOK-03]
test('a test from the list whose request fails says so, or what the server refuses', async () => {
  const { kept, user } = startWebhooks('', webhooks => {
    webhooks.all = [webhook('alpha')];
    webhooks.refused = () => refusal(503, 'unavailable', 'Not now.');
  });
  const button = await screen.findByRole('button', { name: 'Test alpha' });
  await user.click(button);
  expect(await screen.findByText('alpha: Request failed, unable to test Webhook.')).toBeVisible();
  kept.refused = () => refusal(400, 'webhook_invalid', 'Enter a valid URL', { field: 'handlers.url' });
  await user.click(button);
  expect(await screen.findByText('alpha: Enter a valid URL')).toBeVisible();
});

// covers: [HOOK-04]
test('the list leads to the deliveries of a webhook, which have an address', async () => {
  const { router, user } = startWebhooks('', webhooks => {
    webhooks.all = [webhook('alpha')];
  });
  await user.click(await screen.findByRole('button', { name: 'Deliveries of alpha' }));
  const heading = await screen.findByRole('heading', { level: 2, name: 'Deliveries' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(router.state.location.href).toBe('/admin/configuration/webhooks/edit/alpha?view=deliveries');
});

test('a list that cannot be loaded is loaded again', async () => {
  const { kept, user } = startWebhooks('', webhooks => {
    webhooks.fails = true;
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  kept.fails = false;
  await user.click(again);
  expect(await screen.findByText('No webhooks')).toBeVisible();
});
