import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { Incident, NodeReport, StatusByType } from '@/generated/api';
import type { Span } from '@/generated/types';
import { ConfirmRemoval } from './ConfirmRemoval';
import { StatusTable } from './StatusTable';
import { incidentText, namesNodes, nodesOf, summaryOf, uptimeText } from './status';
import { offlinePx, shareOf } from './UptimeBars';

const nodeOf = (over: Partial<NodeReport> = {}): NodeReport => ({
  service: 'insight',
  type: 'insight',
  service_id: 'jfin@01h',
  node_id: 'n1',
  version: '9.0.0',
  status: 'Online',
  run: 'running',
  state: 'HEALTHY',
  code: 'fine',
  message: '',
  last_heartbeat: '2026-01-01T10:00:00.000Z',
  overdue: false,
  uptime: { known: 'for', spans: [{ unit: 'hour', count: 2 }] },
  uptime_text: '2 hours',
  restarts: 0,
  micro_services: [],
  uptime_history: null,
  last_incident: null,
  ...over,
});

const statusOf = (over: Partial<StatusByType>): StatusByType => ({
  at: '2026-01-01T12:00:00.000Z',
  node_id: 'n1',
  services: {},
  removed: [],
  names: {},
  ...over,
});

const offline = {
  status: 'Offline',
  run: 'stopped',
  code: 'stopped',
  uptime: { known: 'unavailable' },
} as const;

async function show(page: ReactNode) {
  const root = createRootRoute();
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => page });
  const router = createRouter({ routeTree: root.addChildren([home]), history: createMemoryHistory() });
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByRole('table', { name: 'Services' });
}

const table = (status: StatusByType, ask: (() => void) | null = null) =>
  show(<StatusTable status={status} namesNodes askRemoval={ask} removal={null} question={null} />);
const row = (name: RegExp) => screen.getByRole('row', { name });

// covers: [STATUS-01]
test('what is offline comes first, then what has a problem, and the rest by type', () => {
  const [down, odd] = [nodeOf({ ...offline, service_id: 'down' }), nodeOf({ state: 'UNHEALTHY' })];
  const services = {
    others: { nodes: [nodeOf({ service_id: 'other' }), down] },
    insight: { nodes: [nodeOf({ ...odd, service_id: 'odd' })] },
    repository: { nodes: [nodeOf({ service_id: 'repository' })] },
  };
  const ids = nodesOf(statusOf({ services })).map(node => node.service_id);
  expect(ids).toEqual(['down', 'odd', 'repository', 'other']);
});

// covers: [STATUS-01]
test('the summary counts what is online, what has a problem and what was removed', () => {
  const nodes = [nodeOf(), nodeOf({ state: 'UNHEALTHY' }), nodeOf(offline)];
  const removed = [{ service: 'mc', service_id: 'x', node_id: 'n', at: 'x', by: null } as const];
  expect(summaryOf(nodes, [])).toBe('2 of 3 online · one with a problem');
  expect(summaryOf([nodeOf()], removed)).toBe('1 of 1 online · 1 removed');
});

// covers: [STATUS-01]
test('nodes are named where the licence permits several of a service, or where there are several', () => {
  const one = statusOf({ services: { insight: { nodes: [nodeOf()] } } });
  expect(namesNodes('nodes', one)).toBe(true);
  expect(namesNodes('services', one)).toBe(false);
  const two = statusOf({ services: { insight: { nodes: [nodeOf(), nodeOf({ node_id: 'n2' })] } } });
  expect(namesNodes('services', two)).toBe(true);
});

// covers: [STATUS-01]
test('an uptime has its two units, or the specified word where there is none', () => {
  const spans: Span[] = [
    { unit: 'day', count: 1 },
    { unit: 'hour', count: 2 },
  ];
  expect(uptimeText({ known: 'for', spans })).toBe('1 day, 2 hours');
  expect(uptimeText({ known: 'unavailable' })).toBe('unavailable');
  expect(uptimeText({ known: 'not_applicable' })).toBe('N/A');
});

// covers: [STATUS-01]
test('the share is never rounded up to all, and a short absence stays visible', () => {
  const history = (online: (number | null)[]) => ({ from: 'x', step_ms: 300_000, online });
  expect(shareOf(history([null, null]))).toBeNull();
  expect(shareOf(history([null, 100, 99]))).toBe(99);
  expect(shareOf(history([100, 100]))).toBe(100);
  expect([offlinePx(100), offlinePx(99), offlinePx(0)]).toEqual([0, 3, 22]);
});

// covers: [STATUS-01]
test('an incident says what happened, when, and for how long', () => {
  const lasted = { known: 'for', spans: [{ unit: 'minute', count: 5 }] } satisfies Incident['lasted'];
  const incident: Incident = { began: '2026-01-01T10:00:00.000Z', ended: null, lasted, code: 'crashed' };
  const now = '2026-01-01T10:05:00.000Z';
  expect(incidentText(incident, now)).toMatch(/^Crashed \d\d:00.*, 5 minutes so far$/);
  expect(incidentText({ ...incident, ended: now, code: 'new' }, now)).toMatch(/^Offline .*, for 5 minutes$/);
  expect(incidentText(incident, '2026-01-09T10:05:00.000Z')).toContain('2026');
});

// covers: [STATUS-02]
test('only a node that is Offline offers to be removed, and says why it is', async () => {
  const ask = vi.fn();
  const nodes = [
    nodeOf(),
    nodeOf({ ...offline, service: 'mc', service_id: 'jfmc@1', type: 'mission_control' }),
  ];
  await table(statusOf({ services: { insight: { nodes } } }), ask);
  expect(within(row(/Insight/)).getByText('Online')).toBeInTheDocument();
  expect(within(row(/Insight/)).queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
  expect(within(row(/Mission control/)).getByText('Stopped.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Mission control on node n1' }));
  expect(ask).toHaveBeenCalledOnce();
});

test('a problem of a node that beats is no removal, and words that are not known are shown as they came', async () => {
  const odd = {
    state: 'UNHEALTHY' as const,
    code: 'something_new',
    message: 'It is raining in.',
    overdue: true,
  };
  await table(statusOf({ services: { insight: { nodes: [nodeOf(odd)] } } }), vi.fn());
  const found = row(/Insight/);
  expect(found).toHaveTextContent('Online, with a problem');
  expect(found).toHaveTextContent('It is raining in.');
  expect(found).toHaveTextContent('No heartbeat for five minutes or longer.');
  expect(within(found).queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
});

// covers: [STATUS-02]
test('a removed node stays in the list, with who removed it and when', async () => {
  const at = '2026-01-01T11:03:00.000Z';
  const member = { service: 'insight', service_id: 'jfin@01h', node_id: 'n1', at, by: 'p_1' } as const;
  await table(statusOf({ removed: [member], names: { p_1: 'maria' } }));
  expect(row(/Insight/)).toHaveTextContent(/Removed by maria, \d\d:03/);
  expect(within(row(/Insight/)).getByText('Removed', { exact: true })).toBeInTheDocument();
});

// covers: [STATUS-01]
test('a row opens to its service id, its last heartbeat and its tasks, and leads to its log', async () => {
  await table(statusOf({ services: { insight: { nodes: [nodeOf({ restarts: 2 })] } } }));
  expect(screen.queryByText('jfin@01h')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Insight', expanded: false }));
  expect(screen.getByText('jfin@01h')).toBeInTheDocument();
  expect(screen.getByText('2 since the server started')).toBeInTheDocument();
  const link = screen.getByRole('link', { name: 'Log of Insight' });
  expect(link).toHaveAttribute('href', '/admin/monitoring/system_logs?service=insight&node=n1');
});

// covers: [STATUS-02]
test('the question says what removing does, and the answer that changes nothing has the focus', async () => {
  const [remove, keep] = [vi.fn(), vi.fn()];
  const node = { service_id: 'jfin@01h', node_id: 'n1' };
  render(
    <MantineProvider>
      <ConfirmRemoval node={node} removing={false} remove={remove} keep={keep} />
    </MantineProvider>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('It stays in this list as removed');
  expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect([remove.mock.calls.length, keep.mock.calls.length]).toEqual([0, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  expect(remove).toHaveBeenCalledOnce();
});
