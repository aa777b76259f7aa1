// The heading of a page, and when it takes the focus.
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PageTitle } from './PageTitle';

let closeDialog: (returnFocus: boolean) => void;

/** A page that opens with a dialog, which has the focus. */
function Page() {
  const [isOpen, setOpen] = useState(true);
  closeDialog = returnFocus => {
    if (returnFocus) screen.getByRole('button', { name: 'Opener' }).focus();
    setOpen(false);
  };
  return (
    <>
      <PageTitle focus={!isOpen}>Robots</PageTitle>
      <button type="button">Opener</button>
      {isOpen && <input aria-label="Name" />}
    </>
  );
}

/** Opens the page from another one. */
async function openPage() {
  const root = createRootRoute();
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => null });
  const page = createRoute({ getParentRoute: () => root, path: '/page', component: Page });
  const routeTree = root.addChildren([start, page]);
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree, history });
  // another router than the console's, whose types it does not have
  render(<RouterProvider router={router as never} />);
  await act(() => router.navigate({ to: '/page' }));
  (await screen.findByRole('textbox', { name: 'Name' })).focus();
}

test('the heading takes the focus that a dialog leaves behind', async () => {
  await openPage();
  act(() => closeDialog(false));
  expect(screen.getByRole('heading', { name: 'Robots' })).toHaveFocus();
});

test('the heading leaves a focus that was returned before the dialog has gone', async () => {
  await openPage();
  act(() => closeDialog(true));
  expect(screen.getByRole('button', { name: 'Opener' })).toHaveFocus();
});
