import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useOpener } from '@/lib/useOpener';

export interface DialogProps extends Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'closeOnEscape'> {
  title: ReactNode;
  /** The accessible name of the button that closes the dialog. */
  closeLabel: string;
  close: () => void;
  /** The ref of what gets the focus afterwards, if what has opened the dialog is gone. */
  rest?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/**
 * A dialog of a page, which is there as long as it is open. Mantine returns the focus only from one that stays when it
 * is closed; this one always does.
 */
export function Dialog({ closeLabel, close, rest, children, ...others }: DialogProps) {
  useOpener(rest);
  return (
    <Modal {...others} opened onClose={close} closeButtonProps={{ 'aria-label': closeLabel }}>
      {children}
    </Modal>
  );
}
