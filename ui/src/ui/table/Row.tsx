// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a grid take the focus, one of them at a time
import { memo } from 'react';
import { texts } from '@/texts/table';
import { cellText, type TableColumn } from './columns';
import css from './table.module.css';

interface RowProps<Row> {
  row: Row;
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  columns: readonly TableColumn<Row>[];
  /** Null where rows cannot be chosen. */
  selected: boolean | null;
  /** The column that has the place in the order of Tab, if that is in this row. */
  at: number | null;
  activatable: boolean;
  /** Not read, but a change renders the row again in another language. */
  language: string;
}

function DrawnRow<Row>({ row, index, top, columns, selected, at, activatable }: RowProps<Row>) {
  const first = selected === null ? 0 : 1;
  const place = (column: number) => ({
    'aria-colindex': column + 1,
    'data-row': index,
    'data-column': column,
    tabIndex: column === at ? 0 : -1,
  });
  const name = columns[0];
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected ?? undefined}
      className={css.row}
      data-activatable={activatable || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {selected !== null && (
        <div role="gridcell" className={`${css.cell} ${css.tick}`} {...place(0)}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.table.chooseRow({ name: name ? cellText(name, row) : String(index + 1) })}
            checked={selected}
            readOnly
          />
        </div>
      )}
      {columns.map((column, offset) => (
        <div
          key={column.id}
          role={offset === 0 ? 'rowheader' : 'gridcell'}
          className={css.cell}
          data-kind={column.kind}
          data-mono={column.mono}
          data-name={offset === 0 || undefined}
          {...place(first + offset)}
        >
          {column.cell ? column.cell(row) : <bdi>{cellText(column, row)}</bdi>}
        </div>
      ))}
    </div>
  );
}

/** One row. It renders again only when its own properties change, which keeps scrolling fast. */
export const Row = memo(DrawnRow) as typeof DrawnRow;
