import type { RouteName } from '@/generated/types';

/** Where a shortcut works, which is also how the list of them is divided. */
export type ShortcutGroup = 'anywhere' | 'go' | 'records';

interface ShortcutSpec {
  /** Keys pressed at once are joined by `+`, keys pressed one after the other are parted by a blank. */
  keys: string;
  group: ShortcutGroup;
  /** For those that open a page: the page. */
  route?: RouteName;
  /** What shows the shortcut binds the keys itself, as every dialog does with Escape. */
  bound?: 'elsewhere';
}

/** Every shortcut of the console, once: the list that users see and the keys that are bound both come from here. */
export const shortcuts = {
  palette: { keys: 'mod+k', group: 'anywhere' },
  help: { keys: '?', group: 'anywhere' },
  sidebar: { keys: '[', group: 'anywhere' },
  why: { keys: 'w', group: 'anywhere' },
  close: { keys: 'escape', group: 'anywhere', bound: 'elsewhere' },
  goPackages: { keys: 'g p', group: 'go', route: 'packages' },
  goArtifacts: { keys: 'g a', group: 'go', route: 'repos.tree' },
  goBuilds: { keys: 'g b', group: 'go', route: 'builds' },
  goBundles: { keys: 'g r', group: 'go', route: 'releaseBundles' },
  goIntegrations: { keys: 'g i', group: 'go', route: 'integrations' },
  goSession: { keys: 'g s', group: 'go', route: 'sessionActivity' },
  goUsers: { keys: 'g u', group: 'go', route: 'admin.management.users' },
  goLicences: { keys: 'g l', group: 'go', route: 'admin.licenses.licenses' },
  filter: { keys: '/', group: 'records' },
  record: { keys: 'arrowup arrowdown', group: 'records', bound: 'elsewhere' },
  pause: { keys: 'p', group: 'records' },
} as const satisfies Record<string, ShortcutSpec>;

export type ShortcutId = keyof typeof shortcuts;

/** In the order of the list. */
export const shortcutIds = Object.keys(shortcuts) as ShortcutId[];

export function specOf(id: ShortcutId): ShortcutSpec {
  return shortcuts[id];
}

/** The shortcuts that open pages. */
export const goShortcuts = shortcutIds.flatMap(id => {
  const { route } = specOf(id);
  return route ? [{ id, route }] : [];
});
