// The list of applications of other vendors, and what is asked in it.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { application, startApplications } from '@/test/fakeApplications';
import { refusal } from '@/test/fakeHttp';
import { switchLanguage } from '@/texts/i18n/languages';

const LIST = '/admin/configuration/integrations';
const SECRET = 'once-and-never-again';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

afterEach(() => act(() => switchLanguage('en')));

const row = async (name: RegExp) =>
  within(await screen.findByRole('grid', { name: 'Application integrations' })).findByRole('row', { name });

// covers: [APP-01]
test('without applications the list says what they are for, and leads to a new one', async () => {
  const { user, router } = startApplications(LIST);
  expect(await screen.findByText('No application integrations')).toBeVisible();
  expect(screen.getByText(/^Register an application so that users/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New integration' }));
  expect(await screen.findByLabelText('Application Name')).toBeVisible();
  expect(router.state.location.pathname).toBe(`${LIST}/new`);
});

// covers: [APP-01]
test('the list says what is known of each application, and copies its client ID', async () => {
  const { user } = startApplications(LIST, kept => {
    kept.all = [application('billing'), application('pocket', { kind: 'device' })];
  });
  const billing = await row(/billing/);
  for (const text of ['Server application', 'What billing is for', 'https://billing.example.org/callback'])
    expect(billing).toHaveTextContent(text);
  expect(billing).toHaveTextContent('id-billing');
  expect(billing).toHaveTextContent(/Jan 1, 2026/);
  expect(await row(/pocket/)).toHaveTextContent('Device application');
  await user.click(screen.getByRole('button', { name: 'Copy client ID of billing' }));
  expect(await screen.findByText('The client ID of billing was copied.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('id-billing');
});

// covers: [APP-01]
test('an application is deleted after a question', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.all = [application('billing')];
  });
  await user.click(await screen.findByRole('button', { name: 'Delete billing' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete integration' });
  expect(dialog).toHaveTextContent('This will permanently delete the Integration billing. Continue?');
  const remove = within(dialog).getByRole('button', { name: 'Delete integration' });
  expect(remove).not.toHaveFocus();
  await user.click(remove);
  expect(await screen.findByText('No application integrations')).toBeVisible();
  expect(screen.getByText('The integration billing was deleted.')).toBeVisible();
  expect(kept.changes).toEqual([{ call: 'DELETE access/integration/id-billing', body: null }]);
});

// covers: [APP-01]
test('an application gets another secret after a question, which is shown once', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.all = [application('billing')];
  });
  await user.click(await screen.findByRole('button', { name: 'New secret for billing' }));
  const dialog = await screen.findByRole('dialog', { name: 'New secret' });
  expect(dialog).toHaveTextContent('The earlier secret stops working immediately.');
  await user.click(within(dialog).getByRole('button', { name: 'Create secret' }));
  expect(await within(dialog).findByText(SECRET)).toBeVisible();
  expect(within(dialog).getByRole('heading', { name: 'Credentials of billing' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  expect(kept.changes).toEqual([{ call: 'POST access/integration/id-billing/secret', body: {} }]);
});

// covers: [APP-01]
test('the dialog with a secret stays in another language, and the secret goes with it', async () => {
  const { user } = startApplications(LIST, kept => {
    kept.all = [application('billing')];
  });
  await user.click(await screen.findByRole('button', { name: 'New secret for billing' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create secret' }));
  await screen.findByText(SECRET);
  await act(() => switchLanguage('de'));
  const dialog = await screen.findByRole('dialog', { name: 'Neues Geheimnis' });
  expect(within(dialog).getByText(SECRET)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Fertig' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Neues Geheimnis für billing' }));
  expect(await screen.findByText('Ein neues Geheimnis für billing erstellen?')).toBeVisible();
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('a secret that is refused says why', async () => {
  const { user } = startApplications(LIST, kept => {
    kept.all = [application('billing')];
    kept.refused = () => refusal(503, 'unavailable', 'Not now.');
  });
  await user.click(await screen.findByRole('button', { name: 'New secret for billing' }));
  const dialog = await screen.findByRole('dialog', { name: 'New secret' });
  await user.click(within(dialog).getByRole('button', { name: 'Create secret' }));
  expect(await within(dialog).findByText('Not now.')).toBeVisible();
});

test('a list that cannot be loaded is loaded again', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.fails = true;
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  kept.fails = false;
  await user.click(again);
  expect(await screen.findByText('No application integrations')).toBeVisible();
});
