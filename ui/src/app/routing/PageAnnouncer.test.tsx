import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LATE_MS } from '@/app/link/LinkNotices';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

async function inside(path: string) {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  const started = startConsole(path, server);
  await screen.findByRole('heading', { level: 1 });
  return started;
}

// covers: [BOOT-06]
test('the document is named after the deepest route, and the server', async () => {
  const { router } = await inside('/admin/configuration/webhooks');
  await waitFor(() => expect(document.title).toBe('Webhooks - acme-build'));
  await act(() => router.navigate({ to: '/admin/configuration/webhooks/edit/nightly' }));
  await waitFor(() => expect(document.title).toBe('Edit webhook - acme-build'));
});

test('a new page is announced and its heading focused, also where only the address changes', async () => {
  const { router } = await inside('/packages');
  await act(() => router.navigate({ to: '/integrations' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Integrations' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.getAllByRole('status').map(region => region.textContent)).toContain('Integrations');
  const named = (name: string) => screen.findByRole('heading', { level: 1, name });
  await act(() => router.navigate({ to: '/integrations/github' }));
  (await named('GitHub Integrations')).blur();
  await act(() => router.navigate({ to: '/integrations/gitlab' }));
  const other = await named('GitLab Integrations');
  await waitFor(() => expect(other).toHaveFocus());
});

test('a page that does not load gets a message after a while, until it is there', async () => {
  const { router, server } = await inside('/packages');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    server.delayMs = 3 * LATE_MS;
    void router.navigate({ to: '/integrations' });
    await act(() => vi.advanceTimersByTimeAsync(LATE_MS - 500));
    expect(screen.queryByText(/taking longer/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(/taking longer/)).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(4 * LATE_MS));
    expect(screen.getByRole('heading', { level: 1, name: 'Integrations' })).toBeInTheDocument();
    expect(screen.queryByText(/taking longer/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
