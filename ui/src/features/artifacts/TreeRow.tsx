import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs';
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs';
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs';
import type { CSSProperties } from 'react';
import { texts } from '@/texts/artifacts';
import { sizeText } from '@/texts/size';
import css from './artifacts.module.css';
import { isNote, type Row } from './rows';
import { DROP } from './useDrop';

const icons = { repository: IconDatabase, folder: IconFolder, file: IconFile };

interface TreeRowProps {
  id: string;
  row: Row;
  top: number;
  active: boolean;
  selected: boolean;
  /** Files are dragged over it. */
  over: boolean;
  press: () => void;
  toggle: () => void;
}

/** A row of the tree. Keys are the tree's own. */
export function TreeRow({ id, row, top, active, selected, over, press, toggle }: TreeRowProps) {
  const style = { '--level': row.level - 1, transform: `translateY(${top}px)` } as CSSProperties;
  const shared = { id, className: css.row, style, 'aria-level': row.level };
  if (isNote(row)) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and the keys
      <div
        {...shared}
        role="treeitem"
        tabIndex={-1}
        aria-selected={false}
        data-active={active || undefined}
        data-note={row.kind}
        onClick={press}
      >
        <span className={css.note}>{texts.rows[row.kind]}</span>
      </div>
    );
  }
  const Icon = icons[row.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and the keys
    <div
      {...shared}
      role="treeitem"
      tabIndex={-1}
      {...{ [DROP]: row.id }}
      data-over={over || undefined}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={selected}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      data-active={active || undefined}
      onClick={press}
    >
      {row.expanded === null ? (
        <span className={css.chevron} />
      ) : (
        <span
          className={css.chevron}
          aria-hidden="true"
          onClick={event => {
            event.stopPropagation();
            toggle();
          }}
        >
          <IconChevronRight size={15} stroke={2} data-open={row.expanded || undefined} />
        </span>
      )}
      <Icon className={css.icon} data-kind={row.kind} size={17} stroke={1.7} aria-hidden="true" />
      <span className={css.name} dir="ltr" title={row.name}>
        {row.name}
      </span>
      {row.repository && <span className={css.meta}>{row.repository.package_type}</span>}
      {row.entry?.held_in && <span className={css.meta}>{row.entry.held_in}</span>}
      {row.entry && row.entry.bytes !== null && <span className={css.meta}>{sizeText(row.entry.bytes)}</span>}
    </div>
  );
}
