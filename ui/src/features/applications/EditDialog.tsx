import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedApplication, WantedApplication } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import { FormDialog } from '@/shell/FormDialog';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/applications';
import { notify } from '@/ui/notify';
import { ApplicationForm } from './ApplicationForm';
import { QUERY_KEY } from './queries';

interface EditDialogProps {
  application: DescribedApplication;
  close: () => void;
}

/** Changes an application, except for where it runs (APP-01). */
export function EditDialog({ application, close }: EditDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const save = async (wanted: WantedApplication) => {
    const { name } = await applicationCalls.putAccessIntegrationId(api, application.id, wanted);
    notify({ text: texts.saved({ name }), severity: 'info' });
    await refresh(client, QUERY_KEY);
    close();
  };
  return (
    <FormDialog title={texts.editNamed({ name: application.name })} closeLabel={texts.close} close={close}>
      <ApplicationForm before={application} send={save} cancel={close} />
    </FormDialog>
  );
}
