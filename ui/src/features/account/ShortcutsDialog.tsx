import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Kbd.layer.css';
import { Kbd, Modal } from '@mantine/core';
import { texts } from '@/texts/account';
import css from './account.module.css';

const shortcuts = () =>
  [
    ['?', texts.shortcuts.help],
    ['[', texts.shortcuts.sidebar],
    ['/', texts.shortcuts.filter],
    ['↑ ↓', texts.shortcuts.record],
    ['P', texts.shortcuts.pause],
    ['Esc', texts.shortcuts.close],
  ] as const;

export function ShortcutsDialog({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title={texts.shortcuts.title}>
      <dl className={css.shortcuts}>
        {shortcuts().map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <Kbd>{keys}</Kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
