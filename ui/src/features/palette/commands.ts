import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { MenuItem, Menus } from '@/generated/types';
import { showDialog } from '@/shell/dialogs';
import { badgeOf, groupLabelOf, labelOf } from '@/shell/menu/labels';
import { pagesOf } from '@/shell/menu/menu';
import { useRunItem } from '@/shell/menu/useRunItem';
import { parseSearch, titleOf } from '@/shell/paths';
import { recentVisits, type Visit } from '@/shell/recentPages';
import { texts as frameTexts } from '@/texts/frame';
import { texts } from '@/texts/palette';
import { type Closeness, closenessOf, fuzzy, type Match } from './fuzzy';
import { useFound } from './useFound';
import { useSearches } from './useSearches';

/** What the server finds; it has matched the typed text already. */
const FOUND = ['packages', 'versions', 'repositories', 'users', 'sessions', 'settings'] as const;

export type CommandGroup = 'recent' | 'searches' | 'pages' | 'actions' | (typeof FOUND)[number] | 'search';

const isFound = (group: CommandGroup): boolean => FOUND.some(known => known === group);

/** Where the palette shows an entry: in its group, or behind all of them what only has the letters somewhere. */
export type Place = CommandGroup | 'others';

/** One thing that the palette offers. */
export interface Command {
  id: string;
  group: CommandGroup;
  label: string;
  /** Its section, shown beside it. */
  hint: string;
  /** Other words that find it, which are not shown. */
  also?: string;
  run: () => void;
}

export interface Found extends Command {
  match: Match;
  place: Place;
}

const order: readonly Place[] = ['recent', 'searches', 'pages', 'actions', ...FOUND, 'others', 'search'];

/** Between the other words of a command. */
const SEPARATOR = /[,،、] */;

const WORTH: Readonly<Record<Closeness, number>> = { beginning: 2, word: 1, letters: 0 };

/**
 * The matching commands. In each group, names that begin with what was typed come first, then those with a word that
 * does; the group with the best entry is the first. If there are such names, the other matches are behind all groups.
 * The search is always last.
 */
export function findCommands(commands: readonly Command[], typed: string): readonly Found[] {
  const found = commands.flatMap((command): (Found & { worth: number })[] => {
    const { group, label } = command;
    // the typed text is part of the search's own label
    if (group === 'search') return [{ ...command, match: { score: 0, ranges: [] }, place: group, worth: 0 }];
    const match = fuzzy(typed, label);
    if (isFound(group)) {
      const worth = WORTH[closenessOf(typed, label)] || WORTH.word;
      return [{ ...command, match: match ?? { score: 0, ranges: [] }, place: group, worth }];
    }
    if (match) return [{ ...command, match, place: group, worth: WORTH[closenessOf(typed, label)] }];
    const also = command.also?.split(SEPARATOR).find(words => closenessOf(typed, words) !== 'letters');
    return also ? [{ ...command, match: { score: 0, ranges: [] }, place: group, worth: WORTH.word }] : [];
  });
  if (found.some(({ worth }) => worth > 0))
    for (const command of found)
      if (command.worth === 0 && command.group !== 'search') command.place = 'others';
  const better = (one: (typeof found)[number], other: (typeof found)[number]) =>
    other.worth - one.worth ||
    other.match.score - one.match.score ||
    order.indexOf(one.place) - order.indexOf(other.place);
  if (typed !== '') found.sort(better);
  // the places in the order of their best, which now come first
  const groups = typed === '' ? order : [...new Set(found.map(({ place }) => place))];
  const rank = (place: Place) =>
    place === 'search' || place === 'others' ? order.length + order.indexOf(place) : groups.indexOf(place);
  return found.sort((one, other) => rank(one.place) - rank(other.place));
}

/** Everything that this user may go to or do, by the menus. */
export function useCommands(
  menus: Menus | null,
  typed: string,
  toggleSidebar: () => void,
): readonly Command[] {
  const person = useEngine().identity.get()?.person ?? null;
  // the first is the page that is open
  const recent = recentVisits(person).slice(1);
  return [
    ...useRecentPages(recent),
    ...useMenuCommands(menus, recent),
    ...useOwnCommands(menus, toggleSidebar),
    ...useFound(menus, typed),
    ...useSearches(typed),
  ];
}

function useRecentPages(recent: readonly Visit[]): Command[] {
  const router = useRouter();
  return recent.map(visit => ({
    id: `recent-${visit.path}`,
    group: 'recent',
    label: titleOf(visit.route),
    hint: visit.detail,
    run: () => {
      const [to = '/', search = ''] = visit.path.split('?');
      void router.navigate({ to, search: parseSearch(search) });
    },
  }));
}

/** The heading of a page's entry, and that its feature comes later. */
function hintOf(group: CommandGroup, item: MenuItem): string {
  const heading = group === 'pages' && item.group !== null ? groupLabelOf(item.group) : null;
  const later = item.badge === 'later' ? badgeOf(item) : null;
  return [heading, later].filter(part => part !== null).join(' · ');
}

/** The entries of the menus. A page that is among the recent ones is not offered a second time. */
function useMenuCommands(menus: Menus | null, recent: readonly Visit[]): Command[] {
  const run = useRunItem();
  const ofItem = (group: CommandGroup, item: MenuItem): Command => ({
    id: `${group}-${item.id}`,
    group,
    label: labelOf(item),
    hint: hintOf(group, item),
    ...(item.action === 'log_out' && { also: texts.also.log_out }),
    run: () => run(item),
  });
  if (menus === null) return [];
  const visited = new Set(recent.filter(({ detail }) => detail === '').map(({ route }) => route));
  const actions = [...menus.profile, ...menus.help].filter(
    item => item.route === null && item.disabled === null,
  );
  return [
    ...pagesOf(menus)
      .filter(({ route }) => !visited.has(route))
      .map(item => ofItem('pages', item)),
    ...actions.map(item => ofItem('actions', item)),
  ];
}

function useOwnCommands(menus: Menus | null, toggleSidebar: () => void): Command[] {
  const { setColorScheme } = useMantineColorScheme();
  const own = (id: string, label: string, run: () => void): Command => ({
    id: `own-${id}`,
    group: 'actions',
    label,
    hint: '',
    run,
  });
  return [
    own('sidebar', texts.actions.sidebar, toggleSidebar),
    own('why', frameTexts.items.why, () => showDialog({ name: 'why' })),
    own('sessions', frameTexts.items.sessions, () => showDialog({ name: 'sessions' })),
    ...(menus?.viewable
      ? [own('view-as', frameTexts.items.view_as, () => showDialog({ name: 'view_as' }))]
      : []),
    own('light', texts.actions.light, () => setColorScheme('light')),
    own('dark', texts.actions.dark, () => setColorScheme('dark')),
    own('auto', texts.actions.auto, () => setColorScheme('auto')),
  ];
}
