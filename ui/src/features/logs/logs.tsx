import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import { useEvery } from '@/lib/pausing';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/logs';
import { clockTime, fullTime } from '@/texts/time';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Choices, Running } from './Controls';
import { FindBar } from './FindBar';
import { LoadEarlier } from './LoadEarlier';
import { LogLines } from './LogLines';
import css from './logs.module.css';
import type { Tail } from './tail';
import { type Filter, type Matches, useMatches } from './useMatches';
import { Feed, useTail } from './useTail';
import { useViewer, type Viewing } from './useViewer';

/** The shortest interval between announcements of new lines to a screen reader. */
const SUMMARY_EVERY_MS = 20_000;

/** The logs of the services, as they are written (LOGV-03). */
export function LogsPage() {
  const viewing = useViewer();
  const tail = useTail(viewing.file);
  const [push, setPush] = useState(true);
  const [isOpen, setOpen] = useState(false);
  const options = useId();
  useFetching(viewing, tail);
  const { machine, propose } = viewing;
  const isFed = push && tail?.isLoaded && isWatched(machine.state);
  const turn = (isLive: boolean) => {
    const cursor = tail?.cursor;
    if (isLive) propose({ type: 'feed' });
    else if (cursor) propose({ type: 'feed_lost', file_size: cursor.size, generation: cursor.generation });
  };
  return (
    <div className={css.page}>
      <div className={css.top}>
        <PageTitle>{titleOf('admin.monitoring.logs')}</PageTitle>
        <Button
          className={css.fold ?? ''}
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={options}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.options}
        </Button>
      </div>
      <Lead />
      <div className={css.options} id={options} data-open={isOpen || undefined}>
        <Choices viewing={viewing} />
        <Running
          viewing={viewing}
          push={push}
          setPush={setPush}
          mark={() => tail?.mark(texts.marked({ time: fullTime(new Date().toISOString()) }))}
        />
      </div>
      {isFed && tail && <Feed key={keyOf(tail)} tail={tail} turn={turn} />}
      <Shown viewing={viewing} tail={tail} />
    </div>
  );
}

/** A user who has paused and refreshes once does not follow the log. */
function isWatched(state: Viewing['machine']['state']): boolean {
  if (state?.state === 'refreshing') return state.after !== 'pause';
  return state?.state === 'counting' || state?.state === 'live';
}

const keyOf = ({ file: { service, node, id } }: Tail) => `${service} ${node} ${id}`;

function Lead() {
  const startup = useMachine('startup');
  const isCloud = startup.state?.state === 'ready' && startup.state.facts.installation.cloud;
  return (
    <p className={css.lead}>
      {texts.lead} {!isCloud && <Link to={pathnameOf('admin.support')}>{texts.supportZone}</Link>}
    </p>
  );
}

/** What the machine has read on, the page reads as well: its text is in no record. */
function useFetching({ view }: Viewing, tail: Tail | null): void {
  const read = view?.read;
  const known = read && `${read.file_size} ${read.generation} ${read.last_update_label}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one read of the machine's is one of the page's
  useEffect(() => {
    if (known && tail?.isLoaded) void tail.refresh();
  }, [known]);
}

function Shown({ viewing: { machine, propose }, tail }: { viewing: Viewing; tail: Tail | null }) {
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const [wrap, setWrap] = useState(false);
  const [follow, setFollow] = useState(true);
  const [at, setAt] = useState<number | null>(null);
  const chosen = useMatches(tail, filter, search);
  const { state } = machine;
  const place = Math.min(at ?? chosen.found.length - 1, chosen.found.length - 1);
  const step = useStep(chosen, by => {
    const { length } = chosen.found;
    if (length === 0) return;
    setFollow(false);
    setAt(at === null ? length - 1 : (place + by + length) % length);
  });
  if (state?.state === 'paused' && (state.why === 'config_error' || state.why === 'no_log')) {
    return (
      <div className={css.nothing}>
        <h2>{texts.noData}</h2>
        <p className="wb-muted">{texts.noDataText}</p>
        <Button variant="default" onClick={() => propose({ type: 'resume' })}>
          {texts.retry}
        </Button>
      </div>
    );
  }
  const loadEarlier = () => {
    // loading earlier lines stops following the end, and matches are counted again
    setFollow(false);
    setAt(null);
    void tail?.loadEarlier();
  };
  return (
    <>
      <FindBar
        search={search}
        setSearch={words => {
          setSearch(words);
          setAt(null);
        }}
        found={chosen.found.length}
        at={at === null ? null : place}
        step={step}
        filter={filter}
        setFilter={name => {
          setFilter(name);
          setAt(null);
        }}
        wrap={wrap}
        setWrap={setWrap}
        follow={follow}
        setFollow={setFollow}
      />
      {tail?.failure && <Notice kind="bad">{tail.failure.message || texts.failed}</Notice>}
      {tail && tail.lines.count > 0 ? (
        <LogLines
          key={keyOf(tail)}
          tail={tail}
          chosen={chosen.lines}
          words={chosen.words}
          current={at === null ? null : (chosen.found[place] ?? null)}
          wrap={wrap}
          follow={follow}
          setFollow={setFollow}
          loadEarlier={loadEarlier}
          label={texts.label({ file: tail.file.id })}
        />
      ) : (
        <Nothing tail={tail} loadEarlier={loadEarlier} />
      )}
      {tail && <Foot tail={tail} shown={chosen.lines?.length ?? null} />}
    </>
  );
}

/** Goes to a match; while the search is still running, it goes there afterwards. */
function useStep({ isThrough }: Matches, step: (by: number) => void): (by: number) => void {
  const [owed, setOwed] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is owed is done once, when all is found
  useEffect(() => {
    if (!isThrough || owed === 0) return;
    setOwed(0);
    step(owed);
  }, [isThrough, owed]);
  return by => (isThrough ? step(by) : setOwed(by));
}

/** There are no lines, or not yet; a log that has just been rotated may have earlier ones. */
function Nothing({ tail, loadEarlier }: { tail: Tail | null; loadEarlier: () => void }) {
  return (
    <div className={css.nothing}>
      {tail && <LoadEarlier tail={tail} load={loadEarlier} />}
      <p className="wb-muted">{tail?.isLoaded ? texts.empty : texts.loading}</p>
    </div>
  );
}

function Foot({ tail, shown }: { tail: Tail; shown: number | null }) {
  const count = tail.lines.count;
  return (
    <footer className={css.foot}>
      <span>{shown === null ? texts.lines({ count }) : texts.linesOf({ shown, all: count })}</span>
      {tail.lines.dropped > 0 && <span>{texts.dropped({ count: tail.lines.dropped })}</span>}
      {tail.modified && (
        <span>
          {texts.lastModified} <time dateTime={tail.modified}>{fullTime(tail.modified)}</time>
        </span>
      )}
      {tail.read && (
        <span>
          {texts.lastUpdated} <time dateTime={tail.read}>{fullTime(tail.read)}</time>
        </span>
      )}
      <Summary tail={tail} />
    </footer>
  );
}

/** Announces at intervals how many lines have come, instead of each line. */
function Summary({ tail }: { tail: Tail }) {
  const [announcement, setAnnouncement] = useState('');
  const announced = useRef(0);
  useEvery(SUMMARY_EVERY_MS, () => {
    const count = tail.arrived - announced.current;
    announced.current = tail.arrived;
    if (count > 0) setAnnouncement(texts.arrived({ count, time: clockTime(new Date().toISOString()) }));
  });
  return (
    <span className="wb-hidden" role="status">
      {announcement}
    </span>
  );
}
