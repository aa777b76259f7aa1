import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '@/texts/logs';
import { lineTime } from '@/texts/time';
import { Marked } from '@/ui/Marked';
import type { Place } from './address';
import { LoadEarlier } from './LoadEarlier';
import { type Line, levelOf, showControlCharacters } from './lines';
import css from './logs.module.css';
import { partsOf } from './parts';
import type { Tail } from './tail';

/** As --row of the style sheet; the virtual list needs it as a number. */
const ROW_PX = 20;
const OVERSCAN_ROWS = 12;
/** The height of what is above the first line; the same as .earlier in the style sheet. */
const EARLIER_PX = 36;
/** What is shown of a line that has no end. The rest is in the file. */
const SHOWN_CHARS_MAX = 4_000;

interface LogLinesProps {
  tail: Tail;
  /** The numbers of the lines to show; all when it is null. */
  chosen: readonly number[] | null;
  words: readonly string[];
  /** The line that is to be seen, of those that are shown. */
  current: number | null;
  wrap: boolean;
  /** Lines of a known format are shown in columns. */
  columns: boolean;
  follow: boolean;
  setFollow: (follow: boolean) => void;
  loadEarlier: () => void;
  copyLink: (place: Place) => void;
  label: string;
}

/** The lines of a log. Only those that can be seen are on the page. */
export function LogLines(props: LogLinesProps) {
  const { tail, chosen, words, current, wrap, columns, follow, setFollow, loadEarlier, label } = props;
  const box = useRef<HTMLDivElement>(null);
  const count = chosen?.length ?? tail.lines.count;
  const { prepended } = tail.lines;
  const rows = useVirtualizer({
    count,
    // measured heights stay with their lines when others are added before them
    getItemKey: index => (chosen?.[index] ?? index) - prepended,
    paddingStart: tail.earlier === 'unknown' ? 0 : EARLIER_PX,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were measured wrapped have another height now
  useLayoutEffect(() => rows.measure(), [wrap]);
  useStaying(box, prepended, rows.getTotalSize());
  const scrolledByCode = useFollowing(box, follow, setFollow, count, wrap, {
    toEnd: () => rows.scrollToIndex(count - 1, { align: 'end' }),
    leave: () => rows.cancelScroll(),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line is brought into view once, when it is chosen
  useEffect(() => {
    if (current === null) return;
    rows.scrollToIndex(current, { align: 'center' });
    scrolledByCode();
  }, [current]);
  const digits = String(tail.lines.dropped + tail.lines.count).length;
  return (
    <div
      ref={box}
      className={css.log}
      role="log"
      aria-live="off"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      dir="ltr"
      data-wrap={wrap || undefined}
      style={{ '--digits': digits } as CSSProperties}
    >
      <div className={css.lines} style={{ blockSize: rows.getTotalSize() }}>
        <LoadEarlier tail={tail} load={loadEarlier} />
        {rows.getVirtualItems().map(item => {
          const index = chosen?.[item.index] ?? item.index;
          return (
            <div
              key={item.key}
              ref={wrap ? rows.measureElement : undefined}
              data-index={item.index}
              className={css.row}
              data-current={item.index === current || undefined}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Row
                line={tail.lines.line(index)}
                number={tail.lines.dropped + index + 1}
                words={words}
                columns={columns}
                copy={() => {
                  const place = tail.placeOf(index);
                  if (place) props.copyLink(place);
                }}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  line: Line;
  number: number;
  words: readonly string[];
  columns: boolean;
  copy: () => void;
}

function Row({ line, number, words, columns, copy }: RowProps) {
  if (line.kind !== 'text') {
    const text = line.kind === 'mark' ? line.text : texts.gap[line.kind];
    return (
      <div className={css.mark} data-kind={line.kind}>
        <span dir="auto">{text}</span>
      </div>
    );
  }
  const parts = columns ? partsOf(line.text) : null;
  const shown = showControlCharacters((parts?.message ?? line.text).slice(0, SHOWN_CHARS_MAX));
  return (
    <div className={css.line} data-level={levelOf(line.text)}>
      {/* with the keyboard a button above the log does the same */}
      <button
        type="button"
        className={css.number}
        tabIndex={-1}
        title={texts.link.title}
        aria-label={texts.link.line({ number })}
        onClick={copy}
      >
        {number}
      </button>
      {parts && (
        <>
          <time className={css.time} dateTime={parts.time} title={parts.time}>
            {lineTime(parts.time)}
          </time>
          <span className={css.level}>{parts.level}</span>
          <span className={css.source} title={parts.source}>
            {showControlCharacters(parts.source)}
          </span>
        </>
      )}
      <span className={css.text}>
        <Marked words={words}>{shown}</Marked>
        {line.text.length > SHOWN_CHARS_MAX && (
          <em className={css.more}>{texts.cut({ count: line.text.length - SHOWN_CHARS_MAX })}</em>
        )}
      </span>
    </div>
  );
}

/** Keeps in view what is seen while lines come before it. */
function useStaying(box: RefObject<HTMLDivElement | null>, prepended: number, size: number): void {
  const [seen] = useState({ prepended, size });
  useLayoutEffect(() => {
    if (box.current && prepended > seen.prepended) box.current.scrollTop += size - seen.size;
    Object.assign(seen, { prepended, size });
  }, [box, seen, prepended, size]);
}

interface Leading {
  toEnd: () => void;
  /** Stops scrolling there. */
  leave: () => void;
}

/** No browser glides for longer, in milliseconds. */
const GLIDE_MAX_MS = 1_000;
/** The events of a user who scrolls, besides keys. */
const USER_EVENTS = ['wheel', 'pointerdown', 'touchstart'] as const;

/**
 * Stays at the end while the log grows; scrolling up ends that, and scrolling down to the end begins it again. Returns
 * a function to call after scrolling by script: the browser's scroll event comes later, and is not the user's.
 */
function useFollowing(
  box: RefObject<HTMLDivElement | null>,
  follow: boolean,
  setFollow: (follow: boolean) => void,
  count: number,
  wrap: boolean,
  { toEnd, leave }: Leading,
): () => void {
  const [seen] = useState({ top: 0, height: 0, glidesUntil: 0 });
  const scrolledByCode = useCallback(() => {
    if (box.current) Object.assign(seen, { top: box.current.scrollTop, height: box.current.scrollHeight });
  }, [box, seen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: beginning and ending, not how it is done
  useLayoutEffect(() => {
    seen.glidesUntil = follow ? performance.now() + GLIDE_MAX_MS : 0;
    if (!follow) leave();
  }, [follow, seen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever moves the end brings it back into view
  useLayoutEffect(() => {
    if (!follow || count === 0) return;
    toEnd();
    scrolledByCode();
  }, [follow, count, wrap]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const scrolled = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const atEnd = scrollHeight - scrollTop - clientHeight < ROW_PX * 2;
      // the list may have become shorter by itself, which is no scrolling by the user
      const wentUp = scrollTop < seen.top - 1 && scrollHeight >= seen.height;
      const wentDown = scrollTop > seen.top + 1;
      if (wentUp && performance.now() < seen.glidesUntil) {
        // the browser continues a smooth scroll upwards that began before the user went to the end
        element.scrollTop = scrollHeight;
        return scrolledByCode();
      }
      seen.top = scrollTop;
      seen.height = scrollHeight;
      if (atEnd && wentDown) setFollow(true);
      else if (wentUp) setFollow(false);
    };
    const stopGliding = () => {
      seen.glidesUntil = 0;
    };
    const pressed = (event: KeyboardEvent) => {
      stopGliding();
      const isPlain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
      // where everything fits nothing scrolls, but the user still wants to follow the end
      if (event.key === 'End') setFollow(true);
      else if (event.key === 'Home' && isPlain && element.scrollTop > 0) setFollow(false);
      else return;
      if (!isPlain) return;
      // the browser would glide, long enough to be overtaken by what is pressed next, and then lose one of both
      event.preventDefault();
      element.scrollTop = event.key === 'End' ? element.scrollHeight : 0;
      if (event.key === 'End') seen.glidesUntil = performance.now() + GLIDE_MAX_MS;
      scrolledByCode();
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    element.addEventListener('keydown', pressed);
    for (const name of USER_EVENTS) element.addEventListener(name, stopGliding, { passive: true });
    return () => {
      element.removeEventListener('scroll', scrolled);
      element.removeEventListener('keydown', pressed);
      for (const name of USER_EVENTS) element.removeEventListener(name, stopGliding);
    };
  }, [box, seen, scrolledByCode, setFollow]);
  return scrolledByCode;
}
