// What a webhook has delivered, and delivering it again.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { delivery, type FakeWebhooks, startWebhooks, webhook } from '@/test/fakeWebhooks';
import { switchLanguage } from '@/texts/i18n/languages';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

afterEach(() => act(() => switchLanguage('en')));

const start = (prepare: (kept: FakeWebhooks) => void, query = '') =>
  startWebhooks(`/edit/nightly${query}`, kept => {
    kept.all = [webhook('nightly')];
    prepare(kept);
  });
const grid = () => screen.findByRole('grid', { name: 'Deliveries of this webhook' });
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name });

test('without deliveries it says how that changes', async () => {
  start(() => undefined);
  expect(await screen.findByText('No deliveries yet')).toBeVisible();
});

// covers: [HOOK-04]
test('deliveries are listed, narrowed, and loaded page by page', async () => {
  const { kept, user } = start(webhooks => {
    webhooks.deliveries = [
      delivery('d1'),
      delivery('d2', { state: 'waiting', status: null, error: 'no answer', attempts: 4 }),
      delivery('d3', { state: 'dead', status: 410 }),
    ];
  });
  const first = await row(/d1/);
  expect(first).toHaveTextContent('Artifacts: Deployed');
  expect(first).toHaveTextContent('Delivered');
  expect(first).toHaveTextContent('200');
  expect(first).toHaveTextContent('12 ms');
  expect(await row(/d2/)).toHaveTextContent(/Waiting.*4.*no answer/);
  const more = screen.getByRole('region', { name: 'Deliveries of this webhook' });
  await user.click(within(more).getByRole('button', { name: /more/i }));
  expect(await row(/d3/)).toHaveTextContent('Given up');
  expect(kept.asked).toContain('webhooks/nightly/deliveries?limit=50&after=d2');
  await user.selectOptions(screen.getByRole('combobox', { name: 'By state' }), 'dead');
  await waitFor(() => expect(kept.asked).toContain('webhooks/nightly/deliveries?limit=50&state=dead'));
  await user.type(within(more).getByRole('searchbox'), 'd3');
  await waitFor(() =>
    expect(kept.asked).toContain('webhooks/nightly/deliveries?limit=50&state=dead&search=d3'),
  );
});

// covers: [HOOK-04]
test('a row opens the delivery with its attempts, and sends its event again', async () => {
  const { kept, user } = start(webhooks => {
    webhooks.deliveries = [delivery('d1', { state: 'dead', status: 500 })];
    webhooks.details = {
      trace_id: 'f00d',
      request: {
        method: 'POST',
        url: 'https://hooks.example.org/in',
        headers: [{ name: 'Authorization', value: '***' }],
        body: '{"event":"deployed"}',
      },
      attempts: [
        { at: '2026-01-02T09:00:01.000Z', took_ms: 12, status: 500, error: 'refused', answer: 'oops' },
        { at: '2026-01-02T09:00:00.000Z', took_ms: 9, status: null, error: null, answer: null },
      ],
    };
  });
  await user.click(within(await row(/d1/)).getByText('libs/d1.jar'));
  const sheet = await screen.findByRole('dialog', { name: 'Artifacts: Deployed' });
  expect(await within(sheet).findByText('msg_1')).toBeVisible();
  expect(await within(sheet).findByText('f00d')).toBeVisible();
  expect(within(sheet).getByRole('region', { name: 'Request headers' })).toHaveTextContent(
    'Authorization: ***',
  );
  expect(within(sheet).getByRole('region', { name: 'Body of the request' })).toHaveTextContent('deployed');
  const [last, before] = within(within(sheet).getByRole('list')).getAllByRole('listitem');
  expect(last).toHaveTextContent('Status 500, 12 ms');
  expect(last).toHaveTextContent('oops');
  expect(before).toHaveTextContent('No answer, 9 ms');
  await user.click(within(sheet).getByRole('button', { name: 'Redeliver' }));
  await screen.findByText('The event is sent again.');
  expect(kept.changes).toEqual([{ call: 'POST webhooks/nightly/deliveries/d1/redeliver', body: {} }]);
});

// covers: [HOOK-04]
test('a delivery that the receiver has is sent again after a question', async () => {
  const { kept, user } = start(webhooks => {
    webhooks.deliveries = [delivery('d1')];
  }, '?delivery=d1');
  const sheet = await screen.findByRole('dialog', { name: 'Artifacts: Deployed' });
  const press = (name: string) => user.click(within(sheet).getByRole('button', { name }));
  await press('Redeliver');
  expect(within(sheet).getByRole('alert')).toHaveTextContent('The receiver has it, and gets it twice.');
  await press('Cancel');
  expect(within(sheet).getByRole('button', { name: 'Redeliver' })).toHaveFocus();
  expect(kept.changes).toEqual([]);
  await press('Redeliver');
  await press('Redeliver');
  await screen.findByText('The event is sent again.');
  expect(kept.changes).toEqual([{ call: 'POST webhooks/nightly/deliveries/d1/redeliver', body: {} }]);
  // the answer of the question has the same name
  await waitFor(() => expect(within(sheet).queryByRole('alert')).not.toBeInTheDocument());
  await waitFor(() => expect(within(sheet).getByRole('button', { name: 'Redeliver' })).toHaveFocus());
});

// covers: [HOOK-04]
test('a delivery has an address, which opening, closing and Back change', async () => {
  const { router, user } = start(webhooks => {
    webhooks.deliveries = [delivery('d1')];
  }, '?view=deliveries');
  const description = await screen.findByRole('textbox', { name: 'Description' });
  await user.type(description, '!');
  await user.click(within(await row(/d1/)).getByText('libs/d1.jar'));
  const sheet = await screen.findByRole('dialog', { name: 'Artifacts: Deployed' });
  expect(router.state.location.search).toEqual({ view: 'deliveries', delivery: 'd1' });
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(router.state.location.search).toEqual({ view: 'deliveries' });
  expect(document.activeElement?.closest('[role="row"]')).toBe(await row(/d1/));
  router.history.back();
  expect(await screen.findByRole('dialog', { name: 'Artifacts: Deployed' })).toBeVisible();
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(router.state.location.search).toEqual({ view: 'deliveries' });
  expect(description).toHaveValue('Builds!');
});

// covers: [HOOK-04]
test('the address of a delivery opens it, and one that waits is refreshed', async () => {
  const { kept, user } = start(webhooks => {
    webhooks.deliveries = [delivery('d1', { state: 'waiting' })];
  }, '?delivery=d1');
  const sheet = await screen.findByRole('dialog', { name: 'Artifacts: Deployed' });
  expect(sheet).toHaveTextContent('Waiting');
  expect(within(sheet).queryByRole('button', { name: 'Redeliver' })).not.toBeInTheDocument();
  kept.deliveries = [delivery('d1')];
  await user.click(within(sheet).getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(sheet).toHaveTextContent('Delivered'));
  expect(within(sheet).getByRole('button', { name: 'Refresh' })).toHaveFocus();
  expect(within(sheet).getByRole('button', { name: 'Redeliver' })).toBeVisible();
});

test('a delivery that is not there says so, and leads to those that are', async () => {
  const { router, user } = start(() => undefined, '?delivery=gone');
  const sheet = await screen.findByRole('dialog', { name: 'Deliveries' });
  await within(sheet).findByText(/^There is no such delivery/);
  await user.click(within(sheet).getByRole('button', { name: 'All deliveries' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(router.state.location.search).toEqual({});
  expect(screen.getByRole('heading', { name: 'Deliveries' })).toHaveFocus();
});

test('a delivery that cannot be loaded is loaded again', async () => {
  const { kept, user } = start(webhooks => {
    webhooks.deliveries = [delivery('d1')];
    webhooks.failsAt = '/deliveries/';
  }, '?delivery=d1');
  const sheet = await screen.findByRole('dialog', { name: 'Deliveries' });
  const again = await within(sheet).findByRole('button', { name: 'Try again' });
  kept.failsAt = null;
  await user.click(again);
  expect(await screen.findByRole('dialog', { name: 'Artifacts: Deployed' })).toBeVisible();
});

test('why a delivery is not sent again is said in the language of the page', async () => {
  const { user } = start(webhooks => {
    webhooks.deliveries = [delivery('d1', { state: 'dead' })];
    webhooks.refused = () => refusal(409, 'webhook_disabled', 'The webhook is disabled; enable it first.');
  }, '?delivery=d1');
  const redeliver = await screen.findByRole('button', { name: 'Redeliver' });
  await user.click(redeliver);
  expect(await screen.findByText('The webhook is disabled; enable it first.')).toBeVisible();
  await act(() => switchLanguage('de'));
  await user.click(await screen.findByRole('button', { name: 'Erneut zustellen' }));
  expect(await screen.findByText('Der Webhook ist deaktiviert. Aktivieren Sie ihn zuerst.')).toBeVisible();
});
