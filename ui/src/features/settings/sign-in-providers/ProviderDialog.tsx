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
import type { DescribedSignInProvider, WantedSignInProvider } from '@/generated/api';
import { useIsThere } from '@/lib/useIsThere';
import { texts } from '@/texts/signInProviders';
import { notify } from '@/ui/notify';
import { ProviderForm } from './ProviderForm';
import { refreshProviders } from './queries';

interface ProviderDialogProps {
  /** The provider that is changed; null to add one. */
  provider: DescribedSignInProvider | null;
  /** The place of a new one on the sign-in page. */
  order: number;
  close: () => void;
}

/** Adds a provider, or changes one. */
export function ProviderDialog({ provider, order, close }: ProviderDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const isThere = useIsThere();
  // as it was when the dialog was opened
  const [before] = useState(provider);
  const send = async (wanted: WantedSignInProvider) => {
    const { label: name } = before
      ? await accountCalls.putAccessApiUiSignInProvidersName(api, before.name, wanted)
      : await accountCalls.postAccessApiUiSignInProviders(api, wanted);
    notify({ text: before ? texts.saved({ name }) : texts.added({ name }), severity: 'info' });
    await refreshProviders(client);
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
      <ProviderForm before={before} order={order} send={send} cancel={close} />
    </Modal>
  );
}
