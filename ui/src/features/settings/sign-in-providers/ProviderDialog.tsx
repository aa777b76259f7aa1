import { type RefObject, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedSignInProvider, WantedSignInProvider } from '@/generated/api';
import { FormDialog, useSaved } from '@/shell/FormDialog';
import { texts } from '@/texts/signInProviders';
import { ProviderForm } from './ProviderForm';
import { refreshProviders } from './queries';

interface ProviderDialogProps {
  /** The provider that is changed; null to add one. */
  provider: DescribedSignInProvider | null;
  /** The place of a new one on the sign-in page. */
  order: number;
  /** The ref of what gets the focus afterwards, if what has opened the dialog is gone. */
  rest: RefObject<HTMLElement | null>;
  close: () => void;
}

/** Adds a provider, or changes one. */
export function ProviderDialog({ provider, order, rest, close }: ProviderDialogProps) {
  const { api } = useEngine();
  const saved = useSaved(refreshProviders, close);
  // as it was when the dialog was opened
  const [before] = useState(provider);
  const send = async (wanted: WantedSignInProvider) => {
    const { label: name } = before
      ? await accountCalls.putAccessApiUiSignInProvidersName(api, before.name, wanted)
      : await accountCalls.postAccessApiUiSignInProviders(api, wanted);
    await saved(before ? texts.saved({ name }) : texts.added({ name }));
  };
  return (
    <FormDialog
      title={before ? texts.editNamed({ name: before.label }) : texts.add}
      closeLabel={texts.close}
      close={close}
      rest={rest}
    >
      <ProviderForm before={before} order={order} send={send} cancel={close} />
    </FormDialog>
  );
}
