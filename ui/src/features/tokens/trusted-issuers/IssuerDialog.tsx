import { type RefObject, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedTrustedIssuer, WantedTrustedIssuer } from '@/generated/api';
import { FormDialog, useSaved } from '@/shell/FormDialog';
import { texts } from '@/texts/trustedIssuers';
import { IssuerForm } from './IssuerForm';
import { refreshIssuers } from './queries';

interface IssuerDialogProps {
  /** The issuer that is changed; null to add one. */
  issuer: DescribedTrustedIssuer | null;
  /** The ref of what gets the focus afterwards, if what has opened the dialog is gone. */
  rest: RefObject<HTMLElement | null>;
  close: () => void;
}

/** Adds an issuer, or changes one. */
export function IssuerDialog({ issuer, rest, close }: IssuerDialogProps) {
  const { api } = useEngine();
  const saved = useSaved(refreshIssuers, close);
  // as it was when the dialog was opened
  const [before] = useState(issuer);
  const send = async (wanted: WantedTrustedIssuer) => {
    const { name } = before
      ? await accountCalls.putAccessApiUiTrustedIssuersName(api, before.name, wanted)
      : await accountCalls.postAccessApiUiTrustedIssuers(api, wanted);
    await saved(before ? texts.saved({ name }) : texts.added({ name }));
  };
  return (
    <FormDialog
      title={before ? texts.editNamed({ name: before.name }) : texts.add}
      closeLabel={texts.close}
      close={close}
      rest={rest}
    >
      <IssuerForm before={before} send={send} cancel={close} />
    </FormDialog>
  );
}
