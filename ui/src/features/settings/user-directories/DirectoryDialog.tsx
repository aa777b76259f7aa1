import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedUserDirectory, WantedUserDirectory } from '@/generated/api';
import { useIsThere } from '@/lib/useIsThere';
import { texts } from '@/texts/userDirectories';
import { notify } from '@/ui/notify';
import { DirectoryForm } from './DirectoryForm';
import { refreshDirectories } from './queries';

interface DirectoryDialogProps {
  /** The directory that is changed; null to add one. */
  directory: DescribedUserDirectory | null;
  /** The place of a new one. */
  order: number;
  close: () => void;
}

/** Adds a directory, or changes one. */
export function DirectoryDialog({ directory, order, close }: DirectoryDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const isThere = useIsThere();
  // as it was when the dialog was opened
  const [before] = useState(directory);
  const send = async (wanted: WantedUserDirectory) => {
    const { label: name } = before
      ? await accountCalls.putAccessApiUiUserDirectoriesName(api, before.name, wanted)
      : await accountCalls.postAccessApiUiUserDirectories(api, wanted);
    notify({ text: before ? texts.saved({ name }) : texts.added({ name }), severity: 'info' });
    await refreshDirectories(client);
    // the dialog may have been closed meanwhile, and closing it leads to the settings
    if (isThere()) close();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={before ? texts.editNamed({ name: before.label }) : texts.add}
      size="lg"
      // a click beside it must not lose what was entered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <DirectoryForm before={before} order={order} send={send} cancel={close} />
    </Modal>
  );
}
