import type { ClientCommand, CommandPurpose } from '@/generated/api';
import type { PackageType } from '@/generated/types';
import { TOKEN } from '@/shell/ClientSetup';
import { isApple } from '@/shell/keys/keyboard';
import { KEY_VARIABLE, SET_UP, type System, type Tool, type ToolStep } from './catalogue';

/** What commands are filled with. */
export interface Filling {
  /** The address of this installation, with its slash. */
  base: string;
  repository: string;
  type: PackageType;
  /** The name of the user. */
  user: string;
  /** The personal API key; null before there is one to show. */
  apiKey: string | null;
  /** The server's commands for the repository. */
  offered: readonly ClientCommand[];
}

/** A command as it is entered, by what it does: for a package client, or for the tool. */
export type FilledCommand = { command: string } & (
  | { purpose: CommandPurpose; does?: never }
  | { does: ToolStep['does']; purpose?: never }
);

/** What is in the place of the key until it is there. */
const NO_KEY = '<API_KEY>';
/** Names that mean nothing to a shell, in an address, in XML, JSON or YAML. */
const PLAIN_NAME = /^[A-Za-z][\w.-]*$/;
/** The server's place for the name of a user. It accepts any, since a key names its owner. */
const ANY_USER = '_';

/** The operating system of this browser. */
export function ownSystem(): System {
  if (isApple) return 'mac';
  return /Win/.test(navigator.platform) ? 'windows' : 'linux';
}

/** Whether an address has no TLS and is on another machine, which some clients refuse. */
export function isUnsafe(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** The commands of a tool for an operating system, for one repository. */
export function commandsOf(tool: Tool, system: System, filling: Filling): FilledCommand[] {
  const client = tool.clients[filling.type];
  return tool.commands[system].flatMap((step): FilledCommand[] => {
    if ('does' in step) {
      const fits = step.type === undefined || step.type === filling.type;
      return fits ? [{ does: step.does, command: filled(step.text, client ?? '', filling) }] : [];
    }
    return filling.offered
      .filter(one => one.client === client && step.purposes.includes(one.purpose))
      .map(({ purpose, command }) => {
        const entered = withCredentials(command, filling);
        return { purpose, command: step.shell === 'posix' ? entered : inPowerShell(entered) };
      });
  });
}

/** The name as it is in commands; one that would need quotes is left out. */
const nameIn = (user: string) => (PLAIN_NAME.test(user) ? user : ANY_USER);

const withUser = (command: string, user: string) =>
  command.replace(/(^|[^\w.-])_(?![\w.-])/g, (_, before: string) => `${before}${nameIn(user)}`);

const withCredentials = (command: string, { user, apiKey }: Filling) =>
  withUser(command, user).replaceAll(TOKEN, apiKey ?? NO_KEY);

/** A step of a tool: its words are replaced, and then its line of commands, in which words in braces are the server's. */
function filled(text: string, client: string, filling: Filling): string {
  const { base, repository, user, apiKey, offered } = filling;
  const values: Readonly<Record<string, string>> = {
    base,
    repository,
    client,
    user: nameIn(user),
    apiKey: apiKey ?? NO_KEY,
  };
  const script = offered
    .filter(one => one.client === client && SET_UP.includes(one.purpose))
    .map(({ command }) => fromVariable(withUser(command, user)));
  return text
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .replace(/^( *)\{commands\}$/m, (_, indent: string) => script.map(line => indent + line).join('\n'));
}

/** The key from a variable of the shell, also between single quotes, in which a shell replaces nothing. */
function fromVariable(command: string): string {
  const variable = `"$${KEY_VARIABLE}"`;
  const parts = command.replaceAll(`'${TOKEN}'`, variable).split(TOKEN);
  return parts.reduce((before, part) => {
    const isQuoted = before.split("'").length % 2 === 0;
    return before + (isQuoted ? `'${variable}'` : variable) + part;
  });
}

/** A command of the server's for PowerShell: files of the user are private on Windows without a mask. */
function inPowerShell(command: string): string {
  const inner = /^\(umask 077; (.*)\)$/.exec(command)?.[1] ?? command;
  const written = /^mkdir -p ("[^"]+") && echo ('[^']*') > ("[^"]+")$/.exec(inner);
  if (!written) return inner.replace(/^curl /, 'curl.exe ');
  const [, folder, content, file] = written;
  return `mkdir -Force ${folder} | Out-Null; ${content} | Set-Content -Encoding ascii ${file}`;
}
