import type { ReactNode, RefObject } from 'react';
import { texts } from '@/texts/table';
import { SearchField } from '../ToolField';
import { ToolsButton, type ToolsMenuProps } from './ToolsButton';
import css from './table.module.css';

interface ToolsProps<Row> extends ToolsMenuProps<Row> {
  label: string;
  typed: string;
  type: (typed: string) => void;
  search: RefObject<HTMLInputElement | null>;
  /** Such as '12 of 100'. */
  count: string;
  children: ReactNode;
}

/** Above the table: its filter, the number of rows, and the menu of columns and exports. */
export function Tools<Row>(props: ToolsProps<Row>) {
  const { label, typed, type, search, count, children, ...menu } = props;
  return (
    <div className={css.tools} data-own={children ? true : undefined}>
      <SearchField
        ref={search}
        className={css.search}
        label={texts.table.filterNamed({ name: label })}
        placeholder={texts.table.filter}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
      />
      {children}
      <span className={css.count}>{count}</span>
      <ToolsButton {...menu} />
    </div>
  );
}
