import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { texts } from '@/texts/artifacts';
import css from './artifacts.module.css';
import type { Row } from './rows';
import { TreeRow } from './TreeRow';
import { useTreeKeys } from './useTreeKeys';

/** As .row of the style sheet; the virtual list needs it as a number. */
const ROW_PX = 34;
const OVERSCAN_ROWS = 12;

interface TreeViewProps {
  id: string;
  rows: readonly Row[];
  /** The id of the row that the details are about. */
  selected: string | null;
  /** Shows the details of a row, or tries again what failed. */
  choose: (row: Row) => void;
  open: (row: Row) => void;
  close: (row: Row) => void;
  /** The row that files are dragged over. */
  over: string | null;
  /** A row of a folder that goes on is seen. */
  seen: (row: Row) => void;
}

/** A tree of which only the rows that can be seen are on the page. The focus stays on the tree itself. */
export function TreeView({ id, rows, selected, over, choose, open, close, seen }: TreeViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const prefix = useId();
  // a row that is gone, such as one that more has come in place of, leaves the focus where it was
  const [at, setAt] = useState<{ id: string | null; index: number }>({ id: selected, index: 0 });
  const found = rows.findIndex(row => row.id === at.id);
  const active = found === -1 ? Math.min(at.index, rows.length - 1) : found;
  // the row that the focus is on has to be on the page
  const extract = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
    [active],
  );
  const list = useVirtualizer({
    count: rows.length,
    getItemKey: index => rows[index]?.id ?? index,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: extract,
  });
  const go = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setAt({ id: row.id, index });
    list.scrollToIndex(index);
  };
  const keys = useTreeKeys({ rows, active, go, choose, open, close });
  const shownAt = rows.findIndex(row => row.id === selected);
  const isShown = shownAt !== -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what is selected changes or appears
  useEffect(() => {
    if (isShown) go(shownAt);
  }, [selected, isShown]);
  const items = list.getVirtualItems();
  useEffect(() => {
    for (const { index } of items) {
      const row = rows[index];
      if (row?.kind === 'more') seen(row);
    }
  }, [items, rows, seen]);
  const idOfRow = (index: number) => `${prefix}${rows[index]?.id}`;
  return (
    <div
      ref={box}
      id={id}
      className={css.tree}
      role="tree"
      aria-label={texts.tree}
      aria-activedescendant={rows.length > 0 ? idOfRow(active) : undefined}
      tabIndex={0}
      onKeyDown={keys}
    >
      <div className={css.rows} style={{ blockSize: list.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <TreeRow
                key={key}
                id={idOfRow(index)}
                row={row}
                top={start}
                active={index === active}
                selected={row.id === selected}
                over={row.id === over}
                press={() => {
                  setAt({ id: row.id, index });
                  choose(row);
                }}
                toggle={() => ('expanded' in row && row.expanded ? close(row) : open(row))}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
