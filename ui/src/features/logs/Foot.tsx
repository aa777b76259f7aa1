import { useRef, useState } from 'react';
import { useEvery } from '@/lib/pausing';
import { texts } from '@/texts/logs';
import { clockTime, fullTime } from '@/texts/time';
import css from './logs.module.css';
import type { Tail } from './tail';

/** The shortest interval between announcements of new lines to a screen reader. */
const SUMMARY_EVERY_MS = 20_000;

/** How many lines are loaded, and how recent they are. */
export function Foot({ tail, shown }: { tail: Tail; shown: number | null }) {
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
