// What has caused a delivery.
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '@/generated/api';
import { refusal } from '@/test/fakeHttp';
import { delivery, type FakeWebhooks, startWebhooks, webhook } from '@/test/fakeWebhooks';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const record = (more: Partial<Change>): Change => ({
  v: 1,
  seq: 7,
  stream: 'session/s1',
  machine: 'navigation',
  tab: null,
  instance: 1,
  event: { type: 'go' },
  guards: [],
  refused: null,
  from: 'a',
  to: 'b',
  state: null,
  calls: [],
  at: '2026-01-02T08:59:59.000Z',
  who: 'p_1',
  cause: null,
  command: null,
  rules: '',
  schema: 1,
  prev: '',
  can: [],
  ...more,
});

const CLICK = record({ machine: 'repository', event: { type: 'unheard_of' } });
const FILE = record({
  seq: 3,
  stream: 'package/r1',
  machine: 'package',
  event: { type: 'also_unheard_of', path: 'a/b.jar' },
  at: '2026-01-02T09:00:00.000Z',
});

async function opened(prepare: (kept: FakeWebhooks) => void) {
  const started = startWebhooks('/edit/nightly?delivery=d1', kept => {
    kept.all = [webhook('nightly')];
    kept.deliveries = [delivery('d1')];
    kept.details = {
      trace_id: TRACE,
      attempts: [
        { at: '2026-01-02T09:00:09.000Z', took_ms: 12, status: 200, error: null, answer: null },
        { at: '2026-01-02T09:00:01.000Z', took_ms: 9, status: 500, error: null, answer: null },
      ],
    };
    prepare(kept);
  });
  const section = await screen.findByRole('region', { name: 'What caused it' });
  return { ...started, section: within(section) };
}

// covers: [HOOK-04]
test('a delivery shows the click, what it has led to, and the attempts, in their order', async () => {
  const { kept, section, user } = await opened(webhooks => {
    webhooks.traced = { records: [FILE, CLICK], names: { p_1: 'maria' }, repositories: { r1: 'libs' } };
  });
  const steps = within(await section.findByRole('list')).getAllByRole('listitem');
  expect(steps.map(step => step.firstChild?.textContent)).toEqual([
    'Internal step: repository unheard_of',
    'Internal step: package also_unheard_of',
    'Sent to the receiver',
    'Sent to the receiver',
  ]);
  expect(steps[0]).toHaveTextContent('maria');
  expect(
    within(steps[0] as HTMLElement).getByRole('link', { name: 'Activity of this user' }),
  ).toHaveAttribute('href', expect.stringContaining('/session-activity?user=p_1'));
  expect(section.getByRole('link', { name: 'libs/a/b.jar' })).toBeVisible();
  expect(steps[2]).toHaveTextContent('Status 500, 9 ms');
  expect(steps[3]).toHaveTextContent('Status 200, 12 ms');
  expect(kept.asked.filter(path => path.startsWith('audit'))).toEqual([
    `audit/trace?trace=${TRACE}&at=2026-01-02T09%3A00%3A00.000Z`,
  ]);
  expect(section.getByText(/in the header traceparent/)).toBeVisible();
  await user.click(section.getByRole('button', { name: 'Copy trace ID' }));
  expect(await navigator.clipboard.readText()).toBe(TRACE);
});

test('a record is a sentence with the name of its user', async () => {
  const { section } = await opened(webhooks => {
    const created = record({
      machine: 'project',
      stream: 'project/p',
      event: { type: 'create', name: 'Shop' },
    });
    webhooks.traced = { records: [created], names: { p_1: 'maria' } };
  });
  const [step] = within(await section.findByRole('list')).getAllByRole('listitem');
  expect(step?.firstChild).toHaveTextContent('maria created the project Shop');
});

test('a trace that cannot be loaded is loaded again, and one without records says so', async () => {
  const { kept, section, user } = await opened(webhooks => {
    webhooks.untraced = () => refusal(503, 'unavailable', 'Not now.');
  });
  const again = await section.findByRole('button', { name: 'Try again' });
  kept.untraced = null;
  await user.click(again);
  expect(await section.findByText(/^No records of this trace/)).toBeVisible();
});

test('administrators who are no auditors read who sees the records', async () => {
  const { section } = await opened(webhooks => {
    webhooks.untraced = () => refusal(403, 'forbidden', 'No.');
  });
  expect(await section.findByText('Only auditors see the records of a trace.')).toBeVisible();
  expect(section.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('a delivery without a trace has no such section', async () => {
  startWebhooks('/edit/nightly?delivery=d1', kept => {
    kept.all = [webhook('nightly')];
    kept.deliveries = [delivery('d1')];
  });
  await screen.findByText('msg_1');
  expect(screen.queryByRole('region', { name: 'What caused it' })).not.toBeInTheDocument();
});
