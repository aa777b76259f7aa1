import { texts } from '@/texts/account';

/** 'Firefox on Linux' out of what the browser calls itself; the whole line where it is unknown. */
export function agentName(agent: string): string {
  const browser = /(Edg|Firefox|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  if (!browser) return agent || texts.sessions.unknownAgent;
  const name = browser === 'Edg' ? 'Edge' : browser;
  if (!system) return name;
  return texts.sessions.agent({ browser: name, system: system === 'Mac OS X' ? 'macOS' : system });
}
