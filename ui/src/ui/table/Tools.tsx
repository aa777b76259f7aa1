import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { ActionIcon, Menu, TextInput } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import type { ReactNode, RefObject } from 'react';
import { texts } from '@/texts/table';
import css from './table.module.css';
import type { ColumnChoice } from './useColumnChoice';

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

interface ToolsProps<Row> {
  label: string;
  typed: string;
  type: (typed: string) => void;
  search: RefObject<HTMLInputElement | null>;
  /** Such as '12 of 100'. */
  count: string;
  choice: ColumnChoice<Row>;
  /** Null where there is no cell to copy. */
  copyCell: (() => void) | null;
  /** Null where there is nothing to download. */
  download: (() => void) | null;
  children: ReactNode;
}

/** Above the table: what narrows it, how much is left, which columns are shown, and what can be taken along. */
export function Tools<Row>(props: ToolsProps<Row>) {
  const { label, typed, type, search, count, choice, copyCell, download, children } = props;
  return (
    <div className={css.tools}>
      <TextInput
        ref={search}
        className={css.search}
        size="sm"
        type="search"
        aria-label={texts.table.filterNamed({ name: label })}
        placeholder={texts.table.filter}
        leftSection={<IconSearch {...icon} />}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
      />
      {children}
      <span className={css.count}>{count}</span>
      <Menu
        position="bottom-end"
        width={240}
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <ActionIcon size="lg" variant="default" aria-label={texts.table.menu} title={texts.table.menu}>
            <IconAdjustmentsHorizontal {...icon} />
          </ActionIcon>
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
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            disabled={!copyCell}
            onClick={copyCell ?? undefined}
          >
            {texts.table.copyCell}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload {...icon} />}
            disabled={!download}
            onClick={download ?? undefined}
          >
            {texts.table.download}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
