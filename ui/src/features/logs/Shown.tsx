import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { texts } from '@/texts/logs';
import { Notice } from '@/ui/Notice';
import { type LogAddress, type Place, placeOf } from './address';
import { copyLinkTo } from './copyLink';
import { Excerpt } from './Excerpt';
import { FindBar } from './FindBar';
import { Foot } from './Foot';
import { LoadEarlier } from './LoadEarlier';
import { LogLines } from './LogLines';
import css from './logs.module.css';
import { NoMatches, Results } from './Results';
import type { Tail } from './tail';
import { type Matches, useMatches } from './useMatches';
import type { Viewing } from './useViewer';
import { useWholeLog } from './useWholeLog';
import { useView, type View, whatOf } from './view';
import { Whole } from './Whole';

interface ShownProps {
  viewing: Viewing;
  tail: Tail | null;
}

/** The chosen log: its end as it grows, what is found in all of it, or the lines around one. */
export function Shown({ viewing: { machine, file, propose }, tail }: ShownProps) {
  const view = useView();
  const { search, filter, range } = view;
  const [showsMatches, showMatches] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const address: LogAddress = useSearch({ strict: false });
  const place = address.file === file?.id ? placeOf(address) : null;
  const chosen = useMatches(tail, filter, search);
  const whole = useWholeLog(file, search, filter, range);
  const current = Math.min(at ?? chosen.found.length - 1, chosen.found.length - 1);
  // a link to another line leaves the matches that it was among
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the address changes
  useEffect(() => showMatches(false), [address.at, address.generation]);
  const step = useStep(chosen, by => {
    const { length } = chosen.found;
    if (length === 0) return;
    view.setFollow(false);
    setAt(at === null ? length - 1 : (current + by + length) % length);
  });
  if (isWithoutLog(machine.state)) return <NoData retry={() => propose({ type: 'resume' })} />;
  const selected = at === null ? null : (chosen.found[current] ?? null);
  // what is loaded may be long, and is measured only when it is asked for
  const copyLink = () => {
    const linked = place ?? placeOfLine(tail, selected);
    if (file && linked) copyLinkTo(file, linked);
  };
  const reset = () => {
    view.reset();
    setAt(null);
    showMatches(false);
  };
  return (
    <>
      <FindBar
        {...view}
        setSearch={words => {
          view.setSearch(words);
          setAt(null);
        }}
        found={chosen.found.length}
        at={at === null ? null : current}
        step={step}
        setFilter={name => {
          view.setFilter(name);
          setAt(null);
        }}
        copyLink={place || tail?.lines.count ? copyLink : null}
      />
      <Whole
        whole={whole}
        range={range}
        setRange={view.setRange}
        isWanted={whatOf(view) !== ''}
        showsMatches={showsMatches}
        showMatches={showMatches}
      />
      {tail?.failure && <Notice kind="bad">{tail.failure.message || texts.failed}</Notice>}
      {showsMatches && file && (
        <Results file={file} whole={whole} words={chosen.words} what={whatOf(view)} reset={reset} />
      )}
      {!showsMatches && file && place && (
        <Excerpt key={`${place.generation} ${place.size}`} file={file} place={place} {...view} />
      )}
      {!showsMatches && !place && (
        <Live
          tail={tail}
          chosen={chosen}
          current={selected}
          view={view}
          leave={() => setAt(null)}
          reset={reset}
        />
      )}
    </>
  );
}

/** Whether it could not be determined which logs there are. */
function isWithoutLog(state: Viewing['machine']['state']): boolean {
  return state?.state === 'paused' && (state.why === 'config_error' || state.why === 'no_log');
}

/** Where the selected line begins; the last one where none is selected. */
function placeOfLine(tail: Tail | null, selected: number | null): Place | null {
  if (!tail || tail.lines.count === 0) return null;
  return tail.placeOf(selected ?? tail.lines.count - 1);
}

interface LiveProps {
  tail: Tail | null;
  chosen: Matches;
  /** The match that is to be seen. */
  current: number | null;
  view: View;
  /** Leaves the match. */
  leave: () => void;
  reset: () => void;
}

/** The end of the log as it grows. */
function Live({ tail, chosen, current, view, leave, reset }: LiveProps) {
  const loadEarlier = () => {
    // loading earlier lines stops following the end, and matches are counted again
    view.setFollow(false);
    leave();
    void tail?.loadEarlier();
  };
  if (!tail || tail.lines.count === 0) return <Nothing tail={tail} loadEarlier={loadEarlier} />;
  const { lines, words } = chosen;
  const { file } = tail;
  const loaded = texts.lines({ count: tail.lines.count });
  return (
    <>
      {lines?.length === 0 ? (
        <NoMatches what={`${whatOf(view)} · ${loaded}`} isPending={false} reset={reset} />
      ) : (
        <LogLines
          key={`${file.service} ${file.node} ${file.id}`}
          tail={tail}
          chosen={lines}
          words={words}
          current={current}
          wrap={view.wrap}
          columns={view.columns}
          follow={view.follow}
          setFollow={view.setFollow}
          loadEarlier={loadEarlier}
          copyLink={place => copyLinkTo(file, place)}
          label={texts.label({ file: file.id })}
        />
      )}
      <Foot tail={tail} shown={lines?.length ?? null} />
    </>
  );
}

/** It could not be determined which logs there are. */
function NoData({ retry }: { retry: () => void }) {
  return (
    <div className={css.nothing}>
      <h2>{texts.noData}</h2>
      <p className="wb-muted">{texts.noDataText}</p>
      <Button variant="default" onClick={retry}>
        {texts.retry}
      </Button>
    </div>
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
