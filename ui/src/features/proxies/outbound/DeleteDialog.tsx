import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedProxy } from '@/generated/api';
import * as proxyCalls from '@/generated/proxyCalls';
import { DeletionDialog } from '@/shell/DeletionDialog';
import { texts } from '@/texts/outboundProxies';
import { refusedWords } from './problems';
import { refreshProxies } from './queries';

interface DeleteDialogProps {
  proxy: DescribedProxy;
  close: () => void;
}

/** Asks before a proxy is deleted. One that webhooks are sent through is not deleted. */
export function DeleteDialog({ proxy: { key: name }, close }: DeleteDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  return (
    <DeletionDialog
      words={{
        title: texts.deleteQuestion({ name }),
        yes: texts.delete,
        no: texts.keep,
        text: texts.deleteText,
        deleted: texts.deleted({ name }),
      }}
      remove={() => proxyCalls.deleteProxiesKey(api, name)}
      refreshed={() => refreshProxies(client)}
      refusal={refusedWords}
      closeLabel={texts.close}
      close={close}
    />
  );
}
