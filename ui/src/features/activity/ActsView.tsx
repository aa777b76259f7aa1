import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useAtom } from '@xstate/store-react';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Change } from '@/generated/api';
import { ActList } from '@/shell/acts/ActList';
import { type ActFilter, actsOf } from '@/shell/acts/groups';
import type { People } from '@/shell/acts/people';
import type { Keys } from '@/shell/acts/subject';
import { useShortcuts } from '@/shell/keys/useShortcuts';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/activity';
import { texts as actTexts } from '@/texts/acts';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { SearchField, SelectField } from '@/ui/ToolField';
import { Wait } from '@/ui/Wait';
import css from './activity.module.css';
import { LazyRecordDetail } from './LazyRecordDetail';
import { isAt } from './references';

/** This many lines are looked for at once, in this many pages of records. */
const LINES = 30;
const PAGES = 5;

/** Pages of records that are loaded, the newest first. */
interface Older {
  data?: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface ActsViewProps {
  records: readonly Change[];
  older: Older;
  /** Null until the names are loaded: a sentence without them would change under the reader. */
  people: People | null;
  repositories: Keys;
  filters: readonly ActFilter[];
  filter: ActFilter;
  setFilter: (filter: ActFilter) => void;
  /** What is before the first act. */
  end: string;
  /** What else can be done with the list. */
  tools?: ReactNode;
}

/** Acts as sentences, with what narrows them. The record behind a sentence opens beside it. */
export function ActsView(props: ActsViewProps) {
  const { records, older, people, repositories, filters, filter, setFilter, end, tools } = props;
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<Change | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const tab = useAtom(useEngine().identity)?.tab;
  const wide = useMediaQuery('(min-width: 1080px)', true) ?? true;
  const acts = useMemo(
    () => (people ? actsOf(records, people, filter, search) : []),
    [records, people, filter, search],
  );
  const isLoading = older.isFetching || !people;
  const showOlder = useOlder(older, isLoading, acts.length);
  const close = () => setOpened(null);
  useHotkeys([['Escape', close]]);
  useShortcuts({ filter: () => field.current?.focus() });

  const detail = opened && (
    <LazyRecordDetail
      record={opened}
      tab={tab}
      repositories={repositories}
      isKnown={reference => records.some(isAt(reference))}
      open={reference => setOpened(records.find(isAt(reference)) ?? null)}
      close={wide ? close : null}
    />
  );
  const clear = () => {
    setFilter('all');
    setSearch('');
  };
  return (
    <>
      <div className={css.body} data-single={!(wide && opened) || undefined}>
        <section className={css.panel} aria-label={actTexts.list.label}>
          <div className={css.tools}>
            <SearchField
              ref={field}
              className={css.search}
              label={texts.activity.searchActs}
              value={search}
              onChange={event => setSearch(event.currentTarget.value)}
            />
            <SelectField
              label={texts.activity.show}
              value={filter}
              onChange={event => setFilter(filters.find(name => name === event.currentTarget.value) ?? 'all')}
            >
              {filters.map(name => (
                <option key={name} value={name}>
                  {actTexts.kind[name]}
                </option>
              ))}
            </SelectField>
            {tools}
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
          <section className={css.acts} tabIndex={0} aria-label={actTexts.kind[filter]}>
            <ActList
              acts={acts}
              level={2}
              opened={opened && `${opened.stream}#${opened.seq}`}
              open={act => setOpened(act.record)}
            />
            {acts.length === 0 && !isLoading && !older.isError && (
              <NoActs any={records.length > 0} clear={clear} />
            )}
            <Foot
              older={older}
              isLoading={isLoading}
              showOlder={showOlder}
              end={acts.length > 0 ? end : ''}
            />
          </section>
        </section>
        {wide && detail && <div className={css.panel}>{detail}</div>}
      </div>
      {!wide && (
        <Suspense>
          <Sheet
            opened={opened !== null}
            close={close}
            title={opened ? texts.record.title(opened) : ''}
            closeLabel={texts.record.close}
            from="bottom"
          >
            {detail}
          </Sheet>
        </Suspense>
      )}
    </>
  );
}

/** Loads records until there are lines to show. What is far back comes only on request. */
function useOlder(older: Older, isLoading: boolean, lines: number): () => void {
  const [asked, setAsked] = useState(1);
  const pages = older.data?.pages.length ?? 0;
  const { hasNextPage, isError, fetchNextPage } = older;
  const isShort = lines < LINES * asked && pages < PAGES * asked;
  useEffect(() => {
    if (isShort && hasNextPage && !isLoading && !isError) void fetchNextPage();
  }, [isShort, hasNextPage, isLoading, isError, fetchNextPage]);
  return () => {
    setAsked(Math.ceil(Math.max(lines / LINES, pages / PAGES)) + 1);
    void fetchNextPage();
  };
}

function NoActs({ any, clear }: { any: boolean; clear: () => void }) {
  return (
    <div className={css.empty}>
      <strong>{any ? texts.activity.noActs : texts.activity.empty}</strong>
      <span>{any ? texts.activity.noMatchText : texts.activity.emptyText}</span>
      {any && (
        <Button variant="default" size="xs" onClick={clear}>
          {texts.activity.clear}
        </Button>
      )}
    </div>
  );
}

interface FootProps {
  older: Older;
  isLoading: boolean;
  showOlder: () => void;
  end: string;
}

function Foot({ older, isLoading, showOlder, end }: FootProps) {
  if (older.isError)
    return (
      <Notice kind="bad">
        {texts.activity.failed}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void older.fetchNextPage()}>
          {texts.activity.retry}
        </Button>
      </Notice>
    );
  return (
    // what waits goes when the lines come, instead of moving below them
    <div className={css.foot} key={isLoading ? 'waiting' : 'end'}>
      {isLoading ? (
        <Wait>{texts.activity.loading}</Wait>
      ) : older.hasNextPage ? (
        <Button size="xs" variant="default" onClick={showOlder}>
          {texts.activity.showOlder}
        </Button>
      ) : (
        end
      )}
    </div>
  );
}
