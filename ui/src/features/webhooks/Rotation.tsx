import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as webhookCalls from '@/generated/webhookCalls';
import { useDraft } from '@/lib/drafts';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PasswordInput } from '@/ui/PasswordInput';
import css from './webhooks.module.css';

interface RotationProps {
  name: string;
  /** Whether the secret before the newest one counts too. */
  hasEarlier: boolean;
  /** Whether it does after a rotation, as by the rules of Standard Webhooks. */
  keepsEarlier: boolean;
}

/** Replaces the secret of a webhook while its receiver may still have the earlier one, and retires that. */
export function Rotation({ name, hasEarlier, keepsEarlier }: RotationProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [secret, setSecret] = useState('');
  const [isMissing, setMissing] = useState(false);
  useDraft(secret !== '');
  const { error } = submit;
  const run = (request: () => Promise<unknown>, done: string) =>
    void submit.run(async () => {
      await request();
      notify({ text: done, severity: 'info' });
      setSecret('');
      await refresh(client, ['webhooks']);
    });
  const rotate = () => {
    setMissing(secret === '');
    if (secret === '') return;
    run(() => webhookCalls.postWebhooksKeySecret(api, name, { secret }), texts.rotation.rotated({ name }));
  };
  return (
    <section className={`${cards.card} ${css.narrow}`} aria-labelledby="webhook-rotation">
      <h2 id="webhook-rotation">{texts.rotation.title}</h2>
      <p className={cards.text}>{keepsEarlier ? texts.rotation.text : texts.rotation.replaces}</p>
      {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
      <form
        className={css.fields}
        aria-label={texts.rotation.title}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          rotate();
        }}
      >
        <PasswordInput
          label={texts.rotation.secret}
          value={secret}
          onChange={event => {
            setSecret(event.currentTarget.value);
            setMissing(false);
          }}
          error={isMissing ? texts.problem.mandatory : null}
          autoComplete="new-password"
          dir="ltr"
          show={texts.form.show}
        />
        <div className={css.acts}>
          <Button type="submit" size="sm" variant="default" loading={submit.busy}>
            {texts.rotation.rotate}
          </Button>
        </div>
      </form>
      {hasEarlier && (
        <div className={css.earlier}>
          <p className={css.text}>{texts.rotation.earlier}</p>
          <ConfirmButton
            words={{
              button: texts.rotation.retire,
              title: texts.rotation.retireQuestion,
              yes: texts.rotation.retire,
              no: texts.keep,
            }}
            busy={submit.busy}
            confirm={() =>
              run(
                () => webhookCalls.deleteWebhooksKeyEarlierSecret(api, name),
                texts.rotation.retired({ name }),
              )
            }
          >
            {texts.rotation.retireText}
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}
