import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as webhookCalls from '@/generated/webhookCalls';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/webhooks';
import { Confirmation } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';

interface DeleteDialogProps {
  name: string;
  close: () => void;
}

/** Asks before a webhook is deleted, and says what that does. */
export function DeleteDialog({ name, close }: DeleteDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const deletion = useSubmit();
  const { error } = deletion;
  const remove = () =>
    void deletion.run(async () => {
      await webhookCalls.deleteWebhooksKey(api, name);
      notify({ text: texts.deleted({ name }), severity: 'info' });
      await refresh(client, ['webhooks']);
      close();
    });
  return (
    <Modal opened onClose={close} title={texts.delete} closeButtonProps={{ 'aria-label': texts.close }}>
      {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
      <Confirmation
        words={{ title: texts.deleteQuestion({ name }), yes: texts.delete, no: texts.keep }}
        busy={deletion.busy}
        confirm={remove}
        keep={close}
      >
        {texts.deleteText}
      </Confirmation>
    </Modal>
  );
}
