import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { DistributionTargetRow } from '@/generated/api';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { secretInput, textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/distribution';
import { PasswordInput } from '@/ui/PasswordInput';
import css from '../release-bundles.module.css';
import { isMoved, type Values } from './problems';
import { useTargetForm } from './useTargetForm';

interface TargetFormProps {
  /** The target to change; null for a new one. */
  before: DistributionTargetRow | null;
  leave: () => void;
}

/** What happens to a stored token, and whose a new one is. */
function tokenText(values: Values, before: DistributionTargetRow | null): string {
  if (!before?.has_token || values.token !== '') return texts.form.tokenText;
  return isMoved(values, before) ? texts.form.tokenMoved : texts.form.tokenKept;
}

/** The settings of a target. */
export function TargetForm({ before, leave }: TargetFormProps) {
  const form = useTargetForm(before, leave);
  const { values } = form;
  const title = before ? texts.form.edit : texts.form.add;
  const first = useRef<HTMLInputElement>(null);
  // the button that opened the form is gone
  useEffect(() => first.current?.focus(), []);
  return (
    <CheckedForm
      of={form}
      label={title}
      words={{ submit: before ? texts.form.save : texts.form.add, cancel: texts.form.cancel }}
      cancel={leave}
      isHeld={before !== null && !form.isDirty}
    >
      <h3 className={css.heading}>{title}</h3>
      <TextInput
        {...CODE}
        ref={before ? undefined : first}
        label={texts.form.key}
        description={texts.form.keyText}
        {...textInput(form, 'key')}
        maxLength={64}
        readOnly={before !== null}
      />
      <TextInput
        {...CODE}
        ref={before ? first : undefined}
        label={texts.form.url}
        description={texts.form.urlText}
        {...textInput(form, 'url')}
        inputMode="url"
      />
      <TextInput
        label={texts.form.description}
        {...textInput(form, 'description')}
        autoComplete="off"
        dir="auto"
      />
      <PasswordInput
        label={texts.form.token}
        description={<span aria-live="polite">{tokenText(values, before)}</span>}
        {...secretInput(form, 'token', 'token', texts.form.show)}
      />
    </CheckedForm>
  );
}
