import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { useRowFocus } from '@/lib/useRowFocus';
import { Button } from '@/ui/Button';
import css from './fields.module.css';

interface FieldRowsProps<Row> {
  rows: readonly Row[];
  set: (rows: Row[]) => void;
  /** The rows with one that is empty after them. */
  withNew: () => readonly Row[];
  /** No further row can be added. */
  isFull?: boolean;
  words: { add: string; remove: (row: Row) => string };
  /** The fields of a row, of which the first two have the most room. */
  children: (row: Row, change: (changes: Partial<Row>) => void) => ReactNode;
}

/** Rows of fields, each of which can be removed. */
export function FieldRows<Row extends { id: number }>(props: FieldRowsProps<Row>) {
  const { rows, set, withNew, isFull = false, words, children } = props;
  const { list, adder, focusNext } = useRowFocus(rows);
  const add = () => {
    focusNext(rows.length, 'input');
    set([...withNew()]);
  };
  const remove = (at: number) => {
    focusNext(at, ':scope > button');
    set(rows.filter((_, place) => place !== at));
  };
  return (
    <>
      {rows.length > 0 && (
        <ul ref={list} className={css.rows}>
          {rows.map((row, at) => (
            <li key={row.id}>
              {children(row, changes =>
                set(rows.map(one => (one.id === row.id ? { ...one, ...changes } : one))),
              )}
              <Button
                className={css.remove}
                size="compact-sm"
                variant="subtle"
                aria-label={words.remove(row)}
                onClick={() => remove(at)}
              >
                <IconX size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button ref={adder} size="compact-sm" variant="default" disabled={isFull} onClick={add}>
        {words.add}
      </Button>
    </>
  );
}
