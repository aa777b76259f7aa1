import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { VersionDependency } from '@/generated/api';
import { failureText } from '@/shell/answers';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packageVersion';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import css from './dependencies.module.css';
import { LEVELS_MAX } from './dependencyGraph';
import { dependenciesQuery, newestQuery } from './dependencyQueries';
import type { Newest } from './newest';
import pageCss from './packages.module.css';
import { addressOf } from './place';
import { moveOf } from './treeKeys';

/** What all entries of a tree share. */
interface Tree {
  /** The entries that are open, by their keys. */
  opened: ReadonlySet<string>;
  turn: (key: string) => void;
}

interface DependencyTreeProps extends Tree {
  /** The package that the tree is about. */
  id: string;
  dependencies: readonly VersionDependency[];
}

/** Dependencies as nested lists. Those that are stored can be opened; what they depend on is loaded then. */
export function DependencyTree({ id, dependencies, opened, turn }: DependencyTreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const newest = useNewest(dependencies);
  const scopes: Record<string, string> = details.scope;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it have the focus, and the keys are theirs
    <div ref={tree} onKeyDown={event => tree.current && walk(tree.current, event)}>
      {[...new Set(dependencies.map(one => one.scope))].map(scope => (
        <section key={scope}>
          <h2 className={pageCss.heading}>{scopes[scope] ?? scope}</h2>
          <ul className={css.level}>
            {dependencies
              .filter(one => one.scope === scope)
              .map(of => (
                <Entry
                  key={keyOf(of)}
                  of={of}
                  newest={newest[of.package_id] ?? null}
                  place={{ above: [id], key: keyOf(of) }}
                  tree={{ opened, turn }}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const keyOf = ({ scope, package_id, requirement }: VersionDependency) =>
  `${scope} ${package_id} ${requirement}`;

const NONE: Readonly<Record<string, Newest>> = {};

/** The newest stored versions of dependencies. If they are not known, nothing can be opened. */
function useNewest(dependencies: readonly VersionDependency[]): Readonly<Record<string, Newest>> {
  const { api } = useEngine();
  const query = newestQuery(
    api,
    dependencies.map(one => one.package_id),
  );
  return useQuery({ ...query, enabled: dependencies.length > 0 }).data ?? NONE;
}

interface EntryProps {
  of: VersionDependency;
  /** Null if it is not stored. */
  newest: Newest | null;
  place: {
    /** The packages above it. */
    above: readonly string[];
    /** It and those above it. */
    key: string;
  };
  tree: Tree;
}

function Entry({ of, newest, place, tree }: EntryProps) {
  const isCycle = place.above.includes(of.package_id);
  const isLast = place.above.length >= LEVELS_MAX;
  const opens = newest !== null && !isCycle && !isLast;
  const isOpen = opens && tree.opened.has(place.key);
  return (
    <li>
      <div className={css.entry}>
        {opens ? (
          <button
            type="button"
            className={css.turn}
            aria-expanded={isOpen}
            aria-label={texts.expand({ name: of.name })}
            onClick={() => tree.turn(place.key)}
          >
            <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
          </button>
        ) : (
          <span className={css.turn} aria-hidden="true" />
        )}
        <Link to={addressOf(of.package_id)}>
          <bdi>{of.name}</bdi>
        </Link>
        <code dir="ltr">{of.requirement}</code>
        {newest && <span className={css.newest}>{texts.newest({ version: newest.version })}</span>}
        {isCycle && <span className={pageCss.mark}>{texts.cycle}</span>}
        {newest && isLast && !isCycle && <span className={css.newest}>{texts.deep}</span>}
      </div>
      {isOpen && <Below of={of} newest={newest} place={place} tree={tree} />}
    </li>
  );
}

/** What the newest stored version of a dependency depends on. */
function Below({ of, newest, place, tree }: EntryProps & { newest: Newest }) {
  const { api } = useEngine();
  const found = useQuery(dependenciesQuery(api, newest.at));
  const needs = neededBelow(found.data?.dependencies ?? []);
  const known = useNewest(needs);
  if (found.isError) return <Notice kind="bad">{failureText(found.error, texts.failed)}</Notice>;
  if (!found.data) return <Wait>{texts.loading}</Wait>;
  if (needs.length === 0) return <p className={css.none}>{texts.none}</p>;
  const above = [...place.above, of.package_id];
  return (
    <ul className={css.level} aria-label={texts.list({ name: of.name })}>
      {needs.map(one => (
        <Entry
          key={keyOf(one)}
          of={one}
          newest={known[one.package_id] ?? null}
          place={{ above, key: `${place.key}\n${keyOf(one)}` }}
          tree={tree}
        />
      ))}
    </ul>
  );
}

/** What counts below the first level: what a dependency needs for its own development does not come with it. */
export const neededBelow = (dependencies: readonly VersionDependency[]): readonly VersionDependency[] =>
  dependencies.filter(({ scope }) => scope !== 'development');

/** Arrows walk over the buttons of a tree, open and close as in trees of files. */
function walk(tree: HTMLElement, event: KeyboardEvent): void {
  const buttons = [...tree.querySelectorAll<HTMLButtonElement>('button[aria-expanded]')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const button = buttons[at];
  if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
  const isOpen = button.getAttribute('aria-expanded') === 'true';
  const move = moveOf(event.key, isOpen, document.documentElement.dir === 'rtl');
  if (move === null) return;
  event.preventDefault();
  const parent = button
    .closest('ul')
    ?.closest('li')
    ?.querySelector<HTMLButtonElement>('button[aria-expanded]');
  const targets = {
    turn: null,
    next: buttons[at + 1],
    previous: buttons[at - 1],
    first: buttons[0],
    last: buttons.at(-1),
    parent,
  };
  if (move === 'turn') button.click();
  else targets[move]?.focus();
}
