// Creating a release bundle from builds and from files.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { drafts } from '@/lib/drafts';
import { tabStorage } from '@/lib/storage';
import { refusal } from '@/test/fakeHttp';
import { type FakeReleaseBundles, startReleaseBundles } from '@/test/fakeReleaseBundles';

const TITLE = 'Create release bundle';
const SOURCE = '/release-bundles/source';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  cacheEpoch.set(count => count + 1);
  tabStorage.write('waybill.typed.new-release-bundle', null);
});

async function opened(path = SOURCE, prepare?: (kept: FakeReleaseBundles) => void) {
  const started = startReleaseBundles(path, prepare);
  await started.user.click(await screen.findByRole('button', { name: TITLE }));
  const dialog = within(await screen.findByRole('dialog', { name: TITLE }));
  return {
    ...started,
    dialog,
    create: () => started.user.click(dialog.getByRole('button', { name: TITLE })),
  };
}

// covers: [HOOK-04]
test('a bundle is created from builds, and opened', async () => {
  const { kept, user, router, dialog, create } = await opened('/release-bundles/target?projectKey=shop');
  expect(dialog.getByText(/builds of the project shop/)).toBeVisible();
  await user.type(dialog.getByLabelText('Name'), ' web ');
  await user.type(dialog.getByLabelText('Version'), '1.0');
  await user.type(dialog.getByLabelText('Build name'), 'web-build');
  await user.type(dialog.getByLabelText('Build number'), '7');
  expect(drafts.get()).toBe(1);
  await user.click(dialog.getByRole('button', { name: 'Add build' }));
  const [, second] = dialog.getAllByLabelText('Build name');
  await waitFor(() => expect(second).toHaveFocus());
  await user.click(dialog.getByRole('button', { name: 'Remove the build without a name' }));
  expect(dialog.getByRole('button', { name: 'Remove web-build' })).toHaveFocus();
  await create();
  expect(await screen.findByText('web 1.0 was created.')).toBeVisible();
  const builds = [{ name: 'web-build', number: '7', project: 'shop' }];
  expect(kept.changes).toEqual([{ call: 'POST release_bundles/web/1.0', body: { builds } }]);
  expect(await screen.findByRole('dialog', { name: 'web 1.0' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/release-bundles/source/web/1.0');
  expect(drafts.get()).toBe(0);
});

// covers: [HOOK-04]
test('a bundle is created from files, one a line', async () => {
  const { kept, user, dialog, create } = await opened();
  await user.click(dialog.getByRole('radio', { name: 'Files' }));
  await user.type(dialog.getByLabelText('Name'), 'web');
  await user.type(dialog.getByLabelText('Version'), '1.0');
  await user.type(
    dialog.getByRole('textbox', { name: 'Files' }),
    ' libs/a.jar{Enter}{Enter}libs/b.jar{Enter}',
  );
  await create();
  expect(await screen.findByText('web 1.0 was created.')).toBeVisible();
  const paths = ['libs/a.jar', 'libs/b.jar'];
  expect(kept.changes).toEqual([{ call: 'POST release_bundles/web/1.0', body: { paths } }]);
});

test('what is missing is said at its field, which gets the focus', async () => {
  const { kept, user, dialog, create } = await opened();
  await create();
  expect(await dialog.findByText('Enter a name.')).toBeVisible();
  expect(dialog.getByText('Enter a version.')).toBeVisible();
  expect(dialog.getByText('Enter the name and the number of each build.')).toHaveAttribute('role', 'alert');
  expect(dialog.getByLabelText('Name')).toHaveFocus();
  await user.type(dialog.getByLabelText('Name'), 'web');
  await user.type(dialog.getByLabelText('Version'), '1.0');
  await user.type(dialog.getByLabelText('Build name'), 'web-build');
  await create();
  expect(dialog.getByLabelText('Build number')).toHaveFocus();
  await user.click(dialog.getByRole('radio', { name: 'Files' }));
  await create();
  expect(await dialog.findByText('Enter the path of at least one file.')).toBeVisible();
  expect(kept.changes).toEqual([]);
});

test('what the server refuses is said at its field, or above the form', async () => {
  const { kept, user, dialog, create } = await opened();
  await user.type(dialog.getByLabelText('Name'), 'web');
  await user.type(dialog.getByLabelText('Version'), '1.0');
  await user.click(dialog.getByRole('radio', { name: 'Files' }));
  await user.type(dialog.getByRole('textbox', { name: 'Files' }), 'libs/a.jar');
  kept.refused = () => refusal(409, 'bundle_exists', 'There is such a bundle.', { field: 'version' });
  await create();
  await waitFor(() => expect(dialog.getByLabelText('Version')).toHaveFocus());
  expect(dialog.getByLabelText('Version')).toHaveAccessibleDescription('There is such a bundle.');
  kept.refused = () => refusal(400, 'x', 'This file is not here.', { field: 'paths[0]' });
  await create();
  const files = dialog.getByRole('textbox', { name: 'Files' });
  await waitFor(() => expect(files).toHaveAccessibleDescription(/This file is not here\./));
  kept.refused = () => refusal(503, 'unavailable', 'Bundles cannot be reached.');
  await create();
  expect(await dialog.findByRole('alert')).toHaveTextContent('Bundles cannot be reached.');
  expect(dialog.getByLabelText('Name')).toHaveValue('web');
});

test('a bundle that is created after the dialog was closed is not opened', async () => {
  const { kept, user, router, dialog, create } = await opened();
  await user.click(dialog.getByRole('radio', { name: 'Files' }));
  await user.type(dialog.getByLabelText('Name'), 'web');
  await user.type(dialog.getByLabelText('Version'), '1.0');
  await user.type(dialog.getByRole('textbox', { name: 'Files' }), 'libs/a.jar');
  let answer: () => void = () => undefined;
  kept.waiting = new Promise(resolve => {
    answer = resolve;
  });
  await create();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer();
  expect(await screen.findByText('web 1.0 was created.')).toBeVisible();
  expect(router.state.location.pathname).toBe(SOURCE);
});

test('what was entered survives closing the dialog', async () => {
  const { user, dialog } = await opened();
  await user.type(dialog.getByLabelText('Name'), 'web');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: TITLE }));
  const again = within(await screen.findByRole('dialog', { name: TITLE }));
  expect(again.getByLabelText('Name')).toHaveValue('web');
});
