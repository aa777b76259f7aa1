import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { DescribedWebhook, WantedWebhook } from '@/generated/api';
import { CODE } from '@/shell/form/code';
import { useProject } from '@/shell/menu/useMenus';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { EchoSheet } from './EchoSheet';
import { EventFields } from './EventFields';
import type { FieldsProps } from './fields';
import { outcomeOf, statusText } from './names';
import { inProject } from './place';
import { ReceiverFields } from './ReceiverFields';
import { type Tested, useWebhookForm } from './useWebhookForm';
import css from './webhooks.module.css';

interface WebhookFormProps {
  /** The webhook to change; null for a new one. */
  webhook: DescribedWebhook | null;
  send: (wanted: WantedWebhook) => Promise<DescribedWebhook>;
}

/** The settings of a webhook, which can be tested before they are saved. */
export function WebhookForm({ webhook, send }: WebhookFormProps) {
  const router = useRouter();
  const shown = useProject();
  // it never changes
  const project = webhook === null ? shown : webhook.project_key;
  const form = useWebhookForm(webhook, project);
  const { values, problems, set, moved } = form;
  const showButton = useRef<HTMLButtonElement>(null);
  const hide = () => {
    form.hide();
    // the sheet goes at once, and cannot return the focus itself
    showButton.current?.focus();
  };
  const fields: FieldsProps = { values, problems, set, moved, project };
  return (
    <form
      ref={form.form}
      className={css.form}
      aria-label={texts.form.label}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void form.save(send);
      }}
    >
      <General {...fields} isNew={webhook === null} />
      <EventFields {...fields} />
      <ReceiverFields {...fields} />
      {form.words && <Notice kind="bad">{form.words}</Notice>}
      {form.tested && <TestNotice tested={form.tested} />}
      <div className={css.acts}>
        <Button type="submit" loading={form.saving} disabled={form.testing || form.showing}>
          {texts.form.save}
        </Button>
        <Button
          variant="default"
          loading={form.testing}
          disabled={form.saving || form.showing}
          onClick={() => void form.test()}
        >
          {texts.form.test}
        </Button>
        <Button
          variant="default"
          ref={showButton}
          loading={form.showing}
          disabled={form.saving || form.testing}
          onClick={() => void form.show()}
        >
          {texts.echo.show}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            void router.navigate({ to: pathnameOf('admin.configuration.webhooks'), search: inProject(shown) })
          }
        >
          {texts.cancel}
        </Button>
      </div>
      {form.shown !== null && <EchoSheet request={form.shown} proxy={values.proxy} close={hide} />}
    </form>
  );
}

function General({ values, problems, set, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <section className={cards.card} aria-labelledby="webhook-general">
      <h2 id="webhook-general">{texts.form.general}</h2>
      <div className={css.fields}>
        <TextInput
          {...CODE}
          label={texts.form.key}
          description={texts.form.keyText}
          value={values.key}
          onChange={event => set({ key: event.currentTarget.value })}
          error={problems.key ?? null}
          maxLength={64}
          readOnly={!isNew}
        />
        <TextInput
          label={texts.form.description}
          value={values.description}
          onChange={event => set({ description: event.currentTarget.value })}
          error={problems.description ?? null}
          maxLength={500}
          autoComplete="off"
          dir="auto"
        />
        <Checkbox
          label={texts.form.enabled}
          checked={values.enabled}
          onChange={event => set({ enabled: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.form.ordered}
          description={texts.form.orderedText}
          checked={values.ordered}
          onChange={event => set({ ordered: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}

/** What came of a test (HOOK-03). */
function TestNotice({ tested: { result } }: { tested: Tested }) {
  return (
    <Notice kind={result?.result === 'success' ? 'info' : 'bad'}>
      <strong>{outcomeOf(result)}</strong>
      {result && <p className={css.took}>{statusText(result)}</p>}
    </Notice>
  );
}
