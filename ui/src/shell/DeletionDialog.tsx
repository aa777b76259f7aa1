import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { Deletion, type DeletionProps } from './Deletion';

interface DeletionDialogProps extends DeletionProps {
  /** The accessible name of the button that closes the dialog. */
  closeLabel: string;
}

/** The same in a dialog, whose title is what is done. */
export function DeletionDialog({ closeLabel, ...deletion }: DeletionDialogProps) {
  const { words, close } = deletion;
  return (
    <Modal opened onClose={close} title={words.yes} closeButtonProps={{ 'aria-label': closeLabel }}>
      <Deletion {...deletion} />
    </Modal>
  );
}
