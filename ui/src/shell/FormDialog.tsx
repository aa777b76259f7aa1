import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsThere } from '@/lib/useIsThere';
import { notify } from '@/ui/notify';

interface FormDialogProps {
  title: string;
  /** The accessible name of the button that closes the dialog. */
  closeLabel: string;
  close: () => void;
  children: ReactNode;
}

/** A dialog with a form. */
export function FormDialog({ title, closeLabel, close, children }: FormDialogProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="lg"
      // a click beside it must not lose what was entered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      {children}
    </Modal>
  );
}

/** What follows once the form is saved: a notification, what is shown is loaded again, and the dialog closes. */
export function useSaved(refreshed: (client: QueryClient) => Promise<unknown>, close: () => void) {
  const client = useQueryClient();
  const isThere = useIsThere();
  return async (text: string): Promise<void> => {
    notify({ text, severity: 'info' });
    await refreshed(client);
    // the dialog may have been closed meanwhile, and closing it leads to another address
    if (isThere()) close();
  };
}
