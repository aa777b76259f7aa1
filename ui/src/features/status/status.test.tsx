import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { NodeReport } from '@/generated/api';
import type { Span } from '@/generated/types';
import { ConfirmRemoval } from './ConfirmRemoval';
import { NodeCard } from './NodeCard';
import { groupsOf, uptimeText } from './status';

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
  ...over,
});

const show = (page: ReactNode) => render(<MantineProvider>{page}</MantineProvider>);
const offline = {
  status: 'Offline',
  run: 'stopped',
  code: 'stopped',
  uptime: { known: 'unavailable' },
} as const;

// covers: [STATUS-01]
test('services are grouped by type in the order of the page', () => {
  const nodes = { nodes: [nodeOf()] };
  const services = { others: nodes, insight: nodes, repository: nodes };
  expect(groupsOf({ at: 'x', node_id: 'n1', services }).map(group => group.type)).toEqual([
    'repository',
    'insight',
    'others',
  ]);
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

// covers: [STATUS-02]
test('only a node that is Offline offers to be removed, and says why it is', async () => {
  const ask = vi.fn();
  show(<NodeCard node={nodeOf()} askRemoval={ask} />);
  expect(screen.getByText('Online')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  show(<NodeCard node={nodeOf(offline)} askRemoval={ask} />);
  expect(screen.getByText('It was stopped.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove this node' }));
  expect(ask).toHaveBeenCalledOnce();
});

test('a problem of a node that beats is no removal, and words that are not known are shown as they came', () => {
  const odd = {
    state: 'UNHEALTHY' as const,
    code: 'something_new',
    message: 'It is raining in.',
    overdue: true,
  };
  show(<NodeCard node={nodeOf(odd)} askRemoval={vi.fn()} />);
  const card = screen.getByRole('article', { name: 'Insight' });
  expect(card).toHaveTextContent('Online, with a problem');
  expect(card).toHaveTextContent('It is raining in.');
  expect(card).toHaveTextContent('It has not beaten for five minutes or longer.');
  expect(within(card).queryByRole('button')).not.toBeInTheDocument();
});

// covers: [STATUS-02]
test('the question says what removing does, and the answer that changes nothing has the focus', async () => {
  const [remove, keep] = [vi.fn(), vi.fn()];
  const node = { service_id: 'jfin@01h', node_id: 'n1' };
  show(<ConfirmRemoval node={node} removing={false} remove={remove} keep={keep} />);
  expect(screen.getByRole('alert')).toHaveTextContent('if it beats again, it comes back');
  expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect([remove.mock.calls.length, keep.mock.calls.length]).toEqual([0, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  expect(remove).toHaveBeenCalledOnce();
});
