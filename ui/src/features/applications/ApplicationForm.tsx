import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import type { DescribedApplication, WantedApplication } from '@/generated/api';
import type { ApplicationKind, ApplicationScope } from '@/generated/types';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { textInput } from '@/shell/form/inputs';
import { useCheckedForm } from '@/shell/form/useCheckedForm';
import { APPLICATION_SCOPES, scopeSentence } from '@/shell/scopeSentences';
import { texts } from '@/texts/applications';
import css from './applications.module.css';
import { NEW, problemsOf, refused, type Values, valuesOf, wantedOf } from './problems';

const KINDS: readonly ApplicationKind[] = ['server', 'device'];

interface ApplicationFormProps {
  /** What is changed; null for a new application. */
  before: DescribedApplication | null;
  send: (wanted: WantedApplication) => Promise<void>;
  cancel: () => void;
}

/** What an administrator says about an application; the platform fills in the rest. */
export function ApplicationForm({ before, send, cancel }: ApplicationFormProps) {
  const form = useCheckedForm({
    before,
    initial: seen => (seen ? valuesOf(seen) : NEW),
    check: problemsOf,
    send: async values => {
      const { kind } = values;
      if (kind !== '') await send(wantedOf(values, kind));
    },
    refused,
  });
  const { values, problems, set } = form;
  return (
    <CheckedForm
      of={form}
      label={texts.form.label}
      words={{ submit: before ? texts.form.save : texts.form.create, cancel: texts.cancel }}
      cancel={cancel}
      isHeld={before !== null && !form.isDirty}
      className={css.form}
    >
      <TextInput
        {...CODE}
        label={texts.form.name}
        description={texts.form.nameText}
        {...textInput(form, 'name')}
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
        {...textInput(form, 'description')}
        maxLength={1_000}
        rows={3}
        autoComplete="off"
        dir="auto"
      />
      <TextInput
        {...CODE}
        label={texts.form.callback}
        description={texts.form.callbackText}
        {...textInput(form, 'callback_url')}
        inputMode="url"
        maxLength={2_048}
      />
      <ScopesField scopes={values.scopes} set={scopes => set({ scopes })} problem={problems.scopes} />
    </CheckedForm>
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
