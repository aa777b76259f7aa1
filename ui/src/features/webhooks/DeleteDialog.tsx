import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as webhookCalls from '@/generated/webhookCalls';
import { refusalText } from '@/shell/answers';
import { DeletionDialog } from '@/shell/DeletionDialog';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/webhooks';

interface DeleteDialogProps {
  name: string;
  close: () => void;
}

/** Asks before a webhook is deleted, and says what that does. */
export function DeleteDialog({ name, close }: DeleteDialogProps) {
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
      remove={() => webhookCalls.deleteWebhooksKey(api, name)}
      refreshed={() => refresh(client, ['webhooks'])}
      refusal={error => refusalText(error, shellTexts.failed)}
      closeLabel={texts.close}
      close={close}
    />
  );
}
