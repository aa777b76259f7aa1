import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '@/generated/routes';
import { hasWords, wordsOf } from '@/lib/matching';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/system';
import { Marked } from '@/ui/Marked';
import css from './system-routes.module.css';

const SHOWN_MAX = 8;

/** Pages that have an address of their own: nothing else need be known to open them. */
const pages = routes.filter(({ sidebar, leads_to, needs, path, name }) => {
  const asksForMore = path.split('/').some(part => part.startsWith(':') && !/[?*]$/.test(part));
  return sidebar !== 'hidden' && !leads_to && !needs && !asksForMore && pathnameOf(name) !== '/';
});

/** Finds a page by its title or its path. Whether the user may open it, the server decides then. */
export function RouteSearch({ admin }: { admin: boolean }) {
  const [typed, setTyped] = useState('');
  const words = wordsOf(typed);
  const found = pages.filter(
    route =>
      words.length > 0 &&
      (admin || route.sidebar === 'application') &&
      hasWords(words, titleOf(route.name), pathnameOf(route.name)),
  );
  return (
    <search className={css.search}>
      <TextInput
        type="search"
        label={texts.notFound.search}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <p className={css.count} role="status">
        {words.length === 0
          ? ''
          : found.length === 0
            ? texts.notFound.none
            : texts.notFound.found({ count: found.length })}
      </p>
      {found.length > 0 && (
        <ul className={css.found} aria-label={texts.notFound.search}>
          {found.slice(0, SHOWN_MAX).map(route => (
            <li key={route.name}>
              <Link to={pathnameOf(route.name)}>
                {/* in one box each: the pieces of a marked text would be spread over the line */}
                <span>
                  <Marked words={words}>{titleOf(route.name)}</Marked>
                </span>
                <span className={`${css.path} wb-mono`} dir="ltr">
                  <Marked words={words}>{pathnameOf(route.name)}</Marked>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
