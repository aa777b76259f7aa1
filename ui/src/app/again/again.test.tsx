import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { covered } from '@/lib/pausing';
import { topLayer } from '@/lib/topLayer';
import { FakeServer } from '@/test/fakeServer';
import { startConsole } from '@/test/harness';

// the network is gone by the time that it is asked for
vi.mock('@/app/session-end/session-end', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

afterEach(() => covered.set(false));

// covers: [SESS-01]
test('a page is covered at once, and can be left, where the rest of the cover cannot be loaded', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = new FakeServer();
  server.signIn();
  const { user } = startConsole('/session-activity', server, { holds: true, now: Date.now });
  const title = await screen.findByRole('heading', { name: 'Session activity' });
  server.runOut('expired');
  const cover = await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(topLayer.get()).toBe(1);
  // what is being typed does not press the button
  expect(cover).toHaveFocus();
  await vi.waitFor(() => expect(reported).toHaveBeenCalled());
  await user.keyboard('{Escape}');
  expect(cover).toBeInTheDocument();
  expect(within(cover).getByRole('button', { name: 'Leave this page' })).toBeInTheDocument();
  expect(title).toBeInTheDocument();
});
