import { type RefObject, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedUserDirectory, WantedUserDirectory } from '@/generated/api';
import { FormDialog, useSaved } from '@/shell/FormDialog';
import { texts } from '@/texts/userDirectories';
import { DirectoryForm } from './DirectoryForm';
import { refreshDirectories } from './queries';

interface DirectoryDialogProps {
  /** The directory that is changed; null to add one. */
  directory: DescribedUserDirectory | null;
  /** The place of a new one. */
  order: number;
  /** The ref of what gets the focus afterwards, if what has opened the dialog is gone. */
  rest: RefObject<HTMLElement | null>;
  close: () => void;
}

/** Adds a directory, or changes one. */
export function DirectoryDialog({ directory, order, rest, close }: DirectoryDialogProps) {
  const { api } = useEngine();
  const saved = useSaved(refreshDirectories, close);
  // as it was when the dialog was opened
  const [before] = useState(directory);
  const send = async (wanted: WantedUserDirectory) => {
    const { label: name } = before
      ? await accountCalls.putAccessApiUiUserDirectoriesName(api, before.name, wanted)
      : await accountCalls.postAccessApiUiUserDirectories(api, wanted);
    await saved(before ? texts.saved({ name }) : texts.added({ name }));
  };
  return (
    <FormDialog
      title={before ? texts.editNamed({ name: before.label }) : texts.add}
      closeLabel={texts.close}
      close={close}
      rest={rest}
    >
      <DirectoryForm before={before} order={order} send={send} cancel={close} />
    </FormDialog>
  );
}
