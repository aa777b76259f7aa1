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
/** On the way to the button, so that the press need not wait. Should it not come now, the press asks again. */
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
 * Which columns are shown, and what can be taken along. The menu itself and what makes the file come when they are
 * wanted for the first time, and the menu is open at once.
 */
export function ToolsButton<Row>(props: ToolsMenuProps<Row>) {
  const [Loaded, setLoaded] = useState<Loaded | null>(null);
  if (Loaded) return <Loaded {...props} Face={ToolsFace} />;
  const open = () =>
    void load().then(
      part => setLoaded(() => part),
      // a menu that does not come leaves the button as it is
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
