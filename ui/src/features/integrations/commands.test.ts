// The commands of each tool, out of those that the server makes for its own address.
import { expect, test, vi } from 'vitest';
import type { ClientCommand } from '@/generated/api';
import { type System, TOOLS } from './catalogue';
import { commandsOf, type Filling, isUnsafe, ownSystem } from './commands';

const BASE = 'https://waybill.example/';
const MAVEN = `(umask 077; mkdir -p "$HOME/.m2" && echo '<settings><username>_</username><password><TOKEN></password></settings>' > "$HOME/.m2/settings-a_-b.xml")`;

/** Commands as the server writes them. */
const OFFERED: readonly ClientCommand[] = [
  { client: 'npm', purpose: 'configure', command: `npm config set registry ${BASE}artifactory/api/npm/a/` },
  {
    client: 'npm',
    purpose: 'sign_in',
    command: 'npm config set //waybill.example/artifactory/api/npm/a/:_authToken <TOKEN>',
  },
  { client: 'npm', purpose: 'install', command: 'npm install <PACKAGE>' },
  { client: 'yarn', purpose: 'configure', command: 'yarn config set npmAlwaysAuth true' },
  {
    client: 'pip',
    purpose: 'sign_in',
    command: `(umask 077; pip config set global.index-url 'https://_:<TOKEN>@waybill.example/artifactory/api/pypi/a/simple/')`,
  },
  { client: 'mvn', purpose: 'sign_in', command: MAVEN },
  {
    client: 'docker',
    purpose: 'sign_in',
    command: `echo '<TOKEN>' | docker login -u _ --password-stdin waybill.example`,
  },
  { client: 'curl', purpose: 'publish', command: `curl --fail -u '_:<TOKEN>' -T '<FILE>' '${BASE}<PATH>'` },
];

function commands(tool: string, system: System, more: Partial<Filling> = {}): string[] {
  const found = TOOLS.find(({ key }) => key === tool);
  if (!found) throw new Error(tool);
  const filling: Filling = {
    base: BASE,
    repository: 'a',
    type: 'npm',
    user: 'ann',
    apiKey: 'waybill_1',
    offered: OFFERED,
    ...more,
  };
  return commandsOf(found, system, filling).map(({ command }) => command);
}

// covers: [INT-01]
test('the commands set the client of a tool up, with the name and the key of the user', () => {
  expect(commands('vscode', 'linux')).toEqual([
    'npm config set registry https://waybill.example/artifactory/api/npm/a/',
    'npm config set //waybill.example/artifactory/api/npm/a/:_authToken waybill_1',
  ]);
  expect(commands('docker-desktop', 'mac', { type: 'docker' })).toEqual([
    `echo 'waybill_1' | docker login -u ann --password-stdin waybill.example`,
  ]);
  expect(commands('curl', 'linux', { type: 'generic', apiKey: null })).toEqual([
    `curl --fail -u 'ann:<API_KEY>' -T '<FILE>' '${BASE}<PATH>'`,
  ]);
});

test('a name that would need quotes is left out: the key names its owner', () => {
  for (const user of ["o'brien", 'ann b', 'a@b', '$(id)', '-x', ''])
    expect(commands('docker-desktop', 'linux', { type: 'docker', user })[0]).toContain('-u _ ');
});

// covers: [INT-01]
test('PowerShell gets the same without a mask, with its own way of writing a file', () => {
  expect(commands('pycharm', 'windows', { type: 'pypi' })).toEqual([
    `pip config set global.index-url 'https://ann:waybill_1@waybill.example/artifactory/api/pypi/a/simple/'`,
  ]);
  expect(commands('intellij', 'windows', { type: 'maven' })).toEqual([
    `mkdir -Force "$HOME/.m2" | Out-Null; '<settings><username>ann</username><password>waybill_1</password></settings>' | Set-Content -Encoding ascii "$HOME/.m2/settings-a_-b.xml"`,
  ]);
  expect(commands('curl', 'windows', { type: 'generic' })[0]).toMatch(/^curl\.exe --fail/);
  expect(commands('intellij', 'mac', { type: 'maven' })[0]).toMatch(/^\(umask 077; mkdir -p/);
});

// covers: [INT-01]
test('jobs have the key from a variable, also where a shell would replace nothing', () => {
  const [save, step] = commands('github-actions', 'windows', { type: 'pypi' });
  expect(save).toBe("gh secret set WAYBILL_API_KEY --body 'waybill_1'");
  expect(step).toBe(
    [
      '- name: Set up pip for a',
      '  env:',
      `    WAYBILL_API_KEY: \${{ secrets.WAYBILL_API_KEY }}`,
      '  run: |',
      `    (umask 077; pip config set global.index-url 'https://ann:'"$WAYBILL_API_KEY"'@waybill.example/artifactory/api/pypi/a/simple/')`,
    ].join('\n'),
  );
  expect(commands('gitlab-ci', 'linux', { type: 'docker' })[1]).toBe(
    [
      'before_script:',
      '  - |',
      '    echo "$WAYBILL_API_KEY" | docker login -u ann --password-stdin waybill.example',
    ].join('\n'),
  );
  expect(commands('gitlab-ci', 'linux')[1]).toContain('/npm/a/:_authToken "$WAYBILL_API_KEY"');
  expect(commands('gitlab-ci', 'linux')[1]).not.toMatch(/yarn|install|waybill_1/);
});

// covers: [INT-01]
test('Renovate gets its rules for the type, and its credentials as the shell sets variables', () => {
  const [rules, credentials, list] = commands('renovate', 'linux', { type: 'pypi' });
  expect(JSON.parse(rules ?? '').packageRules).toEqual([
    { matchDatasources: ['pypi'], registryUrls: [`${BASE}artifactory/api/pypi/a/simple/`] },
  ]);
  expect(credentials).toBe(
    `export RENOVATE_HOST_RULES='[{"matchHost":"${BASE}","username":"ann","password":"waybill_1"}]'`,
  );
  expect(list).toBe('npx --yes renovate --platform=local');
  expect(commands('renovate', 'windows')[1]).toMatch(/^\$env:RENOVATE_HOST_RULES = '\[\{"matchHost"/);
});

test('every tool has commands for each system and each type that it is for', () => {
  for (const { key, clients, highlights, steps, documentation } of TOOLS) {
    for (const [type, client] of Object.entries(clients)) {
      const offered = (['sign_in', 'publish'] as const).map(purpose => ({
        client,
        purpose,
        command: client,
      }));
      for (const system of ['mac', 'linux', 'windows'] as const) {
        const found = commands(key, system, { type: type as Filling['type'], offered });
        expect(found, `${key} ${type} ${system}`).not.toEqual([]);
        expect(found.join('\n')).not.toMatch(/(?<!\$\{)\{(?:base|repository|user|apiKey|client|commands)\}/);
      }
    }
    expect(Math.min(highlights.length, steps.length, documentation.length), key).toBeGreaterThan(0);
    for (const { url } of documentation) expect(url).toMatch(/^https:\/\//);
  }
});

test('the system of the browser comes first, and addresses without TLS elsewhere are known', () => {
  const platform = vi.spyOn(navigator, 'platform', 'get');
  platform.mockReturnValue('Win32');
  expect(ownSystem()).toBe('windows');
  platform.mockReturnValue('Linux x86_64');
  expect(ownSystem()).toBe('linux');
  expect(
    ['http://10.0.0.1:8046/', 'http://waybill/', BASE, 'http://127.0.0.1:8046/', 'http://[::1]/'].map(
      isUnsafe,
    ),
  ).toEqual([true, true, false, false, false]);
});
