import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedCleanupPolicy } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/cleanup';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { ChangePolicyForm, NewPolicyForm } from './PolicyForm';
import { PolicyPreview } from './PolicyPreview';
import css from './repositories.module.css';
import { runText } from './runText';

interface PolicyDialogProps {
  policy: DescribedCleanupPolicy;
  close: () => void;
}

/** A cleanup policy: its runs, what it would remove, its settings, and deleting it. */
export function PolicyDialog({ policy, close }: PolicyDialogProps) {
  return (
    <Dialog title={<bdi>{policy.key}</bdi>} size="lg" closeLabel={texts.close} close={close}>
      <Facts>
        <Fact name={texts.nextRun}>{policy.nextRun === null ? texts.never : dayTime(policy.nextRun)}</Fact>
        <Fact name={texts.lastRun}>
          <span aria-live="polite">{runText(policy)}</span>
        </Fact>
      </Facts>
      <Runs policy={policy} />
      <PolicyPreview policy={policy} />
      <div className={css.section}>
        <ChangePolicyForm policy={policy} />
      </div>
      <Removal policy={policy} close={close} />
    </Dialog>
  );
}

/** Beginning and cancelling a run, and the schedule. */
function Runs({ policy }: { policy: DescribedCleanupPolicy }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const { key, enabled, cronExp, progress, skipTrashcan } = policy;
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const send = (request: () => Promise<unknown>) =>
    void submit.run(async () => {
      await request();
      await refresh(client, ['cleanup-policies']);
    });
  return (
    <>
      {words && <Notice kind="bad">{words}</Notice>}
      <div className={css.actions}>
        {progress === null ? (
          <ConfirmButton
            words={{
              button: texts.run,
              title: texts.runQuestion({ name: key }),
              yes: texts.run,
              no: texts.cancel,
            }}
            busy={submit.busy}
            confirm={() =>
              send(async () => {
                await repositoryCalls.postCleanupPoliciesKeyRun(api, key);
                notify({ text: texts.started({ name: key }), severity: 'info' });
              })
            }
          >
            {skipTrashcan ? texts.runTextForGood : texts.runText}
          </ConfirmButton>
        ) : (
          <Button
            size="sm"
            variant="default"
            loading={submit.busy}
            onClick={() => send(() => repositoryCalls.deleteCleanupPoliciesKeyRun(api, key))}
          >
            {texts.stop}
          </Button>
        )}
        {cronExp !== '' && (
          <Button
            size="sm"
            variant="default"
            disabled={submit.busy}
            onClick={() =>
              send(() => repositoryCalls.postCleanupPoliciesKeyEnablement(api, key, { enabled: !enabled }))
            }
          >
            {enabled ? texts.disable : texts.enable}
          </Button>
        )}
      </div>
    </>
  );
}

function Removal({ policy, close }: PolicyDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const removal = useSubmit();
  const { error } = removal;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const { key } = policy;
  return (
    <div className={css.section}>
      {words && <Notice kind="bad">{words}</Notice>}
      <ConfirmButton
        words={{
          button: texts.delete,
          title: texts.deleteQuestion({ name: key }),
          yes: texts.delete,
          no: texts.cancel,
        }}
        busy={removal.busy}
        confirm={() =>
          void removal.run(async () => {
            await repositoryCalls.deleteCleanupPoliciesKey(api, key);
            notify({ text: texts.deleted({ name: key }), severity: 'info' });
            await refresh(client, ['cleanup-policies']);
            close();
          })
        }
      >
        {texts.deleteText}
      </ConfirmButton>
    </div>
  );
}

interface CreatePolicyDialogProps {
  close: () => void;
  created: (key: string) => void;
}

/** Creates a cleanup policy. It is previewed and run when it is there. */
export function CreatePolicyDialog({ close, created }: CreatePolicyDialogProps) {
  return (
    <Dialog title={texts.create} size="lg" closeLabel={texts.close} close={close}>
      <NewPolicyForm created={created} />
    </Dialog>
  );
}
