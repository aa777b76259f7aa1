import IconBrandDocker from '@tabler/icons-react/dist/esm/icons/IconBrandDocker.mjs';
import IconBrandGithub from '@tabler/icons-react/dist/esm/icons/IconBrandGithub.mjs';
import IconBrandGitlab from '@tabler/icons-react/dist/esm/icons/IconBrandGitlab.mjs';
import IconBrandPython from '@tabler/icons-react/dist/esm/icons/IconBrandPython.mjs';
import IconBrandVscode from '@tabler/icons-react/dist/esm/icons/IconBrandVscode.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTerminal2 from '@tabler/icons-react/dist/esm/icons/IconTerminal2.mjs';
import type { Tool } from './catalogue';

const ICONS: Readonly<Record<Tool['key'], typeof IconCoffee>> = {
  vscode: IconBrandVscode,
  intellij: IconCoffee,
  pycharm: IconBrandPython,
  'docker-desktop': IconBrandDocker,
  curl: IconTerminal2,
  'github-actions': IconBrandGithub,
  'gitlab-ci': IconBrandGitlab,
  renovate: IconRefresh,
};

/** The picture of a tool on its card. */
export function ToolIcon({ tool }: { tool: Tool['key'] }) {
  const Icon = ICONS[tool];
  return <Icon size={26} stroke={1.6} aria-hidden="true" />;
}
