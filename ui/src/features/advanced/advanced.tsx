import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { MenuGroup, MenuItem, RouteName } from '@/generated/types';
import { hasWords, wordsOf } from '@/lib/matching';
import { useMenus } from '@/shell/menu/useMenus';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/advanced';
import { texts as frame } from '@/texts/frame';
import { Columns } from '@/ui/Columns';
import { Marked } from '@/ui/Marked';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import css from './advanced.module.css';
import { Disabled } from './Disabled';

/** After this long without the menu the page shows a message. */
export const LATE_MS = 10_000;

interface PageItem extends MenuItem {
  route: RouteName;
}

interface Group {
  id: string;
  title: string;
  items: readonly PageItem[];
}

const groupTitle = (id: string) =>
  Object.hasOwn(texts.group, id) ? texts.group[id as keyof typeof texts.group] : texts.group.other;

/** The server's items, filtered by words of an item's title or of its group's. */
function found(groups: readonly MenuGroup[], words: readonly string[]) {
  return groups.flatMap((group): Group[] => {
    const title = groupTitle(group.id);
    const items = group.items.flatMap(item => {
      const { route } = item;
      return route && hasWords(words, titleOf(route), title) ? [{ ...item, route }] : [];
    });
    return items.length > 0 ? [{ id: group.id, title, items }] : [];
  });
}

/** The advanced menu (ROUTE-05). The server decides which items there are, and which cannot be opened. */
export function AdvancedPage() {
  const menus = useMenus();
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('admin.artifactory.list')}</PageTitle>
      <p className={css.lead}>{texts.page.lead}</p>
      {menus ? <AdvancedMenu groups={menus.advanced} /> : <Loading />}
    </div>
  );
}

function Loading() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return <Wait>{texts.page.loading}</Wait>;
  return (
    <Notice kind="slow">
      <strong>{texts.page.late}</strong> {texts.page.wait}
    </Notice>
  );
}

interface AdvancedMenuProps {
  groups: readonly MenuGroup[];
}

export function AdvancedMenu({ groups }: AdvancedMenuProps) {
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const words = wordsOf(useDeferredValue(typed));
  const shown = found(groups, words);
  const count = shown.reduce((sum, group) => sum + group.items.length, 0);
  const clear = () => {
    setTyped('');
    search.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || typed === '') return;
    event.preventDefault();
    clear();
  };
  if (found(groups, []).length === 0) return <Nothing title={texts.page.empty} text={texts.page.emptyText} />;
  return (
    <>
      <div className={css.tools}>
        <TextInput
          ref={search}
          type="search"
          className={css.search ?? ''}
          aria-label={texts.page.search}
          placeholder={texts.page.search}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <p className={css.count} role="status">
          {texts.page.count({ count })}
        </p>
      </div>
      {count === 0 ? (
        <Nothing title={texts.page.none({ query: typed.trim() })} text={texts.page.noneText}>
          <Button variant="default" size="xs" onClick={clear}>
            {texts.page.clear}
          </Button>
        </Nothing>
      ) : (
        <Columns>
          {shown.map(group => (
            <GroupBox key={group.id} group={group} words={words} />
          ))}
        </Columns>
      )}
    </>
  );
}

function GroupBox({ group, words }: { group: Group; words: readonly string[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.group}>
      <h2 id={id}>
        <Marked words={words}>{group.title}</Marked>
      </h2>
      <ul>
        {group.items.map(item => (
          <li key={item.id}>
            {item.disabled === null ? (
              <Link className={css.item} to={pathnameOf(item.route)}>
                <Marked words={words}>{titleOf(item.route)}</Marked>
                {item.badge === 'later' && <span className={css.later}> {frame.badge.later}</span>}
              </Link>
            ) : (
              <Disabled lack={item.disabled}>
                <Marked words={words}>{titleOf(item.route)}</Marked>
              </Disabled>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NothingProps {
  title: string;
  text: string;
  children?: ReactNode;
}

function Nothing({ title, text, children }: NothingProps) {
  return (
    <div className={css.nothing}>
      <strong>{title}</strong>
      <span>{text}</span>
      {children}
    </div>
  );
}
