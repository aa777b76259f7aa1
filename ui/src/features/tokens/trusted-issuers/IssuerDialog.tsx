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
import type { DescribedTrustedIssuer, WantedTrustedIssuer } from '@/generated/api';
import { useIsThere } from '@/lib/useIsThere';
import { texts } from '@/texts/trustedIssuers';
import { notify } from '@/ui/notify';
import { IssuerForm } from './IssuerForm';
import { refreshIssuers } from './queries';

interface IssuerDialogProps {
  /** The issuer that is changed; null to add one. */
  issuer: DescribedTrustedIssuer | null;
  close: () => void;
}

/** Adds an issuer, or changes one. */
export function IssuerDialog({ issuer, close }: IssuerDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const isThere = useIsThere();
  // as it was when the dialog was opened
  const [before] = useState(issuer);
  const send = async (wanted: WantedTrustedIssuer) => {
    const { name } = before
      ? await accountCalls.putAccessApiUiTrustedIssuersName(api, before.name, wanted)
      : await accountCalls.postAccessApiUiTrustedIssuers(api, wanted);
    notify({ text: before ? texts.saved({ name }) : texts.added({ name }), severity: 'info' });
    await refreshIssuers(client);
    // the dialog may have been closed meanwhile, and closing it leads to the page of robots
    if (isThere()) close();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={before ? texts.editNamed({ name: before.name }) : texts.add}
      size="lg"
      // a click beside it must not lose what was entered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <IssuerForm before={before} send={send} cancel={close} />
    </Modal>
  );
}
