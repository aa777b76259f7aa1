import { useMemo, useState } from 'react';
import { isObject, parseJson } from '@/lib/json';
import { browserStorage, type KeyValue } from '@/lib/storage';
import type { TableColumn } from './columns';

/** Only what differs from the table's own choice is kept, so a column that is added later has its say. */
type Choices = Readonly<Record<string, boolean>>;

export interface ColumnChoice<Row> {
  shown: readonly TableColumn<Row>[];
  /** What the menu offers: every column but the first and those that must stay. */
  offered: readonly TableColumn<Row>[];
  /** Whether the user has changed anything. */
  changed: boolean;
  toggle: (id: string) => void;
  reset: () => void;
}

function readChoices(storage: KeyValue, key: string): Choices {
  const kept = parseJson(storage.read(key) ?? '');
  if (!isObject(kept)) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((choice): choice is [string, boolean] => typeof choice[1] === 'boolean'),
  );
}

/** Which columns are shown, kept in the browser for each table. */
export function useColumnChoice<Row>(
  table: string,
  columns: readonly TableColumn<Row>[],
  storage: KeyValue = browserStorage,
): ColumnChoice<Row> {
  const key = `waybill.table.${table}.columns`;
  const [choices, setChoices] = useState(() => readChoices(storage, key));
  return useMemo(() => {
    const offered = columns.filter((column, index) => index > 0 && column.hideable !== false);
    const own = (column: TableColumn<Row>) => column.hidden !== true;
    const isShown = (column: TableColumn<Row>) =>
      offered.includes(column) ? (choices[column.id] ?? own(column)) : true;
    const keep = (next: Choices) => {
      setChoices(next);
      storage.write(key, Object.keys(next).length > 0 ? JSON.stringify(next) : null);
    };
    return {
      shown: columns.filter(isShown),
      offered,
      changed: offered.some(column => isShown(column) !== own(column)),
      toggle: id => {
        const column = offered.find(each => each.id === id);
        if (!column) return;
        const { [id]: _, ...others } = choices;
        const next = !isShown(column);
        keep(next === own(column) ? others : { ...others, [id]: next });
      },
      reset: () => keep({}),
    };
  }, [columns, choices, storage, key]);
}
