// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a grid take the focus, one of them at a time
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { memo } from 'react';
import { texts } from '@/texts/table';
import type { TableColumn } from './columns';
import css from './table.module.css';
import type { Sorted } from './useRows';
import { HEAD_ROW } from './walk';

export type Ticked = 'all' | 'some' | 'none';

interface HeadProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: Sorted;
  /** Null where rows cannot be chosen. */
  ticked: Ticked | null;
  /** The column that has the place in the order of Tab, if that is in the head. */
  at: number | null;
  /** Not read, but a change renders the head again in another language. */
  language: string;
}

function DrawnHead<Row>({ columns, sort, ticked, at }: HeadProps<Row>) {
  const first = ticked === null ? 0 : 1;
  const tab = (column: number) => (column === at ? 0 : -1);
  return (
    <div role="rowgroup" className={css.head}>
      <div role="row" aria-rowindex={1} className={css.row}>
        {ticked !== null && (
          <div
            role="columnheader"
            className={`${css.cell} ${css.tick}`}
            aria-colindex={1}
            data-row={HEAD_ROW}
            data-column={0}
            tabIndex={tab(0)}
          >
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={texts.table.chooseAll}
              checked={ticked === 'all'}
              ref={box => {
                if (box) box.indeterminate = ticked === 'some';
              }}
              // the click is the cell's, which is larger
              readOnly
            />
          </div>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            desc={sort.sorting.find(each => each.id === column.id)?.desc ?? null}
            isName={index === 0}
            place={first + index}
            tabIndex={tab(first + index)}
          />
        ))}
      </div>
    </div>
  );
}

/** The table's head. A click or Enter on a column's name sorts by it: up, down, not at all. */
export const Head = memo(DrawnHead) as typeof DrawnHead;

interface HeadCellProps<Row> {
  column: TableColumn<Row>;
  /** Null where the table is not sorted by it. */
  desc: boolean | null;
  isName: boolean;
  place: number;
  tabIndex: number;
}

function HeadCell<Row>({ column, desc, isName, place, tabIndex }: HeadCellProps<Row>) {
  const sortable = column.sortable !== false;
  const target = { 'data-row': HEAD_ROW, 'data-column': place, tabIndex };
  const order = desc === null ? 'none' : desc ? 'descending' : 'ascending';
  const Arrow = desc ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      className={css.cell}
      aria-colindex={place + 1}
      aria-sort={sortable ? order : undefined}
      data-kind={column.kind}
      data-name={isName || undefined}
      {...(!sortable && target)}
    >
      {sortable ? (
        <button type="button" className={css.sort} data-sort={column.id} {...target}>
          <span>{column.label}</span>
          <Arrow size={14} stroke={2} aria-hidden="true" data-by={desc !== null || undefined} />
        </button>
      ) : (
        column.label
      )}
    </div>
  );
}
