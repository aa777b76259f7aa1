// What the criteria of a webhook match now, and the request of its test.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { type FakeWebhooks, NOTHING, startWebhooks, webhook } from '@/test/fakeWebhooks';
import { switchLanguage } from '@/texts/i18n/languages';

afterEach(() => act(() => switchLanguage('en')));

async function editing(prepare: (kept: FakeWebhooks) => void = () => undefined, more = {}) {
  const started = startWebhooks('/edit/nightly', kept => {
    kept.all = [webhook('nightly', more)];
    prepare(kept);
  });
  await screen.findByRole('form', { name: 'Settings of the webhook' });
  return started;
}

const FOUND = {
  names: ['libs', 'npm-remote', 'tools'],
  total: 3,
  files: ['libs/a.jar'],
  files_total: 60,
  files_seen: 10_000,
  has_more_files: true,
};
const builds = {
  event_filter: {
    domain: 'build',
    event_types: ['uploaded'],
    criteria: { anyBuild: false, selectedBuilds: ['site'], includePatterns: [], excludePatterns: [] },
  },
} as const;

// covers: [HOOK-01]
test('criteria show which repositories and files they match, once they have settled', async () => {
  const { kept, user } = await editing(webhooks => {
    webhooks.preview = FOUND;
  });
  const words = await screen.findByText('Matches 3 repositories · Matches 60 of the newest 10,000 files');
  expect(words.parentElement).toHaveAttribute('aria-live', 'polite');
  await user.click(screen.getByText('Names'));
  expect(within(screen.getByRole('list', { name: 'Names' })).getByText('tools')).toBeVisible();
  await user.click(screen.getByText('The newest file'));
  expect(screen.getByText('libs/a.jar')).toBeVisible();
  kept.preview = NOTHING;
  await user.click(screen.getByRole('checkbox', { name: 'Any remote repository' }));
  expect(await screen.findByText('Nothing matches yet')).toBeVisible();
  expect(kept.previewed).toEqual([
    expect.objectContaining({ domain: 'artifact', criteria: expect.objectContaining({ anyRemote: false }) }),
    expect.objectContaining({ domain: 'artifact', criteria: expect.objectContaining({ anyRemote: true }) }),
  ]);
});

test('where nothing is chosen, or nothing narrows the events, nothing is asked', async () => {
  const { kept, user } = await editing(webhooks => {
    webhooks.preview = FOUND;
  });
  await screen.findByText(/^Matches 3/);
  await user.click(screen.getByRole('checkbox', { name: 'Any local repository' }));
  expect(screen.queryByText(/^Matches/)).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'What the events are about' }), 'user');
  await new Promise(resolve => setTimeout(resolve, 700));
  expect(kept.previewed).toHaveLength(1);
});

test('builds that match are counted in the language of the page', async () => {
  await editing(webhooks => {
    webhooks.preview = { ...NOTHING, names: ['site'], total: 1 };
  }, builds);
  expect(await screen.findByText('Matches 1 build')).toBeVisible();
  await act(() => switchLanguage('ar'));
  expect(await screen.findByText('يطابق عملية بناء واحدة')).toBeVisible();
});

test('a preview that fails says so in its place, and the form is saved all the same', async () => {
  const { kept, user } = await editing(webhooks => {
    webhooks.unpreviewed = () => refusal(503, 'busy', 'Try it later.');
  });
  expect(await screen.findByText('Try it later.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('nightly was updated.');
  expect(kept.changes.map(({ call }) => call)).toEqual(['PUT webhooks/nightly']);
});

// covers: [HOOK-03]
test('the request of a test is shown, and nothing is sent', async () => {
  const { kept, user } = await editing(webhooks => {
    webhooks.request = 'POST /in HTTP/1.1\r\nAuthorization: ***\r\n\r\n{}';
  });
  await user.click(screen.getByRole('button', { name: 'Show request' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Request of the test' }));
  expect(sheet.getByRole('region', { name: 'Bytes of the request' })).toHaveTextContent('Authorization: ***');
  expect(sheet.getByText(/^Nothing was sent\./)).toBeVisible();
  await user.click(sheet.getByRole('button', { name: 'Copy request' }));
  expect(await navigator.clipboard.readText()).toBe(kept.request);
  expect(kept.changes.map(({ call }) => call)).toEqual(['POST webhooks/echo']);
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Show request' })).toHaveFocus());
});

// covers: [HOOK-03]
test('what is wrong with the request is shown at the field', async () => {
  const { kept, user } = await editing();
  const url = screen.getByRole('textbox', { name: 'URL' });
  kept.refused = () => refusal(400, 'webhook_invalid', 'Enter a valid URL', { field: 'handlers.url' });
  await user.click(screen.getByRole('button', { name: 'Show request' }));
  await waitFor(() => expect(url).toHaveAccessibleDescription('Enter a valid URL'));
  expect(url).toHaveFocus();
  kept.refused = () => refusal(503, 'busy', 'Try it later.');
  await user.click(screen.getByRole('button', { name: 'Show request' }));
  expect(await screen.findByText('Try it later.')).toBeVisible();
  expect(url).not.toHaveAccessibleDescription('Enter a valid URL');
});
