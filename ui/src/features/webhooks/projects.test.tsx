// The webhooks of a project, which its administrators have too.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { WantedWebhook } from '@/generated/api';
import { startWebhooks, webhook } from '@/test/fakeWebhooks';
import { enter } from '@/test/harness';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const press = (name: string) => screen.getByRole('button', { name });

// covers: [HOOK-01, ROLE-03]
test('in a project the list has the webhooks of that project, and leads to them in it', async () => {
  const { user } = startWebhooks('?projectKey=web-shop', kept => {
    kept.all = [
      webhook('alpha', { project_key: 'web-shop' }),
      webhook('beta'),
      webhook('gamma', { project_key: 'dflt' }),
    ];
  });
  const grid = within(await screen.findByRole('grid', { name: 'Webhooks' }));
  expect(await grid.findByRole('link', { name: 'alpha' })).toHaveAttribute(
    'href',
    '/ui/admin/configuration/webhooks/edit/alpha?projectKey=web-shop',
  );
  expect(grid.queryByText('beta')).toBeNull();
  expect(grid.queryByText('gamma')).toBeNull();
  await user.click(press('Deliveries of alpha'));
  await screen.findByRole('form', { name: 'Settings of the webhook' });
  const search = new URLSearchParams(window.location.search);
  expect([search.get('projectKey'), search.get('view')]).toEqual(['web-shop', 'deliveries']);
  await user.click(press('Cancel'));
  expect(await screen.findByRole('grid', { name: 'Webhooks' })).toBeVisible();
  expect(window.location.search).toBe('?projectKey=web-shop');
});

// covers: [HOOK-01, HOOK-05, ROLE-03]
test('a webhook that is created in a project belongs to it, and chooses from what is in it', async () => {
  const { kept, user } = startWebhooks('/new?projectKey=web-shop');
  await screen.findByRole('form', { name: 'Settings of the webhook' });
  expect(screen.getByText('Only what happens in the project web-shop is sent.')).toBeVisible();
  const domains = screen.getByRole('combobox', { name: 'What the events are about' });
  await within(domains).findByRole('option', { name: 'Builds' });
  expect(within(domains).queryByRole('option', { name: 'Users' })).toBeNull();
  await waitFor(() =>
    expect(kept.asked).toContain('webhook-lists/repositories?type=local&projectKey=web-shop'),
  );
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'hook');
  await enter(user, screen.getByRole('textbox', { name: 'URL' }), 'https://hooks.example.org/in');
  await user.click(await screen.findByRole('checkbox', { name: 'Deployed' }));
  await user.click(screen.getByRole('checkbox', { name: 'Any local repository' }));
  await waitFor(() => expect(kept.asked).toContain('webhooks/preview?projectKey=web-shop'));
  await user.click(press('Save'));
  expect(await screen.findByRole('grid', { name: 'Webhooks' })).toBeVisible();
  expect(window.location.search).toBe('?projectKey=web-shop');
  const sent = kept.changes.at(-1)?.body as WantedWebhook | undefined;
  expect(sent?.project_key).toBe('web-shop');
});

// covers: [HOOK-01, ROLE-03]
test('a webhook of a project stays in it wherever it is opened', async () => {
  const { kept, user } = startWebhooks('/edit/alpha', webhooks => {
    webhooks.all = [webhook('alpha', { project_key: 'web-shop' })];
  });
  await screen.findByText('Only what happens in the project web-shop is sent.');
  await user.type(screen.getByRole('textbox', { name: 'Description' }), ' and more');
  await user.click(press('Save'));
  await screen.findByText('alpha was updated.');
  const sent = kept.changes.at(-1)?.body as WantedWebhook | undefined;
  expect(sent?.project_key).toBe('web-shop');
});
