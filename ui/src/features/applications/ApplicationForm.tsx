import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedApplication, WantedApplication } from '@/generated/api';
import type { ApplicationKind, ApplicationScope } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { CODE } from '@/shell/form/code';
import { APPLICATION_SCOPES, scopeSentence } from '@/shell/scopeSentences';
import { texts } from '@/texts/applications';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './applications.module.css';
import { errorsOf, NEW, type Problems, problemsOf, type Values, valuesOf, wantedOf } from './problems';

const KINDS: readonly ApplicationKind[] = ['server', 'device'];

interface ApplicationFormProps {
  /** What is changed; null for a new application. */
  before: DescribedApplication | null;
  send: (wanted: WantedApplication) => Promise<void>;
  cancel: () => void;
}

/** What an administrator says about an application; the platform fills in the rest. */
export function ApplicationForm({ before, send, cancel }: ApplicationFormProps) {
  const { values, isDirty, set, problems, words, form, busy, submit } = useApplicationForm(before, send);
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={texts.form.label}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit();
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
      {before ? (
        <TextInput
          label={texts.form.kind}
          description={texts.form.kindFixed}
          value={texts.kind[before.kind]}
          error={problems.kind ?? null}
          readOnly
        />
      ) : (
        <KindField kind={values.kind} set={kind => set({ kind })} problem={problems.kind} />
      )}
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
      <ScopesField scopes={values.scopes} set={scopes => set({ scopes })} problem={problems.scopes} />
      {words && <Notice kind="bad">{words}</Notice>}
      <div className={css.acts}>
        <Button type="submit" loading={busy} disabled={before !== null && !isDirty}>
          {before ? texts.form.save : texts.form.create}
        </Button>
        <Button variant="default" onClick={cancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

interface KindFieldProps {
  kind: Values['kind'];
  set: (kind: ApplicationKind) => void;
  problem: string | undefined;
}

function KindField({ kind, set, problem }: KindFieldProps) {
  return (
    <div data-invalid={problem !== undefined || undefined}>
      <Radio.Group
        label={texts.form.kind}
        value={kind}
        onChange={chosen => set(chosen as ApplicationKind)}
        error={problem ?? null}
      >
        {KINDS.map(one => (
          <Radio
            key={one}
            value={one}
            label={texts.kind[one]}
            description={texts.form.kindText[one]}
            mt="xs"
          />
        ))}
      </Radio.Group>
    </div>
  );
}

interface ScopesFieldProps {
  scopes: readonly ApplicationScope[];
  set: (scopes: readonly ApplicationScope[]) => void;
  problem: string | undefined;
}

function ScopesField({ scopes, set, problem }: ScopesFieldProps) {
  return (
    <div data-invalid={problem !== undefined || undefined}>
      <Checkbox.Group
        label={texts.form.scopes}
        description={texts.form.scopesText}
        value={[...scopes]}
        onChange={chosen => set(APPLICATION_SCOPES.filter(scope => chosen.includes(scope)))}
        error={problem ?? null}
      >
        {APPLICATION_SCOPES.map(scope => (
          <Checkbox
            key={scope}
            value={scope}
            label={scopeSentence(scope)}
            description={<bdi dir="ltr">{scope}</bdi>}
            mt="xs"
          />
        ))}
      </Checkbox.Group>
    </div>
  );
}

function useApplicationForm(before: DescribedApplication | null, send: ApplicationFormProps['send']) {
  const submit = useSubmit();
  const [initial] = useState(() => (before ? valuesOf(before) : NEW));
  const [values, setValues] = useState(initial);
  const [found, setFound] = useState<Problems>({});
  const { form, focusProblem } = useProblemFocus();
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  useDraft(isDirty);
  return {
    form,
    values,
    isDirty,
    set: (changes: Partial<Values>) => {
      setValues(latest => ({ ...latest, ...changes }));
      setFound({});
      submit.clear();
    },
    ...errorsOf(submit.error, found),
    busy: submit.busy,
    submit: async () => {
      const { kind } = values;
      const problems = problemsOf(values);
      setFound(problems);
      submit.clear();
      const isSound = Object.keys(problems).length === 0;
      const isSent = isSound && kind !== '' && (await submit.run(() => send(wantedOf(values, kind))));
      if (!isSent) focusProblem();
    },
  };
}
