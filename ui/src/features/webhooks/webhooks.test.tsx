// Creating a webhook.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { startWebhooks } from '@/test/fakeWebhooks';
import { enter } from '@/test/harness';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const grid = () => screen.findByRole('grid', { name: 'Webhooks' });
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name });
const form = () => screen.findByRole('form', { name: 'Settings of the webhook' });
const field = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => screen.getByRole('button', { name });

// covers: [HOOK-01]
test('a webhook is created with what was entered', async () => {
  const { kept, user } = startWebhooks('/new');
  await form();
  await user.type(field('Name'), 'nightly');
  await enter(user, field('Description'), 'For the team');
  await user.click(await screen.findByRole('checkbox', { name: 'Deployed' }));
  await user.click(screen.getByRole('checkbox', { name: 'Any remote repository' }));
  const names = screen.getByRole('combobox', { name: 'By Name' });
  await waitFor(() => expect(within(names).getByRole('option', { name: 'libs' })).toBeInTheDocument());
  expect(within(names).queryByRole('option', { name: 'all' })).not.toBeInTheDocument();
  await user.selectOptions(names, 'libs');
  await user.type(field('Include patterns'), 'org/**{Enter}no/**{Enter}');
  await user.click(press('Remove no/**'));
  // what is typed is added, also without Enter
  await user.type(field('Exclude patterns'), 'org/old/**');
  await enter(user, field('URL'), 'https://hooks.example.org/in');
  await user.type(screen.getByLabelText('Secret', { selector: 'input[type=password]' }), 's3cret');
  await user.click(press('Add header'));
  await user.type(field('Name of the header'), 'X-Team');
  await user.type(field('Value of the header'), 'blue');
  await user.click(press('Save'));
  expect(await row(/nightly/)).toBeVisible();
  expect(kept.changes).toEqual([
    {
      call: 'POST webhooks',
      body: {
        key: 'nightly',
        description: 'For the team',
        enabled: true,
        ordered: false,
        event_filter: {
          domain: 'artifact',
          event_types: ['deployed'],
          criteria: {
            anyLocal: false,
            anyRemote: true,
            repoKeys: ['libs'],
            includePatterns: ['org/**'],
            excludePatterns: ['org/old/**'],
          },
        },
        handlers: [
          {
            handler_type: 'webhook',
            url: 'https://hooks.example.org/in',
            secret: 's3cret',
            signature: 'hmac_sha256',
            cloud_event: false,
            custom_http_headers: [{ name: 'X-Team', value: 'blue' }],
          },
        ],
      },
    },
  ]);
});

// covers: [HOOK-01]
test('a custom webhook has a payload with its secrets, and builds are narrowed by name', async () => {
  const { kept, user } = startWebhooks('/new');
  await form();
  await user.type(field('Name'), 'chat');
  const domain = screen.getByRole('combobox', { name: 'What the events are about' });
  await waitFor(() => expect(within(domain).getByRole('option', { name: 'Builds' })).toBeInTheDocument());
  await user.selectOptions(domain, 'Builds');
  await user.click(screen.getByRole('checkbox', { name: 'Promoted' }));
  await user.type(screen.getByLabelText('By Name', { selector: 'input' }), 'web, app{Enter}');
  await user.click(screen.getByRole('radio', { name: 'Custom webhook' }));
  await enter(user, field('URL'), 'https://chat.example.org');
  await enter(user, field('Payload'), '{{ .secrets.token }}');
  await user.click(press('Add secret'));
  await user.type(field('Name of the secret'), 'token');
  await user.type(screen.getByLabelText('Value of the secret', { selector: 'input[type=password]' }), 'abc');
  await user.click(press('Save'));
  await waitFor(() => expect(kept.changes).toHaveLength(1));
  expect(kept.changes[0]?.body).toEqual({
    key: 'chat',
    description: '',
    enabled: true,
    ordered: false,
    event_filter: {
      domain: 'build',
      event_types: ['promoted'],
      criteria: { anyBuild: false, selectedBuilds: ['web, app'], includePatterns: [], excludePatterns: [] },
    },
    handlers: [
      {
        handler_type: 'custom-webhook',
        url: 'https://chat.example.org',
        method: 'POST',
        payload: '{{ .secrets.token }}',
        secrets: [{ name: 'token', value: 'abc' }],
        http_headers: [],
      },
    ],
  });
});

// covers: [HOOK-02]
test('what is missing or not valid is said at its field before anything is sent', async () => {
  const { kept, user } = startWebhooks('/new');
  await form();
  await user.click(screen.getByRole('radio', { name: 'Custom webhook' }));
  await user.click(press('Add secret'));
  await user.click(press('Add header'));
  await user.click(press('Save'));
  expect(field('Name')).toHaveAccessibleDescription(/This field is mandatory/);
  await waitFor(() => expect(field('Name')).toHaveFocus());
  expect(field('URL')).toHaveAccessibleDescription('This field is mandatory');
  const group = (name: string) => screen.getByRole('group', { name });
  expect(group('Event types')).toHaveAccessibleDescription('This field is mandatory');
  expect(group('Which repositories')).toHaveAccessibleDescription('This field is mandatory');
  expect(group('Headers')).toHaveAccessibleDescription('Header must contain name and value');
  expect(group('Secrets')).toHaveAccessibleDescription('A Secret must contain name');
  await user.type(field('Name'), '1 x');
  await enter(user, field('URL'), 'ftp://example.org');
  await user.type(field('Name of the secret'), 'a b');
  await user.click(press('Save'));
  expect(field('Name')).toHaveAccessibleDescription(/Name cannot contain special characters/);
  expect(field('URL')).toHaveAccessibleDescription('Enter a valid URL');
  expect(group('Secrets')).toHaveAccessibleDescription('A secret name cannot contain special characters');
  expect(kept.changes).toEqual([]);
});

// covers: [HOOK-02]
test('what the server refuses is said at the field that it names', async () => {
  const { kept, user } = startWebhooks('/new', webhooks => {
    webhooks.refused = () => refusal(409, 'webhook_key_taken', 'Taken.', { field: 'key' });
  });
  await form();
  await user.type(field('Name'), 'nightly');
  await user.click(await screen.findByRole('checkbox', { name: 'Deployed' }));
  await user.click(screen.getByRole('checkbox', { name: 'Any local repository' }));
  await enter(user, field('URL'), 'https://hooks.example.org/in');
  await user.click(press('Save'));
  await waitFor(() => expect(field('Name')).toHaveAccessibleDescription(/This name already exist/));
  const message = "The header 'Host' is set by the platform; choose another name.";
  kept.refused = () => refusal(400, 'webhook_invalid', message, { field: 'handlers.headers' });
  await user.click(press('Save'));
  await waitFor(() =>
    expect(screen.getByRole('group', { name: 'Headers' })).toHaveAccessibleDescription(message),
  );
});
