import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import { useOpenAtOnce } from '@/lib/useOpenAtOnce';
import { texts } from '@/texts/table';
import { csvOf, downloadCsv } from './csv';
import type { ToolsFace, ToolsMenuProps } from './ToolsButton';
import css from './table.module.css';

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** The button with its menu, which is open at once: it replaces a button that has just been pressed. */
export function ToolsMenu<Row>(props: ToolsMenuProps<Row> & { Face: typeof ToolsFace }) {
  const { id, choice, rows, copyCell, Face } = props;
  const { target, opened, setOpened, onKeyDown } = useOpenAtOnce();
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={240}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Face ref={target} onKeyDown={onKeyDown} />
      </Menu.Target>
      <Menu.Dropdown className={css.menu}>
        {choice.offered.length > 0 && <Menu.Label>{texts.table.columns}</Menu.Label>}
        {choice.offered.map(column => (
          <Menu.CheckboxItem
            key={column.id}
            checked={choice.shown.includes(column)}
            onChange={() => choice.toggle(column.id)}
          >
            {column.label}
          </Menu.CheckboxItem>
        ))}
        {choice.offered.length > 0 && (
          <>
            <Menu.Item
              leftSection={<IconRestore {...icon} />}
              disabled={!choice.changed}
              closeMenuOnClick={false}
              onClick={choice.reset}
            >
              {texts.table.reset}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<IconCopy {...icon} />} disabled={!copyCell} onClick={copyCell ?? undefined}>
          {texts.table.copyCell}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload {...icon} />}
          disabled={rows.length === 0}
          onClick={() =>
            downloadCsv(
              id,
              csvOf(
                choice.shown,
                rows.map(row => row.original),
              ),
            )
          }
        >
          {texts.table.download}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
