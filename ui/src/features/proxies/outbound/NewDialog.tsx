import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { WantedProxy } from '@/generated/api';
import * as proxyCalls from '@/generated/proxyCalls';
import { useIsThere } from '@/lib/useIsThere';
import { texts } from '@/texts/outboundProxies';
import { notify } from '@/ui/notify';
import { ProxyForm } from './ProxyForm';
import { refreshProxies } from './queries';

/** Creates a proxy. */
export function NewDialog({ close }: { close: () => void }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const isThere = useIsThere();
  const create = async (wanted: WantedProxy) => {
    const { key } = await proxyCalls.postProxies(api, wanted);
    notify({ text: texts.created({ name: key }), severity: 'info' });
    await refreshProxies(client);
    // it may have been closed meanwhile, and closing it leads to the list
    if (isThere()) close();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={texts.create}
      size="lg"
      // a click beside it must not lose what was entered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <ProxyForm before={null} send={create} cancel={close} />
    </Modal>
  );
}
