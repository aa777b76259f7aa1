import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { useOpenAtOnce } from '@/lib/useOpenAtOnce';
import { texts } from '@/texts/frame';
import { notify } from '@/ui/notify';
import { DropdownIcon } from './dropdownIcons';
import type { MenuEntry } from './entries';
import type { MenuDropdownProps } from './MenuButton';
import css from './MenuButton.module.css';

/** The button with its menu, which is open at once: it replaces a button that has just been pressed. */
export function MenuDropdown({ entries, Face, ...face }: MenuDropdownProps) {
  const { target, opened, setOpened, onKeyDown } = useOpenAtOnce();
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      // the top bar never scrolls away
      hideDetached={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Face {...face} ref={target} onKeyDown={onKeyDown} />
      </Menu.Target>
      <Menu.Dropdown miw={220} mah="calc(100dvh - 70px)" style={{ overflowY: 'auto' }}>
        {entries.map(entry => (
          <Entry key={entry.id} entry={entry} target={() => target.current} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ entry, target }: { entry: MenuEntry; target: () => Element | null }) {
  switch (entry.kind) {
    case 'heading':
      return <Menu.Label>{entry.label}</Menu.Label>;
    case 'divider':
      return <Menu.Divider />;
    case 'choice':
      return (
        <>
          <Menu.Label>{entry.label}</Menu.Label>
          <Menu.RadioGroup value={entry.value} onChange={entry.choose} aria-label={entry.label}>
            {entry.options.map(option => (
              <Menu.RadioItem key={option.value} value={option.value} lang={option.lang}>
                {option.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </>
      );
    case 'item': {
      const { disabled = null, badge = null, url = null } = entry;
      if (url !== null)
        return (
          <Menu.Item
            component="a"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<DropdownIcon name={entry.icon} />}
            rightSection={<IconExternalLink size={14} stroke={1.7} aria-hidden="true" />}
          >
            {entry.label} <span className="wb-hidden">({texts.tools.newTab})</span>
          </Menu.Item>
        );
      return (
        <Menu.Item
          leftSection={<DropdownIcon name={entry.icon} />}
          rightSection={badge !== null && <span className={css.badge}>{badge}</span>}
          // it can be reached and says why: an entry that does nothing at all would leave its reader guessing
          aria-disabled={disabled !== null || undefined}
          title={disabled ?? undefined}
          onClick={() => {
            if (disabled === null) entry.run(target());
            else notify({ text: disabled, severity: 'info' });
          }}
        >
          {entry.label}
        </Menu.Item>
      );
    }
  }
}
