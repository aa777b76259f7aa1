import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FakeServer } from '@/test/fakeServer';
import { startConsole } from '@/test/harness';

const MINUTE_MS = 60_000;

async function inside() {
  const server = new FakeServer();
  server.signIn();
  const started = startConsole('/session-activity', server, { now: Date.now });
  await screen.findByRole('heading', { name: 'Session activity' });
  return started;
}

function warn({ server }: Awaited<ReturnType<typeof inside>>) {
  const limit = { idle_minutes: 30, until: new Date(Date.parse('2026-01-01T09:02:00Z')).toISOString() };
  server.push(
    { machine: 'idle', event: { type: 'due' }, to: { state: 'checking', ...{ limit } } },
    { machine: 'idle', event: { type: 'access.check_session' }, to: { state: 'warned', ...{ limit } } },
  );
}

// covers: [SESS-01]
test('a user who is away is asked, and stays signed in by the button or by Escape', async () => {
  const started = await inside();
  const { server, user } = started;
  warn(started);
  const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
  expect(dialog).toHaveTextContent(/Time left: [012]:\d\d/);
  await user.click(await screen.findByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(server.commands.at(-1)).toMatchObject({ machine: 'idle', event: { type: 'stay' } });

  warn(started);
  await screen.findByRole('dialog', { name: 'Are you still there?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Are you still there?' })).toBeNull());
});

// covers: [SESS-01]
test('a warning that was answered in another tab goes away, and keys of the page do nothing meanwhile', async () => {
  const started = await inside();
  warn(started);
  await screen.findByRole('dialog', { name: 'Are you still there?' });
  await started.user.keyboard('{Control>}k{/Control}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  started.server.push({ machine: 'idle', event: { type: 'stay' }, to: { state: 'watching' } });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Are you still there?' })).toBeNull());
});

// covers: [SESS-01]
test('the end of a session that nothing puts off is explained some minutes before', async () => {
  const server = new FakeServer();
  server.lastsMs = 3 * MINUTE_MS;
  server.signIn();
  const { user } = startConsole('/session-activity', server, { now: Date.now });
  const notice = await screen.findByText(/^Your session ends at/);
  expect(notice.closest('[role=status]')).toHaveTextContent('whatever you do in it');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(notice).not.toBeInTheDocument();
});

// covers: [SESS-01]
test('activity is reported now and then where idle users are signed out, and nowhere else', async () => {
  const { server, user } = await inside();
  await user.keyboard('a');
  expect(server.reports).toBe(0);
  const limit = { idle_minutes: 30, until: '2026-01-01T09:30:00.000Z' };
  server.push({ machine: 'idle', event: { type: 'reset' }, to: { state: 'watching', ...{ limit } } });
  await user.keyboard('abc');
  await waitFor(() => expect(server.reports).toBe(1));
  await user.keyboard('abc');
  expect(server.reports).toBe(1);
});
