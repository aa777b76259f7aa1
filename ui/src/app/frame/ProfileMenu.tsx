import { useMantineColorScheme } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useRouter } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useRef } from 'react';
import { choose, useFocusAfterChoice } from '@/app/auth/languageChoice';
import type { MenuEntry } from '@/app/menu/entries';
import { MenuButton } from '@/app/menu/MenuButton';
import { useEntries } from '@/app/menu/useEntries';
import type { Menus } from '@/generated/types';
import { showDialog } from '@/shell/dialogs';
import { pathnameOf } from '@/shell/paths';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/common';
import { texts as frameTexts } from '@/texts/frame';
import { language, languages } from '@/texts/i18n/languages';
import css from './ProfileMenu.module.css';

const schemes = ['light', 'dark', 'auto'] as const;

/** The menu of the account: what is the browser's own first, then the server's entries in its order (MENU-03). */
export function ProfileMenu({ menus }: { menus: Menus | null }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterChoice(button);
  const { person, user } = useCurrentUser();
  const shown = person === null ? texts.profile.anonymous : user ? (user.name ?? '') : '…';
  const own = useOwnEntries(person !== null, menus?.viewable ?? false);
  const served = useEntries(menus?.profile ?? []);
  const entries: MenuEntry[] = [{ kind: 'heading', id: 'name', label: shown }, ...own, ...grouped(served)];
  return (
    <MenuButton
      ref={button}
      wide
      entries={entries}
      face={
        <>
          <span className="wb-hidden">{frameTexts.profile.label}:</span>
          <span className={css.initial} aria-hidden="true">
            {shown.slice(0, 1).toUpperCase()}
          </span>
          <span className={css.name}>{shown}</span>
          <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
        </>
      }
    />
  );
}

type Group = 'start' | 'look' | 'account' | 'end';

function groupOf(id: string): Group {
  if (id.startsWith('switch_to')) return 'look';
  if (id === 'edit_profile' || id === 'change_password') return 'account';
  return id === 'log_out' ? 'end' : 'start';
}

const headings: Partial<Record<Group, () => string>> = {
  start: () => frameTexts.profile.start,
  account: () => frameTexts.profile.label,
};

/** The entries in their order, with a line between those of different kinds, and a heading where it says more. */
function grouped(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry, index) => {
    const group = groupOf(entry.id);
    const before = entries[index - 1];
    if (before && groupOf(before.id) === group) return [entry];
    const label = headings[group]?.();
    return [
      { kind: 'divider', id: `${group}-line` },
      ...(label ? [{ kind: 'heading', id: `${group}-heading`, label } as const] : []),
      entry,
    ];
  });
}

function useOwnEntries(signedIn: boolean, viewable: boolean): MenuEntry[] {
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const inLanguage = useAtom(language);
  const item = (
    id: 'sessions' | 'view_as' | 'log_in',
    icon: string,
    run: (from: Element | null) => void,
  ): MenuEntry => ({ kind: 'item', id, label: frameTexts.items[id], icon, run });
  const logIn = () => void router.navigate({ to: pathnameOf('login') });
  return [
    ...(signedIn
      ? [item('sessions', 'devices', from => showDialog({ name: 'sessions' }, from))]
      : [item('log_in', 'login-2', logIn)]),
    ...(viewable ? [item('view_as', 'eye', from => showDialog({ name: 'view_as' }, from))] : []),
    {
      kind: 'choice',
      id: 'language',
      label: frameTexts.profile.language,
      value: inLanguage,
      options: Object.entries(languages).map(([value, { own }]) => ({ value, label: own, lang: value })),
      choose,
    },
    {
      kind: 'choice',
      id: 'scheme',
      label: frameTexts.profile.scheme,
      value: colorScheme,
      options: schemes.map(value => ({ value, label: texts.theme[value] })),
      choose: value => {
        const wanted = schemes.find(scheme => scheme === value);
        if (wanted) setColorScheme(wanted);
      },
    },
  ];
}
