// The installations that release bundles are distributed to: their list, and the form of one.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/engine/api';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { drafts } from '@/lib/drafts';
import { type FakeDistribution, target } from '@/test/fakeDistribution';
import { refusal } from '@/test/fakeHttp';
import { startReleaseBundles } from '@/test/fakeReleaseBundles';
import { switchLanguage } from '@/texts/i18n/languages';
import { NEW, problemsOf, refusedWords, urlOf } from './problems';

const TITLE = 'Distribution targets';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  cacheEpoch.set(count => count + 1);
});

afterEach(() => act(() => switchLanguage('en')));

async function opened(prepare: (kept: FakeDistribution) => void = () => undefined) {
  const started = startReleaseBundles('/release-bundles/source', kept => prepare(kept.distribution));
  await started.user.click(await screen.findByRole('button', { name: TITLE }));
  const sheet = within(await screen.findByRole('dialog', { name: TITLE }));
  await sheet.findByRole('button', { name: 'Add target' });
  return {
    ...started,
    sheet,
    distribution: started.kept.distribution,
    press: async (name: string) => started.user.click(await sheet.findByRole('button', { name })),
    field: (name: string) => sheet.getByRole('textbox', { name }),
    token: () => sheet.getByLabelText('Access token', { selector: 'input[type=password]' }),
    row: (name: RegExp) => sheet.findByRole('row', { name }),
  };
}

const form = (name: string) => screen.findByRole('form', { name });
const sound = { ...NEW, key: 'europe', url: 'https://europe.example.org', token: 't' };

test.each([
  ['https://europe.example.org', true],
  ['http://10.0.0.1:8046/base/', true],
  ['', false],
  ['europe.example.org', false],
  ['ftp://europe.example.org', false],
  ['https://ann@europe.example.org', false],
  ['https://europe.example.org?a=b', false],
  ['https://europe.example.org#a', false],
  ['https://europe example.org', false],
])('the URL %j is taken: %s', (url, isTaken) => {
  expect(problemsOf({ ...sound, url }, null).url === undefined).toBe(isTaken);
});

test('keys, descriptions and tokens are checked before they are sent', () => {
  const of = (more: Partial<typeof sound>) => Object.keys(problemsOf({ ...sound, ...more }, null));
  expect(of({})).toEqual([]);
  for (const key of ['', 'a', '1a', 'a b', 'a'.repeat(65)]) expect(of({ key }), key).toEqual(['key']);
  expect(of({ description: 'x'.repeat(501) })).toEqual(['description']);
  for (const token of ['', 'a b', 'ü', 'x'.repeat(4_097)]) expect(of({ token }), token).toEqual(['token']);
  expect(urlOf({ ...sound, url: ' https://a.example.org/base// ' })).toBe('https://a.example.org/base');
});

test('a token is kept with its URL, and is not needed where there is none', () => {
  const of = (more: Partial<typeof sound>, stored: Parameters<typeof target>[1]) =>
    Object.keys(problemsOf({ ...sound, token: '', ...more }, target('europe', stored)));
  expect(of({}, {})).toEqual([]);
  expect(of({ url: 'https://other.example.org' }, {})).toEqual(['token']);
  expect(of({ url: 'https://other.example.org' }, { has_token: false })).toEqual([]);
});

// covers: [HOOK-04]
test('without targets the list says what one is, and one is added', async () => {
  const { distribution, user, sheet, press, field, token, row } = await opened();
  expect(await sheet.findByText('No distribution targets')).toBeVisible();
  expect(sheet.getByText(/^A target is another Waybill installation\./)).toBeVisible();
  await press('Add target');
  await form('Add target');
  await waitFor(() => expect(field('Key')).toHaveFocus());
  await press('Add target');
  expect(field('Key')).toHaveAccessibleDescription(/Enter 2 to 64 letters/);
  expect(token()).toHaveAccessibleDescription(/Enter an access token/);
  await waitFor(() => expect(field('Key')).toHaveFocus());
  expect(distribution.changes).toEqual([]);
  await user.type(field('Key'), 'europe');
  await user.type(field('URL'), ' https://europe.example.org/ ');
  await user.type(field('Description'), 'In Europe');
  await user.type(token(), 's3cret');
  expect(drafts.get()).toBe(1);
  await press('Add target');
  expect(await screen.findByText('The target europe was added.')).toBeVisible();
  const added = await row(/europe/);
  for (const text of ['https://europe.example.org', 'Stored']) expect(added).toHaveTextContent(text);
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Add target' })).toHaveFocus());
  expect(drafts.get()).toBe(0);
  const body = {
    ...{ key: 'europe', url: 'https://europe.example.org' },
    ...{ description: 'In Europe', token: 's3cret' },
  };
  expect(distribution.changes).toEqual([{ call: 'POST distribution_targets', body }]);
});

// covers: [HOOK-04]
test('a target is edited without its token, which another URL needs again', async () => {
  const { distribution, user, press, field, token } = await opened(kept => {
    kept.targets = [target('europe', { description: 'In Europe' })];
  });
  await press('Edit europe');
  await form('Edit target');
  await waitFor(() => expect(field('URL')).toHaveFocus());
  expect(field('Key')).toHaveAttribute('readonly');
  expect(token()).toHaveValue('');
  expect(token()).toHaveAccessibleDescription('Leave empty to keep the token.');
  await user.type(field('URL'), '/base');
  expect(token()).toHaveAccessibleDescription(/^The URL has changed\./);
  await press('Save changes');
  expect(token()).toHaveAccessibleDescription(/Enter an access token/);
  await waitFor(() => expect(token()).toHaveFocus());
  expect(distribution.changes).toEqual([]);
  await user.clear(field('URL'));
  await user.type(field('URL'), 'https://europe.example.org');
  await user.clear(field('Description'));
  await press('Save changes');
  expect(await screen.findByText('The target europe was updated.')).toBeVisible();
  const body = { url: 'https://europe.example.org', description: '' };
  expect(distribution.changes).toEqual([{ call: 'PUT distribution_targets/europe', body }]);
});

// covers: [HOOK-04]
test('a connection is tested, and what came of it is said', async () => {
  const { distribution, sheet, press } = await opened(kept => {
    kept.targets = [target('europe'), target('asia', { has_token: false })];
  });
  expect(await sheet.findByRole('row', { name: /asia/ })).toHaveTextContent('Missing');
  let answer: () => void = () => undefined;
  distribution.testing = new Promise(resolve => {
    answer = resolve;
  });
  await press('Test the connection to europe');
  expect(await sheet.findByText('Testing the connection to europe…')).toBeVisible();
  answer();
  expect(await sheet.findByText('The connection to europe works.')).toBeVisible();
  distribution.tested = 'unreachable';
  await press('Test the connection to europe');
  expect(await sheet.findByText(/^The connection to europe does not work\./)).toHaveTextContent(
    'The target could not be reached.',
  );
});

// covers: [HOOK-04]
test('a target is deleted after a question', async () => {
  const { distribution, sheet, press } = await opened(kept => {
    kept.targets = [target('europe')];
  });
  await press('Delete europe');
  expect(await sheet.findByText('Delete the target europe?')).toBeVisible();
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Keep' })).toHaveFocus());
  await press('Keep');
  await waitFor(() => expect(sheet.queryByText('Delete the target europe?')).toBeNull());
  expect(distribution.changes).toEqual([]);
  await press('Delete europe');
  await press('Delete target');
  expect(await screen.findByText('The target europe was deleted.')).toBeVisible();
  expect(await sheet.findByText('No distribution targets')).toBeVisible();
  expect(distribution.changes).toEqual([{ call: 'DELETE distribution_targets/europe', body: null }]);
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Add target' })).toHaveFocus());
});

test.each([
  ['distribution_target_key_taken', 'key', 'Key'],
  ['distribution_target_address', 'url', 'URL'],
  ['distribution_target_invalid', 'description', 'Description'],
])('what the server refuses as %s is shown at its field', async (code, at, label) => {
  const { user, press, field, token } = await opened(kept => {
    kept.refused = () => refusal(422, code, 'Not so.', { field: at });
  });
  await press('Add target');
  await form('Add target');
  await user.type(field('Key'), 'europe');
  await user.type(field('URL'), 'https://europe.example.org');
  await user.type(token(), 's3cret');
  await press('Add target');
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(/^Not so\./));
  await waitFor(() => expect(field(label)).toHaveFocus());
});

test('other refusals are above the form', async () => {
  const { user, press, field, token } = await opened(kept => {
    kept.refused = () => refusal(409, 'too_many_distribution_targets', 'There are 50 targets.');
  });
  await press('Add target');
  const fields = within(await form('Add target'));
  await user.type(field('Key'), 'europe');
  await user.type(field('URL'), 'https://europe.example.org');
  await user.type(token(), 's3cret');
  await press('Add target');
  expect(await fields.findByRole('alert')).toHaveTextContent('There are 50 targets.');
});

test('what the server refuses is said in the language of the page', async () => {
  const words = (code: string, more = {}) =>
    refusedWords(new ApiError(409, { error: { code, message: 'Not so.', ...more } }));
  expect(words('distribution_target_address')).toBe('Not so.');
  await act(() => switchLanguage('de'));
  expect(words('distribution_target_address')).toMatch(/^Dieser Server verbindet sich nicht/);
  expect(words('distribution_target_invalid', { field: 'url' })).toMatch(/^Geben Sie eine Adresse/);
  expect(words('bundle_distributing')).toMatch(/^Eine Verteilung/);
});

test('a list that cannot be loaded is loaded again', async () => {
  const { distribution, sheet, press } = await opened(kept => {
    kept.fails = () => refusal(503, 'unavailable', 'Targets cannot be read.');
  });
  await sheet.findByRole('button', { name: 'Try again' });
  distribution.fails = null;
  await press('Try again');
  expect(await sheet.findByText('No distribution targets')).toBeVisible();
});

test('the sheet gives the focus back to its button', async () => {
  const { user } = await opened();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: TITLE })).toHaveFocus());
});
