// What the form of a webhook chooses from: the lists of the server, and what it does without them.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { DescribedWebhook, WantedWebhook } from '@/generated/api';
import { startWebhooks, webhook } from '@/test/fakeWebhooks';

afterEach(() => vi.restoreAllMocks());

const form = () => screen.findByRole('form', { name: 'Settings of the webhook' });
const byName = () => screen.getByLabelText<HTMLInputElement>('By Name', { selector: 'input' });
const press = (name: string) => screen.getByRole('button', { name });
const ofBuilds = (): DescribedWebhook =>
  webhook('nightly', {
    event_filter: {
      domain: 'build',
      event_types: ['uploaded'],
      criteria: { anyBuild: false, selectedBuilds: ['site'], includePatterns: [], excludePatterns: [] },
    },
  });

// covers: [HOOK-05]
test('the names of builds that have what is typed are suggested', async () => {
  const { kept, user } = startWebhooks('/edit/nightly', webhooks => {
    webhooks.all = [ofBuilds()];
    webhooks.builds = ['shop-api', 'shop-web', 'till'];
  });
  await form();
  const options = () => document.querySelectorAll<HTMLOptionElement>('datalist option');
  const suggested = () => [...options()].map(option => option.value);
  await waitFor(() => expect(suggested()).toEqual(['shop-api', 'shop-web', 'till']));
  await user.type(byName(), 'shop');
  await waitFor(() => expect(suggested()).toEqual(['shop-api', 'shop-web']));
  expect(kept.asked).toContain('webhook-lists/builds?includePatterns=*shop*');
  await user.type(byName(), '-web{Enter}');
  await user.click(press('Save'));
  await screen.findByText('nightly was updated.');
  const sent = kept.changes.at(-1)?.body as WantedWebhook | undefined;
  expect(sent?.event_filter.criteria?.selectedBuilds).toEqual(['site', 'shop-web']);
});

// covers: [HOOK-05]
test('where the repositories cannot be loaded their keys are entered, and that is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { kept, user } = startWebhooks('/edit/nightly', webhooks => {
    webhooks.all = [webhook('nightly')];
    webhooks.unlisted = 'repositories';
  });
  await form();
  await waitFor(() =>
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining('The repositories for webhooks could not be loaded'),
      expect.anything(),
    ),
  );
  await user.type(byName(), 'libs{Enter}');
  expect(within(screen.getByRole('list', { name: 'By Name' })).getByText('libs')).toBeVisible();
  await user.click(press('Save'));
  await screen.findByText('nightly was updated.');
  const sent = kept.changes.at(-1)?.body as WantedWebhook | undefined;
  expect(sent?.event_filter.criteria?.repoKeys).toEqual(['libs']);
});

// covers: [HOOK-05]
test('where the names of builds cannot be loaded they are entered, and that is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = startWebhooks('/edit/nightly', webhooks => {
    webhooks.all = [ofBuilds()];
    webhooks.unlisted = 'builds';
  });
  await form();
  await waitFor(() =>
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining('The names for webhooks could not be loaded'),
      expect.anything(),
    ),
  );
  await user.type(byName(), 'till{Enter}');
  expect(within(screen.getByRole('list', { name: 'By Name' })).getByText('till')).toBeVisible();
});

const ofPromotions = (): DescribedWebhook =>
  webhook('releases', {
    event_filter: {
      domain: 'release_bundle_v2_promotion',
      event_types: ['release_bundle_v2_promotion_completed'],
      criteria: {
        anyReleaseBundle: true,
        registeredReleaseBundlesNames: [],
        selectedEnvironments: ['PROD'],
        includePatterns: [],
        excludePatterns: [],
      },
    },
  });

// covers: [HOOK-05]
test('promotions are narrowed by environments, of which those of repositories are suggested', async () => {
  const { kept, user } = startWebhooks('/edit/releases', webhooks => {
    webhooks.all = [ofPromotions()];
  });
  await form();
  const environment = () => screen.getByLabelText<HTMLInputElement>('Environments', { selector: 'input' });
  const offered = () => document.getElementById(environment().getAttribute('list') ?? '');
  const suggested = () => [...(offered()?.querySelectorAll('option') ?? [])].map(option => option.value);
  await waitFor(() => expect(suggested()).toEqual(['DEV', 'PROD']));
  const chosen = within(screen.getByRole('list', { name: 'Environments' }));
  expect(chosen.getByText('PROD')).toBeVisible();
  // one that no repository belongs to yet
  await user.type(environment(), 'STAGING{Enter}');
  expect(chosen.getByText('STAGING')).toBeVisible();
  await user.click(press('Remove PROD'));
  await user.click(press('Save'));
  await screen.findByText('releases was updated.');
  const sent = kept.changes.at(-1)?.body as WantedWebhook | undefined;
  expect(sent?.event_filter.criteria).toMatchObject({
    anyReleaseBundle: true,
    selectedEnvironments: ['STAGING'],
  });
});

// covers: [HOOK-05]
test('what is no promotion has no environments', async () => {
  const { kept, user } = startWebhooks('/edit/nightly', webhooks => {
    webhooks.all = [ofBuilds()];
  });
  await form();
  expect(screen.queryByLabelText('Environments')).toBeNull();
  await user.type(byName(), 'till{Enter}');
  await user.click(press('Save'));
  await screen.findByText('nightly was updated.');
  const sent = kept.changes.at(-1)?.body as WantedWebhook | undefined;
  expect(sent?.event_filter.criteria).not.toHaveProperty('selectedEnvironments');
});
