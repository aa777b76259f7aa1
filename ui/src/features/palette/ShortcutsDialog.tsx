import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useAtom } from '@xstate/store-react';
import { useId } from 'react';
import type { Menus } from '@/generated/types';
import { isApple, setSingleKeys, singleKeys } from '@/shell/keys/keyboard';
import { type ShortcutGroup, type ShortcutId, shortcutIds, specOf } from '@/shell/keys/shortcuts';
import { labelOf } from '@/shell/menu/labels';
import { pagesOf } from '@/shell/menu/menu';
import { texts } from '@/texts/palette';
import css from './palette.module.css';

const groups: readonly ShortcutGroup[] = ['anywhere', 'go', 'records'];

interface ShortcutsDialogProps {
  menus: Menus | null;
  close: () => void;
}

/** The list of shortcuts, from the table that binds them. Pages that this user is not offered are left out. */
export function ShortcutsDialog({ menus, close }: ShortcutsDialogProps) {
  const single = useAtom(singleKeys);
  const id = useId();
  const pages = menus === null ? [] : pagesOf(menus);
  const nameOf = (shortcut: ShortcutId): string | null => {
    const { route } = specOf(shortcut);
    const names: Readonly<Partial<Record<ShortcutId, string>>> = texts.shortcuts.names;
    if (!route) return names[shortcut] ?? null;
    const page = pages.find(item => item.route === route);
    return page ? texts.shortcuts.goTo({ page: labelOf(page) }) : null;
  };
  const rowsOf = (group: ShortcutGroup) =>
    shortcutIds.flatMap(shortcut => {
      const name = specOf(shortcut).group === group ? nameOf(shortcut) : null;
      return name === null ? [] : [{ shortcut, name }];
    });
  return (
    <Modal
      opened
      onClose={close}
      returnFocus={false}
      title={texts.shortcuts.title}
      classNames={{ body: css.shortcuts ?? '' }}
    >
      <div className={css.single}>
        <input
          id={id}
          type="checkbox"
          checked={single}
          aria-describedby={`${id}-why`}
          onChange={event => setSingleKeys(event.currentTarget.checked)}
        />
        <label htmlFor={id}>{texts.shortcuts.single}</label>
        <small id={`${id}-why`}>{texts.shortcuts.singleText}</small>
      </div>
      {groups.map(group => {
        const rows = rowsOf(group);
        if (rows.length === 0) return null;
        return (
          <section key={group}>
            <h3>{texts.shortcuts.groups[group]}</h3>
            <dl>
              {rows.map(({ shortcut, name }) => (
                <div key={shortcut}>
                  <dt>
                    <Keys keys={specOf(shortcut).keys} />
                  </dt>
                  <dd>{name}</dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </Modal>
  );
}

const caps: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
};

/** Keys as they are printed on a keyboard. */
function Keys({ keys }: { keys: string }) {
  // the arrows are two keys for two directions, the others are pressed one after the other
  const joint = keys.startsWith('arrow') ? ' ' : ` ${texts.shortcuts.thenKey} `;
  return (
    <span className={css.keys}>
      {keys.split(' ').map((part, index) => (
        <span key={part}>
          {index > 0 && joint}
          {part.split('+').map(key => (
            <kbd key={key}>{caps[key] ?? key.toUpperCase()}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
