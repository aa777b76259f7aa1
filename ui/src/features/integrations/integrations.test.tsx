// The page of integrations before a server with some repositories.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Fetch } from '@/engine/api';
import { API_BASE, type ClientCommand, type TreeRepository } from '@/generated/api';
import type { PackageType } from '@/generated/types';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

const KEY = `waybill_${'0a'.repeat(32)}`;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const repository = (key: string, type: PackageType): TreeRepository => ({
  key,
  class: 'local',
  package_type: type,
  description: '',
  stores_by_path: false,
  relocates: false,
  may_write: true,
});

const json = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });

/** The calls of the real server that the page uses. */
class Installation {
  repositories = [
    repository('npm-local', 'npm'),
    repository('npm-remote', 'npm'),
    repository('images', 'docker'),
    repository('python', 'pypi'),
  ];
  mayCreate = true;
  apiKey: string | null = null;
  failing = new Set<string>();
  readonly asked: string[] = [];
  readonly shown: string[] = [];

  answer(call: string, init: RequestInit): Response | null {
    this.asked.push(call);
    if (this.failing.has(call)) return refusal(503, 'unavailable', 'It cannot be read.');
    const commands = /^GET repositories\/(.+)\/commands$/.exec(call)?.[1];
    if (commands !== undefined) return json({ commands: this.#commands(commands) });
    if (call === 'GET tree/repositories')
      return json({ repositories: this.repositories, may_create: this.mayCreate });
    if (call === 'GET ui/setMeUp') return json({ baseUrl: 'https://waybill.example/' });
    return /^(GET|POST) ui\/userApiKey\/ann$/.test(call) ? this.#key(call, init) : null;
  }

  #commands(key: string): ClientCommand[] {
    const address = `https://waybill.example/artifactory/api/npm/${key}/`;
    const of = (client: string) => (purpose: ClientCommand['purpose'], command: string) => ({
      client,
      purpose,
      command,
    });
    return [
      of('npm')('configure', `npm config set registry ${address}`),
      of('npm')('sign_in', `npm config set ${address.slice(6)}:_authToken <TOKEN>`),
      of('npm')('publish', 'npm publish'),
      of('docker')('sign_in', `echo '<TOKEN>' | docker login -u _ --password-stdin waybill.example`),
      of('pip')('sign_in', `(umask 077; pip config set global.index-url 'https://_:<TOKEN>@x/')`),
    ];
  }

  #key(call: string, init: RequestInit): Response {
    const shown = new Headers(init.headers).get('x-jfrog-reauthentication') ?? '';
    this.shown.push(shown);
    if (atob(shown.replace('Basic ', '')) !== 'ann:correct')
      return refusal(401, 'wrong_password', 'The password is incorrect.', { field: 'password' });
    if (call.startsWith('POST')) this.apiKey = KEY;
    return json({ apiKey: this.apiKey, until: this.apiKey && '2027-01-05T10:00:00.000Z' });
  }
}

/** The console at the page, before this installation. */
function start(query = '', prepare: (kept: Installation, server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  const kept = new Installation();
  prepare(kept, server);
  fillWithRecords(server, 5);
  const { fetch } = server;
  const own: Fetch = (address, init) => {
    const call = `${init.method ?? 'GET'} ${address.replace(API_BASE, '')}`;
    const answer = kept.answer(call, init);
    return answer ? Promise.resolve(answer) : fetch(address, init);
  };
  server.fetch = own;
  return { kept, ...startConsole(`/integrations${query}`, server) };
}

const sheet = (name: string) => screen.findByRole('dialog', { name });
const shownCommands = (dialog: HTMLElement) =>
  within(within(dialog).getByRole('region', { name: 'Set-up' }))
    .getAllByRole('listitem')
    .map(item => item.querySelector('code')?.textContent);

// covers: [INT-01]
test('the cards are in groups, each with its name, what it does, and its button', async () => {
  start();
  expect(await screen.findByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
  const tools = await screen.findByRole('list', { name: 'Developer tools' });
  const names = (list: HTMLElement) =>
    within(list)
      .getAllByRole('heading', { level: 3 })
      .map(heading => heading.textContent);
  expect(names(tools)).toEqual(['Visual Studio Code', 'IntelliJ IDEA', 'PyCharm', 'Docker Desktop']);
  expect(names(screen.getByRole('list', { name: 'Continuous integration' }))).toEqual([
    'curl',
    'GitHub Actions',
    'GitLab CI',
    'Renovate',
  ]);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Source control',
    'Developer tools',
    'Continuous integration',
  ]);
  expect(screen.getByText('Pulls, pushes and runs images.')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Configure / })).toHaveLength(8);
});

// covers: [INT-01]
test('Configure opens the set-up at an address of its own, and Back and closing return to the card', async () => {
  const { user, router } = start();
  const button = await screen.findByRole('button', { name: 'Configure Visual Studio Code' });
  await user.click(button);
  const dialog = await sheet('Visual Studio Code');
  expect(router.state.location.href).toBe('/integrations?tool=vscode');
  await within(dialog).findByText(
    'npm config set registry https://waybill.example/artifactory/api/npm/npm-local/',
  );
  const links = within(within(dialog).getByRole('region', { name: 'Documentation' })).getAllByRole('link');
  for (const link of links) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  }
  expect(within(dialog).getByRole('region', { name: 'Highlights' })).toHaveTextContent(
    'No extension is needed.',
  );
  expect(
    within(within(dialog).getByRole('region', { name: 'Installation' })).getAllByRole('listitem'),
  ).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(button).toHaveFocus());
  expect(router.state.location.href).toBe('/integrations');
  router.history.back();
  await sheet('Visual Studio Code');
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
});

// covers: [INT-01]
test('the address of a tool opens it, and one that there is not is said to be absent', async () => {
  const { user } = start('?tool=docker-desktop');
  const dialog = await sheet('Docker Desktop');
  expect(await within(dialog).findByText(/docker login -u ann/)).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Configure Docker Desktop' })).toHaveFocus());
  start('?tool=emacs');
  expect(await screen.findByText('There is no tool emacs.')).toBeVisible();
});

// covers: [INT-01]
test('the commands are those of the chosen repository and operating system', async () => {
  const { user } = start('?tool=vscode');
  const dialog = await sheet('Visual Studio Code');
  const field = await within(dialog).findByLabelText('Repository');
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['npm-local (npm)', 'npm-remote (npm)', 'python (PyPI)']);
  await user.selectOptions(field, 'npm-remote');
  await within(dialog).findByText(/config set registry .*npm-remote/);
  expect(shownCommands(dialog)).toEqual([
    'npm config set registry https://waybill.example/artifactory/api/npm/npm-remote/',
    'npm config set //waybill.example/artifactory/api/npm/npm-remote/:_authToken <API_KEY>',
  ]);
  const systems = within(dialog).getByRole('radiogroup', { name: 'Operating system' });
  expect(within(systems).getByRole('radio', { name: 'Linux' })).toBeChecked();
  await user.click(within(systems).getByRole('radio', { name: 'Windows' }));
  await user.selectOptions(field, 'python');
  await waitFor(() =>
    expect(shownCommands(dialog)).toEqual(["pip config set global.index-url 'https://ann:<API_KEY>@x/'"]),
  );
  expect(within(dialog).getByRole('radio', { name: 'Windows' })).toBeChecked();
  expect(within(dialog).getAllByRole('button', { name: 'Copy' })).toHaveLength(1);
  expect(within(dialog).getByRole('link', { name: 'All commands of this repository' })).toHaveAttribute(
    'href',
    '/ui/repos/tree/General/python',
  );
});

// covers: [INT-08]
test('an API key is created after the password, is in the commands, and is kept nowhere', async () => {
  const { user, kept } = start('?tool=vscode');
  const dialog = await sheet('Visual Studio Code');
  await within(dialog).findByText(/_authToken <API_KEY>/);
  await user.click(within(dialog).getByRole('button', { name: 'Create API key' }));
  const form = within(dialog).getByRole('form', { name: 'Create API key' });
  await user.type(within(form).getByLabelText('Your password'), 'wrong{Enter}');
  expect(await within(form).findByText(/password is incorrect/)).toBeVisible();
  await user.clear(within(form).getByLabelText('Your password'));
  await user.type(within(form).getByLabelText('Your password'), 'correct{Enter}');
  expect(await within(dialog).findByText('Your API key was created.')).toBeVisible();
  expect(within(dialog).getByText(KEY)).toBeVisible();
  expect(within(dialog).getByText('Your API key was created.')).toHaveFocus();
  expect(shownCommands(dialog)[1]).toBe(
    `npm config set //waybill.example/artifactory/api/npm/npm-local/:_authToken ${KEY}`,
  );
  expect(within(dialog).getByRole('link', { name: 'Revoke API keys in your profile' })).toHaveAttribute(
    'href',
    '/ui/user_profile',
  );
  expect(kept.asked.filter(call => call.startsWith('POST'))).toContain('POST ui/userApiKey/ann');
  expect(JSON.stringify([localStorage, sessionStorage]) + window.location.href).not.toContain(KEY);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Configure Visual Studio Code' }));
  await within(await sheet('Visual Studio Code')).findByText(/_authToken <API_KEY>/);
  expect(screen.queryByText(KEY)).toBeNull();
});

// covers: [INT-08]
test('a key that is there already is shown, and not replaced', async () => {
  const { user, kept } = start('?tool=vscode', installation => {
    installation.apiKey = 'waybill_old';
  });
  const dialog = await sheet('Visual Studio Code');
  await user.click(await within(dialog).findByRole('button', { name: 'Create API key' }));
  await user.type(within(dialog).getByLabelText('Your password'), 'correct{Enter}');
  expect(await within(dialog).findByText('You had this API key already. It stays as it is.')).toBeVisible();
  await within(dialog).findByText(/_authToken waybill_old/);
  expect(kept.asked).not.toContain('POST ui/userApiKey/ann');
});

// covers: [INT-08]
test('an account of another directory is not offered a key', async () => {
  start('?tool=vscode', (_, server) => {
    const { user } = server.facts;
    const profile = { ...user.profile, exists_in_db: false };
    server.facts = { ...server.facts, user: { ...user, profile } };
  });
  const dialog = await sheet('Visual Studio Code');
  expect(await within(dialog).findByText(/^Your account is managed in another directory/)).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Create API key' })).toBeNull();
});

// covers: [INT-01]
test('without a repository of the type, the dialog leads to where one is created', async () => {
  start('?tool=intellij');
  const dialog = await sheet('IntelliJ IDEA');
  expect(
    await within(dialog).findByText(/^There is no repository for Maven or Gradle that you can read\./),
  ).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'Create a repository' })).toHaveAttribute(
    'href',
    '/ui/admin/repositories/local/new',
  );
});

// covers: [INT-01]
test('a user who may create none is sent to an administrator', async () => {
  start('?tool=intellij', kept => {
    kept.mayCreate = false;
  });
  const dialog = await sheet('IntelliJ IDEA');
  expect(await within(dialog).findByText(/Ask an administrator to create one/)).toBeVisible();
  expect(within(dialog).queryByRole('link', { name: 'Create a repository' })).toBeNull();
});

// covers: [INT-01]
test.each([
  ['GET tree/repositories', /^The repositories could not be loaded/],
  ['GET repositories/npm-local/commands', /^The commands could not be loaded/],
  ['GET ui/setMeUp', /^The commands could not be loaded/],
])('%s that fails is said, and tried again', async (call, words) => {
  const { user, kept } = start('?tool=vscode', installation => {
    installation.failing.add(call);
  });
  const dialog = await sheet('Visual Studio Code');
  const alert = await within(dialog).findByRole('alert', {}, { timeout: 20_000 });
  expect(alert).toHaveTextContent(words);
  kept.failing.clear();
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByText(/^npm config set registry/);
});
