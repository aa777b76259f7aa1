import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Radio, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { RegisteredApplication } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import type { ApplicationKind } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { texts } from '@/texts/applications';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import css from './applications.module.css';
import { errorsOf, NEW, type Problems, problemsOf, type Values } from './problems';

const KINDS: readonly ApplicationKind[] = ['server', 'device'];
const CODE = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const;

interface ApplicationFormProps {
  done: (registered: RegisteredApplication) => void;
  cancel: () => void;
}

/** What an administrator says about an application; the platform fills in the rest. */
export function ApplicationForm({ done, cancel }: ApplicationFormProps) {
  const { values, set, problems, words, form, busy, send } = useApplicationForm(done);
  return (
    <form
      ref={form}
      className={`${cards.card} ${css.form}`}
      aria-label={texts.form.label}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        {...CODE}
        label={texts.form.name}
        description={texts.form.nameText}
        value={values.name}
        onChange={event => set({ name: event.currentTarget.value })}
        error={problems.name ?? null}
        maxLength={100}
      />
      <div data-invalid={problems.kind !== undefined || undefined}>
        <Radio.Group
          label={texts.form.kind}
          value={values.kind}
          onChange={kind => set({ kind: kind as ApplicationKind })}
          error={problems.kind ?? null}
        >
          {KINDS.map(kind => (
            <Radio
              key={kind}
              value={kind}
              label={texts.kind[kind]}
              description={texts.form.kindText[kind]}
              mt="xs"
            />
          ))}
        </Radio.Group>
      </div>
      <Textarea
        label={texts.form.description}
        description={texts.form.descriptionText}
        value={values.description}
        onChange={event => set({ description: event.currentTarget.value })}
        error={problems.description ?? null}
        maxLength={1_000}
        rows={3}
        autoComplete="off"
        dir="auto"
      />
      <TextInput
        {...CODE}
        label={texts.form.callback}
        description={texts.form.callbackText}
        value={values.callback_url}
        onChange={event => set({ callback_url: event.currentTarget.value })}
        error={problems.callback_url ?? null}
        inputMode="url"
        maxLength={2_048}
      />
      {words && <Notice kind="bad">{words}</Notice>}
      <div className={css.acts}>
        <Button type="submit" loading={busy}>
          {texts.form.create}
        </Button>
        <Button variant="default" onClick={cancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

function useApplicationForm(done: ApplicationFormProps['done']) {
  const { api } = useEngine();
  const submit = useSubmit();
  const [values, setValues] = useState(NEW);
  const [found, setFound] = useState<Problems>({});
  const { form, focusProblem } = useProblemFocus();
  useDraft(Object.values(values).some(value => value !== ''));
  const send = async () => {
    const { kind } = values;
    const problems = problemsOf(values);
    setFound(problems);
    submit.clear();
    const isSound = Object.keys(problems).length === 0;
    const sent =
      isSound &&
      kind !== '' &&
      (await submit.run(async () => {
        done(await applicationCalls.postAccessIntegration(api, { ...values, kind }));
      }));
    if (!sent) focusProblem();
  };
  return {
    form,
    values,
    set: (changes: Partial<Values>) => {
      setValues(latest => ({ ...latest, ...changes }));
      setFound({});
      submit.clear();
    },
    ...errorsOf(submit.error, found),
    busy: submit.busy,
    send,
  };
}
