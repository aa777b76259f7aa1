import { type ReactNode, type RefObject, useId } from 'react';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { failureText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { Button } from '@/ui/Button';
import items from '@/ui/itemList.module.css';
import { LateNotice } from '@/ui/LateNotice';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import css from './list.module.css';

interface ListSectionProps<Row extends { name: string }> {
  words: {
    title: string;
    lead: string;
    add: string;
    loading: string;
    failed: string;
    empty: string;
    emptyText: string;
    absent: (values: { name: string }) => string;
  };
  loaded: { isPending: boolean; isError: boolean; error: unknown; refetch: () => Promise<unknown> };
  rows: readonly Row[] | undefined;
  /** `removing` is called before the row is removed. */
  row: (row: Row, at: number, removing: () => void) => ReactNode;
  /** The name in the address, which may be that of none. */
  wanted: string | undefined;
  /** The query that opens the form of a new one. */
  newQuery: string;
  /** Shows what a query names. */
  show: (query: string) => void;
  /** What was done with the list, for those who do not see it. */
  done?: string;
  /** Is given the list, and null when that is gone. */
  listRef?: (list: HTMLUListElement | null) => void;
  /** The dialogs. They give the focus to the button that adds a row if what has opened them is gone. */
  children: (adder: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/** A part of a page with a list, of which each row has a dialog by its name in the address, and so has a new one. */
export function ListSection<Row extends { name: string }>(props: ListSectionProps<Row>) {
  const { words, loaded, rows, row, wanted, newQuery, show, done, listRef, children } = props;
  const heading = useId();
  const focus = useRemovalFocus<HTMLButtonElement>(rows?.map(({ name }) => name) ?? []);
  const isAbsent = rows !== undefined && !rows.some(({ name }) => name === wanted);
  return (
    <section className={css.section} aria-labelledby={heading}>
      <div className={css.head}>
        <h2 id={heading}>{words.title}</h2>
        <Button ref={focus.rest} size="sm" onClick={() => show(newQuery)}>
          {words.add}
        </Button>
      </div>
      <p className={css.lead}>{words.lead}</p>
      {done !== undefined && (
        <p className="wb-hidden" role="status">
          {done}
        </p>
      )}
      {wanted !== undefined && <LateNotice shown={isAbsent}>{words.absent({ name: wanted })}</LateNotice>}
      {loaded.isPending && <Wait>{words.loading}</Wait>}
      {loaded.isError && (
        <Notice kind="bad">
          {failureText(loaded.error, words.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
            {shellTexts.system.retry}
          </Button>
        </Notice>
      )}
      {rows?.length === 0 && (
        <div className={css.empty}>
          <strong>{words.empty}</strong>
          <span>{words.emptyText}</span>
        </div>
      )}
      {rows && rows.length > 0 && (
        <ul
          ref={element => {
            focus.list.current = element;
            listRef?.(element);
          }}
          className={items.list}
          aria-label={words.title}
        >
          {rows.map((one, at) => row(one, at, () => focus.removing(one.name)))}
        </ul>
      )}
      {children(focus.rest)}
    </section>
  );
}
