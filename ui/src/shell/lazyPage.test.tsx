// covers: [BOOT-03]
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loadChunk } from '@/lib/chunk';
import { lazyPage, lazyWith } from './lazyPage';

const missing = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /ui/js/x.js'));

test('a part that does not come leaves the page as it is, says nothing to the user, and is tried again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const load = vi.fn(() => loadChunk('account', missing));
  const Part = lazyWith<{ text: string }>(load);
  const page = (there: boolean) => (
    <>
      <p>the page</p>
      {there && <Part text="here" />}
    </>
  );
  const shown = render(page(true));
  await waitFor(() => expect(log).toHaveBeenCalled());
  expect(document.body).toHaveTextContent(/^the page$/);
  load.mockImplementation(() => Promise.resolve(({ text }: { text: string }) => <p>{text}</p>) as never);
  shown.rerender(page(false));
  shown.rerender(page(true));
  expect(await screen.findByText('here')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a page that does not come fails its preload with the error of its chunk, and is asked for again', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const load = vi.fn<() => Promise<() => null>>(missing);
  const page = lazyPage('packages', load);
  await expect(page.preload()).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading chunk packages failed',
  });
  load.mockResolvedValue(() => null);
  await page.preload();
  expect(load).toHaveBeenCalledTimes(2);
});
