import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedApplication, WantedApplication } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/applications';
import { notify } from '@/ui/notify';
import { ApplicationForm } from './ApplicationForm';
import { QUERY_KEY } from './queries';

interface EditDialogProps {
  application: DescribedApplication;
  close: () => void;
}

/** Changes an application, except for where it runs (APP-01). */
export function EditDialog({ application, close }: EditDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const save = async (wanted: WantedApplication) => {
    const { name } = await applicationCalls.putAccessIntegrationId(api, application.id, wanted);
    notify({ text: texts.saved({ name }), severity: 'info' });
    await refresh(client, QUERY_KEY);
    close();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={texts.editNamed({ name: application.name })}
      size="lg"
      // a click beside it must not lose what was entered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <ApplicationForm before={application} send={save} cancel={close} />
    </Modal>
  );
}
