import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import { type ComponentPropsWithRef, useState } from 'react';
import { loadChunk } from '@/lib/chunk';
import { texts } from '@/texts/table';
import type { ColumnChoice } from './useColumnChoice';
import type { TableRow } from './useRows';

export interface ToolsMenuProps<Row> {
  /** Names the file that is downloaded. */
  id: string;
  choice: ColumnChoice<Row>;
  /** What is downloaded: the rows as they are sorted and filtered. */
  rows: readonly TableRow<Row>[];
  /** Null where there is no cell to copy. */
  copyCell: (() => void) | null;
}

// the menu places itself with a library that is as large as the table
const load = () => loadChunk('table-menu', () => import('./ToolsMenu')).then(part => part.ToolsMenu);
type Loaded = Awaited<ReturnType<typeof load>>;
/** Loads the menu on hover and focus, so that the click need not wait. If it fails now, the click tries again. */
const preload = () => void load().catch(() => undefined);

/** What opens the menu. */
export function ToolsFace(props: ComponentPropsWithRef<'button'>) {
  return (
    <ActionIcon size="lg" variant="default" aria-label={texts.table.menu} title={texts.table.menu} {...props}>
      <IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}

/**
 * The menu of columns and of exports. It and the export are loaded when the menu is first opened, and the menu is open
 * at once.
 */
export function ToolsButton<Row>(props: ToolsMenuProps<Row>) {
  const [Loaded, setLoaded] = useState<Loaded | null>(null);
  if (Loaded) return <Loaded {...props} Face={ToolsFace} />;
  const open = () =>
    void load().then(
      part => setLoaded(() => part),
      // if the menu cannot be loaded, the button stays as it is
      () => undefined,
    );
  return (
    <ToolsFace
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    />
  );
}
