import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { isStateOf } from '@/engine/mirror';
import type { Licence } from '@/generated/types';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

const KEY = 'WAYBILL-LICENCE-1\ntype: ENTERPRISE_PLUS\nholder: Acme\nchecksum: 00\n';

function inside(prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  prepare(server);
  return startConsole('/admin/license_management/licenses', server);
}

// what was fetched belongs to the browser, not to one test
beforeEach(() => cacheEpoch.set(count => count + 1));

const field = () => screen.findByLabelText('Licence key');

test('without a licence the page says so, and a key that is pasted is installed', async () => {
  const { user } = inside(({ installation }) => {
    installation.configured = 'NONE';
  });
  const none = await screen.findByRole('region', { name: 'No licence' });
  expect(none).toHaveTextContent('Until a licence is installed');
  await user.click(await field());
  await user.paste(KEY);
  await user.click(screen.getByRole('button', { name: 'Install' }));
  const card = await screen.findByRole('region', { name: /Enterprise Plus/ });
  expect(card).toHaveTextContent('Level 5 of 5');
  expect(card).toHaveTextContent('HolderAcme');
  expect(card).toHaveTextContent('by ann');
  expect(await screen.findByText('The licence has been installed.')).toBeInTheDocument();
  expect(await field()).toHaveValue('');
  expect(screen.getByRole('region', { name: 'History' })).toHaveTextContent('Enterprise Plus was installed');
});

test('the error of a key is shown beside it until it changes, and the key stays to be corrected', async () => {
  const { user } = inside();
  await user.type(await field(), 'hello');
  await user.click(screen.getByRole('button', { name: 'Install' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('first line must be WAYBILL-LICENCE-1');
  expect(await field()).toHaveValue('hello');
  await user.type(await field(), '!');
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('a key comes from a file, chosen or dropped, and a picture is no key', async () => {
  const { user } = inside();
  const chooser = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('no chooser');
    return found;
  });
  await user.upload(chooser, new File([KEY], 'key.txt'));
  await waitFor(async () => expect(await field()).toHaveValue(KEY));
  const picture = new File([new Uint8Array([0x89, 0x50, 0xff])], 'logo.png');
  fireEvent.drop(await field(), { dataTransfer: { files: [picture], getData: () => '' } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Not a text file.');
  fireEvent.drop(await field(), { dataTransfer: { files: [new File([KEY], 'key.txt')] } });
  await waitFor(async () => expect(await field()).toHaveValue(KEY));
});

test('removing asks first and says what comes of it', async () => {
  const { user, server } = inside(({ installation }) => {
    installation.licence = 'TRIAL';
    installation.configured = 'NONE';
  });
  await user.click(await screen.findByRole('button', { name: 'Remove this licence' }));
  const question = screen.getByRole('alert');
  expect(question).toHaveTextContent('all other users are sent to the sign-in page');
  await user.click(within(question).getByRole('button', { name: 'Keep' }));
  expect(server.installation.licence).toBe('TRIAL');
  await user.click(screen.getByRole('button', { name: 'Remove this licence' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('region', { name: 'No licence' })).toBeInTheDocument();
});

test('a licence of the configuration is shown as such, and an expired licence as expired', async () => {
  const { user, server } = inside(({ installation }) => {
    installation.licence = 'TRIAL';
    installation.ended = true;
  });
  const ended = await screen.findByRole('region', { name: 'No licence' });
  expect(ended).toHaveTextContent('The licence expired on');
  expect(ended).toHaveTextContent('LicenceTrial');
  await user.click(within(ended).getByRole('button', { name: 'Remove this licence' }));
  expect(
    screen.getByText('The licence of the configuration file applies again: Open source.'),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const card = await screen.findByRole('region', { name: /Open source/ });
  expect(card).toHaveTextContent('From the configuration file');
  expect(server.installation.licence).toBeNull();
});

test('a tab asks again for its page as soon as another licence counts, and not for one that it knows', async () => {
  const { server } = inside();
  await field();
  const asked = () => server.commands.filter(command => command.machine === 'navigation').length;
  const before = asked();
  const state = server.states.get('startup')?.state;
  if (!state || !isStateOf('startup', state) || state.state !== 'ready') throw new Error('not ready');
  const push = (licence: Licence) => {
    const to = { ...state, facts: { ...state.facts, licence } };
    server.push({ machine: 'startup', event: { type: 'facts_changed' }, to });
  };
  push('EDGE');
  await waitFor(() => expect(asked()).toBe(before + 1));
  push('EDGE');
  push('TRIAL');
  await waitFor(() => expect(asked()).toBe(before + 2));
});
