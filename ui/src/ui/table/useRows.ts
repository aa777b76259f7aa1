import {
  columnFilteringFeature,
  createFilteredRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { sortValue, type TableColumn } from './columns';
import type { QuickFilter } from './quickFilter';
import { inOrder, ranksOf } from './sorting';

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
});

/** A row and its place in what the page gave. */
export interface TableRow<Row> {
  id: string;
  original: Row;
}

interface RowsInput<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  filter: QuickFilter<Row> | undefined;
  sorted: SortingState;
}

export interface Sorted {
  sorting: SortingState;
  toggle: (id: string) => void;
}

/**
 * The rows filtered and sorted. TanStack keeps the state and filters; the order is made here, for its own sorting
 * asks both rows for their values at every comparison and took two seconds for a hundred thousand.
 */
export function useTableRows<Row extends object>({ columns, rows, rowId, filter, sorted }: RowsInput<Row>) {
  const definitions = useMemo(
    () =>
      columns.map((column, index) => ({
        id: column.id,
        accessorFn: (row: Row) => sortValue(column, row),
        enableSorting: column.sortable !== false,
        // the filter checks the whole row, so it runs once and not for each column
        enableGlobalFilter: index === 0,
      })),
    [columns],
  );
  const state = useMemo(() => ({ globalFilter: filter }), [filter]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    initialState: { sorting: sorted },
    state,
    globalFilterFn: (row, _, wanted: QuickFilter<Row>) => wanted.matches(row.original),
    manualSorting: true,
    enableMultiSort: false,
    sortDescFirst: false,
  });
  const sorting = table.state.sorting;
  const matching = table.getRowModel().rows as readonly TableRow<Row>[];
  const by = sorting[0];
  const column = columns.find(each => each.id === by?.id);
  const ranks = useMemo(() => (column ? ranksOf(column, matching) : null), [column, matching]);
  const shown = useMemo(
    () => (ranks ? inOrder(matching, ranks, by?.desc === true) : matching),
    [matching, ranks, by?.desc],
  );
  const sort: Sorted = { sorting, toggle: id => table.getColumn(id)?.toggleSorting() };
  return { shown, sort };
}
