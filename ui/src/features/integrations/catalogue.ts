import type { CommandPurpose } from '@/generated/api';
import type { PackageType } from '@/generated/types';
import type { integrations } from '@/texts/integrations';

/** The groups of cards, in their order. A new group is a name here, its title in the texts, and its tools below. */
export const GROUPS = ['developer_tools', 'continuous_integration'] as const;

export type Group = (typeof GROUPS)[number];

/** Operating systems, by what they are called. */
export const SYSTEMS = { mac: 'macOS', linux: 'Linux', windows: 'Windows' } as const;

export type System = keyof typeof SYSTEMS;

/** Commands that the server makes for the package client of a repository. */
export interface ClientStep {
  purposes: readonly CommandPurpose[];
  /** The shell that they are entered in: the server's own are for a POSIX one. */
  shell: 'posix' | 'powershell';
}

/**
 * A command or a piece of a file that belongs to the tool. `{base}` is the address of this installation with its slash,
 * `{repository}` the key of a repository, `{client}` its package client, `{user}` and `{apiKey}` the credentials, and a
 * line `{commands}` the server's commands that set the client up, with the key from the variable of `KEY_VARIABLE`.
 */
export interface ToolStep {
  /** What it does, by the key of its text. */
  does: keyof typeof integrations.does;
  text: string;
  /** Only with repositories of this type. */
  type?: PackageType;
}

export type Step = ClientStep | ToolStep;

/** A tool with its card. */
export interface Tool {
  /** Its name in addresses. */
  key: keyof typeof integrations.summaries;
  name: string;
  group: Group;
  highlights: readonly (keyof typeof integrations.highlights)[];
  /** What is installed and done beside the commands, in order. */
  steps: readonly (keyof typeof integrations.steps)[];
  /** The types of repositories that it works with, each with the package client that is set up. */
  clients: Readonly<Partial<Record<PackageType, string>>>;
  commands: Readonly<Record<System, readonly Step[]>>;
  /** Public documentation: what it is about, and where it is. */
  documentation: readonly { of: string; url: string }[];
}

/** The variable in which jobs of continuous integration have the key. */
export const KEY_VARIABLE = 'WAYBILL_API_KEY';

/** The server's commands that set a client up, among those that use it. */
export const SET_UP: readonly CommandPurpose[] = ['configure', 'configure_public', 'allow_new', 'sign_in'];

/** The server's commands, for the shell that each system has. */
const byShell = (purposes: readonly CommandPurpose[]): Tool['commands'] => ({
  mac: [{ purposes, shell: 'posix' }],
  linux: [{ purposes, shell: 'posix' }],
  windows: [{ purposes, shell: 'powershell' }],
});

/** Steps that are the same on each system. */
const everywhere = (steps: readonly Step[]): Tool['commands'] => ({
  mac: steps,
  linux: steps,
  windows: steps,
});

const CI_CLIENTS: Tool['clients'] = {
  npm: 'npm',
  pypi: 'pip',
  maven: 'mvn',
  gradle: 'gradle',
  docker: 'docker',
  helm: 'helm',
  cargo: 'cargo',
  go: 'go',
};

const GITHUB_STEP = `- name: Set up {client} for {repository}
  env:
    ${KEY_VARIABLE}: \${{ secrets.${KEY_VARIABLE} }}
  run: |
    {commands}`;

const GITLAB_SCRIPT = `before_script:
  - |
    {commands}`;

const RENOVATE_CREDENTIALS = '[{"matchHost":"{base}","username":"{user}","password":"{apiKey}"}]';

/** Where Renovate looks for the versions of a data source. */
const renovateRules = (source: PackageType, address: string): ToolStep => ({
  does: 'renovateRules',
  type: source,
  text: `{
  "$schema": "https://docs.renovatebot.com/renovate-schema.json",
  "packageRules": [
    {
      "matchDatasources": ["${source}"],
      "registryUrls": ["{base}${address}"]
    }
  ]
}`,
});

/** Renovate with its credentials, as a shell sets a variable. */
const renovate = (credentials: string): readonly Step[] => [
  renovateRules('npm', 'artifactory/api/npm/{repository}/'),
  renovateRules('pypi', 'artifactory/api/pypi/{repository}/simple/'),
  renovateRules('maven', 'artifactory/{repository}/'),
  { does: 'renovateCredentials', text: credentials },
  { does: 'renovateTry', text: 'npx --yes renovate --platform=local' },
];

/** Every tool, in the order of the cards. */
export const TOOLS: readonly Tool[] = [
  {
    key: 'vscode',
    name: 'Visual Studio Code',
    group: 'developer_tools',
    highlights: ['sameClients', 'noExtension', 'joined'],
    steps: ['installVscode', 'enterInTerminal'],
    clients: { npm: 'npm', pypi: 'pip' },
    commands: byShell(SET_UP),
    documentation: [
      { of: 'Visual Studio Code', url: 'https://code.visualstudio.com/docs' },
      { of: 'npm', url: 'https://docs.npmjs.com/cli/v11/configuring-npm/npmrc' },
      { of: 'pip', url: 'https://pip.pypa.io/en/stable/topics/configuration/' },
    ],
  },
  {
    key: 'intellij',
    name: 'IntelliJ IDEA',
    group: 'developer_tools',
    highlights: ['findsPlugins', 'ownFile', 'joined'],
    steps: ['installIntellij', 'enter', 'mavenSettings', 'reloadProject'],
    clients: { maven: 'mvn', gradle: 'gradle' },
    commands: byShell(SET_UP),
    documentation: [
      { of: 'IntelliJ IDEA: Maven', url: 'https://www.jetbrains.com/help/idea/maven-support.html' },
      { of: 'IntelliJ IDEA: Gradle', url: 'https://www.jetbrains.com/help/idea/gradle.html' },
      { of: 'Maven', url: 'https://maven.apache.org/settings.html' },
      { of: 'Gradle', url: 'https://docs.gradle.org/current/userguide/init_scripts.html' },
    ],
  },
  {
    key: 'pycharm',
    name: 'PyCharm',
    group: 'developer_tools',
    highlights: ['everyEnvironment', 'noExtension', 'joined'],
    steps: ['installPycharm', 'enter', 'pythonPackages'],
    clients: { pypi: 'pip' },
    commands: byShell(SET_UP),
    documentation: [
      {
        of: 'PyCharm',
        url: 'https://www.jetbrains.com/help/pycharm/installing-uninstalling-and-upgrading-packages.html',
      },
      { of: 'pip', url: 'https://pip.pypa.io/en/stable/topics/configuration/' },
    ],
  },
  {
    key: 'docker-desktop',
    name: 'Docker Desktop',
    group: 'developer_tools',
    highlights: ['oneSignIn', 'credentialStore', 'joined'],
    steps: ['installDocker', 'enter', 'nameImages'],
    clients: { docker: 'docker' },
    commands: byShell(SET_UP),
    documentation: [
      { of: 'Docker Desktop', url: 'https://docs.docker.com/desktop/' },
      { of: 'docker login', url: 'https://docs.docker.com/reference/cli/docker/login/' },
    ],
  },
  {
    key: 'curl',
    name: 'curl',
    group: 'continuous_integration',
    highlights: ['comesAlong', 'anyFile'],
    steps: ['installCurl', 'nameFiles'],
    clients: { generic: 'curl' },
    commands: byShell(['publish', 'install']),
    documentation: [{ of: 'curl', url: 'https://curl.se/docs/manpage.html' }],
  },
  {
    key: 'github-actions',
    name: 'GitHub Actions',
    group: 'continuous_integration',
    highlights: ['githubSecret', 'eightClients', 'robot'],
    steps: ['installGh', 'enterInCopy', 'addGithubStep', 'mavenInJobs', 'reach'],
    clients: CI_CLIENTS,
    commands: everywhere([
      { does: 'githubSecret', text: `gh secret set ${KEY_VARIABLE} --body '{apiKey}'` },
      { does: 'githubStep', text: GITHUB_STEP },
    ]),
    documentation: [
      { of: 'GitHub Actions', url: 'https://docs.github.com/actions' },
      { of: 'gh secret set', url: 'https://cli.github.com/manual/gh_secret_set' },
    ],
  },
  {
    key: 'gitlab-ci',
    name: 'GitLab CI',
    group: 'continuous_integration',
    highlights: ['gitlabVariable', 'eightClients', 'robot'],
    steps: ['installGlab', 'enterInCopy', 'addGitlabScript', 'mavenInJobs', 'reach'],
    clients: CI_CLIENTS,
    commands: everywhere([
      { does: 'gitlabVariable', text: `glab variable set ${KEY_VARIABLE} '{apiKey}' --masked` },
      { does: 'gitlabScript', text: GITLAB_SCRIPT },
    ]),
    documentation: [
      { of: 'GitLab CI', url: 'https://docs.gitlab.com/ci/' },
      { of: 'glab variable set', url: 'https://docs.gitlab.com/cli/variable/set/' },
    ],
  },
  {
    key: 'renovate',
    name: 'Renovate',
    group: 'continuous_integration',
    highlights: ['newVersions', 'triedFirst', 'robot'],
    steps: ['installNode', 'saveRules', 'listUpdates', 'runRenovate'],
    clients: { npm: 'renovate', pypi: 'renovate', maven: 'renovate' },
    commands: {
      mac: renovate(`export RENOVATE_HOST_RULES='${RENOVATE_CREDENTIALS}'`),
      linux: renovate(`export RENOVATE_HOST_RULES='${RENOVATE_CREDENTIALS}'`),
      windows: renovate(`$env:RENOVATE_HOST_RULES = '${RENOVATE_CREDENTIALS}'`),
    },
    documentation: [
      { of: 'Renovate', url: 'https://docs.renovatebot.com/getting-started/private-packages/' },
      { of: 'renovate --platform=local', url: 'https://docs.renovatebot.com/modules/platform/local/' },
    ],
  },
];
