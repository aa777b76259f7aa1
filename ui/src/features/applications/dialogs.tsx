import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedApplication, RegisteredApplication } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import { pageValue, usePageValue } from '@/lib/usePageValue';
import { refusalText } from '@/shell/answers';
import { DeletionDialog } from '@/shell/DeletionDialog';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/applications';
import { texts as shellTexts } from '@/texts/common';
import { Confirmation } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Credentials } from './Credentials';
import { QUERY_KEY } from './queries';

interface DialogProps {
  application: DescribedApplication;
  close: () => void;
}

/** Asks before an application is deleted, and says what that does. */
export function DeleteDialog({ application: { id, name }, close }: DialogProps) {
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
      remove={() => applicationCalls.deleteAccessIntegrationId(api, id)}
      refreshed={() => refresh(client, QUERY_KEY)}
      refusal={error => refusalText(error, shellTexts.failed)}
      closeLabel={texts.close}
      close={close}
    />
  );
}

const MADE = pageValue<RegisteredApplication>();

/** Asks before an application gets another secret, and shows that this once. */
export function SecretDialog({ application: { id, name }, close }: DialogProps) {
  const { api } = useEngine();
  const rotation = useSubmit();
  const [made, setMade] = usePageValue(MADE);
  // that of another application may have come late
  const registered = made?.application.id === id ? made : null;
  const rotate = () =>
    void rotation.run(async () => {
      setMade(await applicationCalls.postAccessIntegrationIdSecret(api, id));
      notify({ text: texts.secretCreated({ name }), severity: 'info' });
    });
  return (
    <Dialog
      // the secret is shown this once
      closeOnClickOutside={!registered}
      closeOnEscape={!registered}
      title={texts.newSecret}
      size="lg"
      closeLabel={texts.close}
      close={close}
    >
      {rotation.error && <Notice kind="bad">{refusalText(rotation.error, shellTexts.failed)}</Notice>}
      {registered ? (
        <Credentials registered={registered} done={close} />
      ) : (
        <Confirmation
          words={{ title: texts.secretQuestion({ name }), yes: texts.createSecret, no: texts.keep }}
          busy={rotation.busy}
          confirm={rotate}
          keep={close}
        >
          {texts.secretText}
        </Confirmation>
      )}
    </Dialog>
  );
}
