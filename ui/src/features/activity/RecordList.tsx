import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Change } from '@/generated/api';
import { texts } from '@/texts/activity';
import css from './RecordList.module.css';
import { RecordRow } from './RecordRow';
import { useRows, useSteadyScroll } from './useRows';

const ROW = 32;
const ROW_NARROW = 56;
/** The next page is fetched when this many rows are left. */
const NEAR_THE_END = 20;

interface RecordListProps {
  records: readonly Change[];
  tab: string | undefined;
  selected: number | null;
  select: (seq: number) => void;
  /** Null when there is nothing older. */
  loadOlder: (() => void) | null;
  /** Shown below the last row. */
  foot: ReactNode;
}

const rowId = (seq: number) => `record-${seq}`;

export function RecordList({ records, tab, selected, select, loadOlder, foot }: RecordListProps) {
  const list = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery('(max-width: 760px)') ?? false;
  const height = narrow ? ROW_NARROW : ROW;
  const rows = useRows(list, records.length, height);
  const newest = useMemo(() => records.map(record => record.seq), [records]);
  useSteadyScroll(list, newest, height);

  const nearEnd = rows.last >= records.length - NEAR_THE_END;
  useEffect(() => {
    if (nearEnd) loadOlder?.();
  }, [nearEnd, loadOlder]);

  const index = selected === null ? -1 : newest.indexOf(selected);
  useEffect(() => {
    const element = list.current;
    if (!element || index < 0) return;
    const top = index * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight;
  }, [index, height]);

  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const last = records.length - 1;
    const wanted =
      event.key === 'Home' ? 0 : event.key === 'End' ? last : index < 0 ? 0 : index + (steps[event.key] ?? 0);
    if (!(event.key in steps) && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const record = records[Math.min(last, Math.max(0, wanted))];
    if (record) select(record.seq);
  };

  return (
    <div ref={list} className={css.list} onScroll={rows.onScroll}>
      {/* the foot, which may have a button, is no part of what can be chosen */}
      <div
        className={css.rows}
        style={{ height: records.length * height }}
        role="listbox"
        tabIndex={0}
        aria-label={texts.activity.records}
        aria-activedescendant={index >= rows.first && index < rows.last ? rowId(selected ?? 0) : undefined}
        onKeyDown={keys}
      >
        {records.slice(rows.first, rows.last).map((record, offset) => (
          <RecordRow
            key={record.seq}
            id={rowId(record.seq)}
            record={record}
            tab={tab}
            selected={record.seq === selected}
            top={(rows.first + offset) * height}
            height={height}
            position={rows.first + offset + 1}
            count={records.length}
            select={select}
          />
        ))}
      </div>
      <div className={css.foot}>{foot}</div>
    </div>
  );
}
