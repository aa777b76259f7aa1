import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedProxy } from '@/generated/api';
import * as proxyCalls from '@/generated/proxyCalls';
import { texts } from '@/texts/outboundProxies';
import { Confirmation } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { refusedWords } from './problems';
import { refreshProxies } from './queries';

interface DeleteDialogProps {
  proxy: DescribedProxy;
  close: () => void;
}

/** Asks before a proxy is deleted. One that webhooks are sent through is not deleted. */
export function DeleteDialog({ proxy, close }: DeleteDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const deletion = useSubmit();
  const { key: name } = proxy;
  const remove = () =>
    void deletion.run(async () => {
      await proxyCalls.deleteProxiesKey(api, name);
      notify({ text: texts.deleted({ name }), severity: 'info' });
      await refreshProxies(client);
      close();
    });
  return (
    <Modal opened onClose={close} title={texts.delete} closeButtonProps={{ 'aria-label': texts.close }}>
      {deletion.error && <Notice kind="bad">{refusedWords(deletion.error)}</Notice>}
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
