// The applications of other vendors, as administrators register and edit them: the form, and the secret after it.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '@/lib/drafts';
import { application, startApplications } from '@/test/fakeApplications';
import { refusal } from '@/test/fakeHttp';
import { enter } from '@/test/harness';
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

type User = ReturnType<typeof startApplications>['user'];

async function edit(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  return within(await screen.findByRole('dialog', { name: `Edit ${name}` }));
}

// covers: [APP-01]
test('an application is edited in a filled form, but for its type', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.all = [application('billing')];
  });
  const dialog = await edit(user, 'billing');
  const save = dialog.getByRole('button', { name: 'Save changes' });
  const kind = dialog.getByLabelText('Application Type');
  expect(kind).toHaveValue('Server application');
  expect(kind).toHaveAttribute('readonly');
  expect(kind).toHaveAccessibleDescription(/^It decides whether the application presents a secret/);
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(dialog.getByLabelText('Callback URL')).toHaveValue('https://billing.example.org/callback');
  expect(save).toHaveAttribute('aria-disabled', 'true');
  expect(drafts.get()).toBe(0);
  await user.type(dialog.getByLabelText('Application Name'), '2');
  // a reload would lose it
  expect(drafts.get()).toBe(1);
  await user.click(save);
  expect(await screen.findByText('The integration billing2 was updated.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await row(/billing2/)).toBeVisible();
  expect(drafts.get()).toBe(0);
  expect(kept.changes).toEqual([
    {
      call: 'PUT access/integration/id-billing',
      body: {
        name: 'billing2',
        kind: 'server',
        description: 'What billing is for',
        callback_url: 'https://billing.example.org/callback',
        // everything, whatever it could ask for before
        scopes: null,
      },
    },
  ]);
});

// covers: [APP-01]
test('what is wrong with an edited application is shown at its field, which has the focus', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.all = [application('billing')];
    applications.refused = () =>
      refusal(400, 'application_callback', 'Not there.', { field: 'callback_url' });
  });
  const dialog = await edit(user, 'billing');
  const save = () => user.click(dialog.getByRole('button', { name: 'Save changes' }));
  const description = dialog.getByLabelText('Description');
  await user.clear(description);
  await save();
  expect(description).toHaveAccessibleDescription(/This field is mandatory/);
  expect(description).toHaveFocus();
  expect(kept.changes).toEqual([]);
  await user.type(description, 'Bills');
  await save();
  const callback = dialog.getByLabelText('Callback URL');
  await waitFor(() => expect(callback).toHaveAccessibleDescription(/Not there\./));
  expect(callback).toHaveFocus();
  expect(description).toHaveValue('Bills');
});

test('an application that was deleted meanwhile says so, and Cancel changes nothing', async () => {
  const { kept, user } = startApplications(LIST, applications => {
    applications.all = [application('billing')];
    applications.refused = () => refusal(404, 'not_found', 'There is no such application.');
  });
  const dialog = await edit(user, 'billing');
  await user.type(dialog.getByLabelText('Description'), ' now');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText('There is no such application.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(kept.changes).toHaveLength(1);
});

async function fill(user: User, name: string) {
  await user.type(await screen.findByLabelText('Application Name'), name);
  await user.click(screen.getByRole('radio', { name: 'Server application' }));
  await enter(user, screen.getByLabelText('Description'), 'Bills of builds');
  await enter(user, screen.getByLabelText('Callback URL'), 'https://billing.example.org/callback');
}

/** Chooses a language in the menu of the user. */
async function chooseGerman(user: User) {
  await user.click(screen.getByRole('button', { name: /Account/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }));
}

const create = (user: User) => user.click(screen.getByRole('button', { name: 'Create integration' }));

// covers: [APP-01]
test('every field is mandatory, and names have no spaces or special characters', async () => {
  const { kept, user } = startApplications(`${LIST}/new`);
  const name = await screen.findByLabelText('Application Name');
  await create(user);
  expect(screen.getAllByText('This field is mandatory')).toHaveLength(4);
  expect(name).toHaveFocus();
  await fill(user, 'my billing');
  await create(user);
  expect(screen.getByText('Name cannot contain spaces or special characters')).toBeVisible();
  expect(kept.changes).toEqual([]);
});

// covers: [APP-01]
test('a created application has its credentials shown once', async () => {
  const { kept, user } = startApplications(`${LIST}/new`);
  await fill(user, 'billing');
  await create(user);
  expect(await screen.findByText('Successfully created integration billing')).toBeVisible();
  const panel = screen.getByRole('region', { name: 'Credentials of billing' });
  expect(panel).toHaveTextContent('The secret is visible now and cannot be retrieved later.');
  for (const text of [
    'Client IDid-billing',
    `Secret${SECRET}`,
    'Platform Base Urlhttps://waybill.example.org/',
  ])
    expect(panel).toHaveTextContent(text);
  await user.click(within(panel).getByRole('button', { name: 'Copy secret' }));
  expect(await navigator.clipboard.readText()).toBe(SECRET);
  // a reload would lose it
  expect(drafts.get()).toBe(1);
  expect(kept.changes).toEqual([
    {
      call: 'POST access/integration',
      body: {
        name: 'billing',
        kind: 'server',
        description: 'Bills of builds',
        callback_url: 'https://billing.example.org/callback',
        // what signs a user in, and nothing that was not chosen
        scopes: ['openid', 'profile', 'email'],
      },
    },
  ]);
  await user.click(within(panel).getByRole('button', { name: 'Done' }));
  expect(await row(/billing/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New integration' }));
  expect(await screen.findByLabelText('Application Name')).toHaveValue('');
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(SECRET);
});

// covers: [APP-01]
test('another language keeps the secret that is shown, until the page is left', async () => {
  const { kept, user, router } = startApplications(`${LIST}/new`);
  await fill(user, 'billing');
  await create(user);
  await screen.findByText(SECRET);
  await chooseGerman(user);
  const panel = await screen.findByRole('region', { name: 'Zugangsdaten von billing' });
  expect(panel).toHaveTextContent(SECRET);
  // the control that was used has the focus
  expect(within(panel).getByRole('heading')).not.toHaveFocus();
  expect(drafts.get()).toBe(1);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state])).not.toContain(
    SECRET,
  );
  await act(() => router.navigate({ to: LIST }));
  await screen.findByRole('button', { name: 'Neue Integration' });
  await act(() => router.navigate({ to: `${LIST}/new` }));
  expect(await screen.findByLabelText('Name der Anwendung')).toHaveValue('');
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(kept.changes).toHaveLength(1);
});

test('a secret that comes when the page has been left is not shown to the next visit', async () => {
  const { kept, user, router } = startApplications(`${LIST}/new`);
  await fill(user, 'billing');
  let answer = () => {};
  kept.waiting = new Promise(resolve => {
    answer = resolve;
  });
  await create(user);
  await act(() => router.navigate({ to: LIST }));
  // the list without it is there: one that is still on its way is not asked for again
  await screen.findByText('No application integrations');
  answer();
  await row(/billing/);
  await act(() => router.navigate({ to: `${LIST}/new` }));
  expect(await screen.findByLabelText('Application Name')).toHaveValue('');
  expect(screen.queryByText(SECRET)).toBeNull();
});

// covers: [APP-01]
test.each([
  ['name', 'Application Name'],
  ['description', 'Description'],
  ['callback_url', 'Callback URL'],
])('what the server refuses of %s is shown at its field', async (field, label) => {
  const { user } = startApplications(`${LIST}/new`, kept => {
    kept.refused = () => refusal(400, 'application_invalid', 'Not like this.', { field });
  });
  await fill(user, 'billing');
  await create(user);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/Not like this\./));
  expect(screen.getByLabelText(label)).toHaveFocus();
});

test('what the server refuses of the type or of no field is shown too', async () => {
  const { kept, user } = startApplications(`${LIST}/new`, applications => {
    applications.refused = () => refusal(400, 'application_fixed', 'It cannot change.', { field: 'kind' });
  });
  await fill(user, 'billing');
  await create(user);
  expect(await screen.findByText('It cannot change.')).toBeVisible();
  kept.refused = () => refusal(409, 'too_many_applications', 'There are too many.');
  await create(user);
  expect(await screen.findByText('There are too many.')).toBeVisible();
});
