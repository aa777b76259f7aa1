// Changing a webhook: its secrets, its test, and the rotation of its secret.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WantedWebhook, WebhookTestResult } from '@/generated/api';
import { refusal } from '@/test/fakeHttp';
import { type FakeWebhooks, startWebhooks, webhook } from '@/test/fakeWebhooks';

const form = () => screen.findByRole('form', { name: 'Settings of the webhook' });
const field = (name: string) => screen.getByRole('textbox', { name });
const secretField = (name: string) => screen.getByLabelText(name, { selector: 'input[type=password]' });
const press = (name: string) => screen.getByRole('button', { name });

/** The page of a webhook once its form is there. */
async function editing(prepare: (kept: FakeWebhooks) => void = () => undefined) {
  const started = startWebhooks('/edit/nightly', kept => {
    kept.all = [webhook('nightly')];
    prepare(kept);
  });
  await form();
  return started;
}

const handlerOf = (kept: FakeWebhooks) =>
  (kept.changes.at(-1)?.body as WantedWebhook | undefined)?.handlers[0];

// covers: [HOOK-01]
test('what is stored as a secret is kept, and not shown', async () => {
  const { kept, user } = await editing();
  expect(field('Name')).toHaveAttribute('readonly');
  expect(screen.getByText('A secret is stored. It is not shown.')).toBeVisible();
  expect(secretField('Value of the header')).toHaveAccessibleDescription(/^Stored\./);
  await user.type(field('Description'), ' and more');
  await user.click(press('Save'));
  await screen.findByText('nightly was updated.');
  expect(kept.changes).toEqual([
    {
      call: 'PUT webhooks/nightly',
      body: {
        key: 'nightly',
        description: 'Builds and more',
        enabled: true,
        ordered: false,
        event_filter: webhook('nightly').event_filter,
        handlers: [
          {
            handler_type: 'webhook',
            url: 'https://hooks.example.org/in',
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

// covers: [HOOK-01, HOOK-02]
test('where the URL changes the secrets are asked for again', async () => {
  const { kept, user } = await editing();
  await user.type(field('URL'), '/new');
  expect(screen.getByText(/^The URL or the handler type has changed/)).toBeVisible();
  await user.click(press('Save'));
  expect(secretField('Secret')).toHaveAccessibleDescription(/This field is mandatory/);
  expect(screen.getByRole('group', { name: 'Headers' })).toHaveAccessibleDescription(
    'Header must contain name and value',
  );
  expect(kept.changes).toEqual([]);
  await user.type(secretField('Secret'), 'n3w');
  await user.type(secretField('Value of the header'), 'Bearer x');
  await user.click(press('Save'));
  await waitFor(() => expect(kept.changes).toHaveLength(1));
  expect(handlerOf(kept)).toEqual({
    handler_type: 'webhook',
    url: 'https://hooks.example.org/in/new',
    secret: 'n3w',
    signature: 'hmac_sha256',
    cloud_event: false,
    custom_http_headers: [
      { name: 'X-Team', value: 'blue' },
      { name: 'Authorization', value: 'Bearer x', secret: true },
    ],
  });
});

test('a stored secret is replaced or removed, and kept after all', async () => {
  const { kept, user } = await editing();
  await user.click(press('Replace secret'));
  expect(secretField('Secret')).toHaveFocus();
  await user.type(secretField('Secret'), 'other');
  await user.click(press('Keep the stored secret'));
  await user.click(press('Remove secret'));
  expect(screen.getByText('The stored secret is deleted when you save.')).toBeVisible();
  await user.click(press('Save'));
  await waitFor(() => expect(kept.changes).toHaveLength(1));
  expect(handlerOf(kept)).not.toHaveProperty('keep_secret');
  expect(handlerOf(kept)).not.toHaveProperty('secret');
});

test('a secret of a payload without a value keeps the stored one', async () => {
  const { kept, user } = await editing(webhooks => {
    const handler = webhook('', {}, {}).handlers[0];
    webhooks.all = [
      webhook(
        'nightly',
        {},
        {
          ...handler,
          handler_type: 'custom-webhook',
          has_secret: false,
          method: 'PUT',
          payload: 'x',
          secrets: [{ name: 'token' }, { name: 'other' }],
        },
      ),
    ];
  });
  await user.type(screen.getAllByLabelText('Value of the secret')[1] as HTMLElement, 'new');
  await user.click(press('Save'));
  await waitFor(() => expect(kept.changes).toHaveLength(1));
  expect(handlerOf(kept)).toMatchObject({
    method: 'PUT',
    secrets: [{ name: 'token' }, { name: 'other', value: 'new' }],
  });
});

test('a header that is added or removed leaves the focus in the list', async () => {
  const { user } = await editing();
  await user.click(press('Add header'));
  const names = screen.getAllByRole('textbox', { name: 'Name of the header' });
  expect(names).toHaveLength(3);
  expect(names[2]).toHaveFocus();
  await user.keyboard('X-Last');
  await user.click(press('Remove the header Authorization'));
  expect(press('Remove the header X-Last')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(press('Remove the header X-Team')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(press('Add header')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(field('Name of the header')).toHaveFocus();
});

const results: [string, WebhookTestResult, string, RegExp][] = [
  [
    'taken',
    { result: 'success', message: '', status: 204, took_ms: 31 },
    'A dummy hook was executed and sent to the configured URL',
    /Status 204, 31 ms/,
  ],
  [
    'refused',
    { result: 'failure', message: '', status: 500, took_ms: 8 },
    'Sending a dummy Webhook failed',
    /Status 500, 8 ms/,
  ],
  [
    'not answered by a gateway',
    { result: 'failure', message: '', status: 504, took_ms: 8 },
    'Request failed, unable to test Webhook.',
    /Status 504, 8 ms/,
  ],
  [
    'not answered',
    { result: 'failure', message: '', status: null, took_ms: 10_000 },
    'Request failed, unable to test Webhook.',
    /No answer, 10,000 ms/,
  ],
];

// covers: [HOOK-01, HOOK-03]
test.each(results)('a test that is %s says so', async (_, result, words, detail) => {
  const { kept, user } = await editing(webhooks => {
    webhooks.tested = result;
  });
  await user.click(press('Test'));
  const outcome = await screen.findByText(words);
  expect(outcome.closest('[role]')).toHaveAttribute('role', result.result === 'success' ? 'status' : 'alert');
  expect(screen.getByText(detail)).toBeVisible();
  expect(kept.changes.map(({ call }) => call)).toEqual(['POST webhooks/test']);
  expect(handlerOf(kept)).toMatchObject({ keep_secret: true });
  await user.type(field('Description'), '!');
  expect(screen.queryByText(words)).not.toBeInTheDocument();
});

// covers: [HOOK-03]
test('a test whose request fails says so, and one that is not valid says it at the field', async () => {
  const { kept, user } = await editing(webhooks => {
    webhooks.refused = () => refusal(503, 'unavailable', 'Not now.');
  });
  await user.click(press('Test'));
  expect(await screen.findByText('Request failed, unable to test Webhook.')).toBeVisible();
  kept.refused = () => refusal(400, 'webhook_invalid', 'Enter a valid URL', { field: 'handlers.url' });
  await user.click(press('Test'));
  await waitFor(() => expect(field('URL')).toHaveAccessibleDescription('Enter a valid URL'));
  expect(screen.queryByText('Request failed, unable to test Webhook.')).not.toBeInTheDocument();
});

test('why a webhook sends nothing is a sentence beside its state', async () => {
  await editing(webhooks => {
    webhooks.all = [webhook('nightly', { enabled: false, disabled_because: 'owner_without_rights' })];
  });
  expect(screen.getByText('Disabled')).toBeVisible();
  expect(screen.getByText('Its owner may not read what it sends')).toBeVisible();
});

// covers: [HOOK-01]
test('the secret is rotated, and the earlier one is retired after a question', async () => {
  const { kept, user } = await editing(webhooks => {
    webhooks.all = [webhook('nightly', {}, { has_earlier_secret: true })];
  });
  const rotation = screen.getByRole('form', { name: 'Rotate the secret' });
  await user.click(within(rotation).getByRole('button', { name: 'Rotate secret' }));
  expect(secretField('New secret')).toHaveAccessibleDescription('This field is mandatory');
  await user.type(secretField('New secret'), 'n3xt{Enter}');
  await screen.findByText('The secret of nightly was replaced.');
  expect(secretField('New secret')).toHaveValue('');
  await user.click(press('Retire earlier secret'));
  const question = screen.getByRole('alert');
  await user.click(within(question).getByRole('button', { name: 'Retire earlier secret' }));
  await screen.findByText('The earlier secret of nightly no longer counts.');
  expect(kept.changes).toEqual([
    { call: 'POST webhooks/nightly/secret', body: { secret: 'n3xt' } },
    { call: 'DELETE webhooks/nightly/earlier-secret', body: null },
  ]);
});

test('a webhook that is not there says so', async () => {
  startWebhooks('/edit/gone');
  expect(await screen.findByText('There is no webhook gone.')).toBeVisible();
});
