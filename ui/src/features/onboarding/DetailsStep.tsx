import '@mantine/core/styles/Input.layer.css';
import { Input, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { waitFor } from 'xstate';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import type { Answers, Personal, WorkRole } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { forgetTyped, keepTyped, readTyped } from '@/lib/typed';
import { texts } from '@/texts/onboarding';
import { Choice } from './Choice';
import { type Missing, missingDetails } from './missingDetails';
import css from './onboarding.module.css';
import { StepFrame } from './StepFrame';
import type { Wizard } from './useWizard';

interface DetailsStepProps {
  wizard: Wizard;
  answers: Answers;
  person: string;
}

const roles: readonly WorkRole[] = ['devops_engineer', 'software_developer', 'devsecops_engineer', 'other'];

/** A link that is down comes back within this time, as a rule. */
const CURRENT_WITHIN_MS = 30_000;

const FIRST_WRONG = 'input[aria-invalid="true"], [data-invalid] input';

const typed = (text: Personal | null) => text?.value ?? '';

/**
 * Details of the user. What is typed is sent by HTTP and stored in the vault; the wizard's log never has it. Until it is
 * sent this tab keeps it over a reload.
 */
export function DetailsStep({ wizard, answers, person }: DetailsStepProps) {
  const { api, mirror } = useEngine();
  const { details } = answers;
  const [kept] = useState(() => readTyped('details', person));
  const [role, setRole] = useState(() => roles.find(known => known === kept.role) ?? details.role);
  const [otherRole, setOtherRole] = useState(kept.otherRole ?? typed(details.other_role));
  const [companyName, setCompanyName] = useState(kept.companyName ?? typed(details.company_name));
  const [ossProjectName, setOssProjectName] = useState(
    kept.ossProjectName ?? typed(details.oss_project_name),
  );
  const changed = {
    ...(role && role !== details.role && { role }),
    ...(otherRole !== typed(details.other_role) && { otherRole }),
    ...(companyName !== typed(details.company_name) && { companyName }),
    ...(ossProjectName !== typed(details.oss_project_name) && { ossProjectName }),
  };
  const isDirty = Object.keys(changed).length > 0;
  useDraft(isDirty);
  useEffect(() => {
    if (isDirty) keepTyped('details', person, changed);
    else forgetTyped('details');
  });
  const { refusal } = wizard;
  const all = missingDetails(answers);
  const missing = all.some(code => code === refusal?.code) ? all : [];
  const errorOf = (code: Missing) => (missing.includes(code) ? texts.problems[code] : undefined);
  const fields = useRef<HTMLDivElement>(null);
  const roleError = useId();
  const first = missing[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the server has rejected the step
  useEffect(() => {
    if (first) fields.current?.querySelector<HTMLElement>(FIRST_WRONG)?.focus();
  }, [refusal]);

  const describe = async () => {
    const before = mirror.view('onboarding')?.instance ?? 0;
    const body = { role: role ?? undefined, otherRole, companyName, ossProjectName };
    await calls.postOnboardingDetails(api, body);
    // the answer may overtake the socket's message, and what comes next is decided on that
    const isCurrent = ({ context: view }: { context: { instance: number } | null }) =>
      (view?.instance ?? 0) > before;
    await waitFor(mirror.actor('onboarding'), isCurrent, { timeout: CURRENT_WITHIN_MS }).catch(
      () => undefined,
    );
  };
  const field = (label: string, lacks: Missing | null, value: string, set: (value: string) => void) => (
    <TextInput
      label={label}
      error={lacks && errorOf(lacks)}
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={event => set(event.currentTarget.value)}
    />
  );
  return (
    <StepFrame
      step="details"
      title={texts.details.title}
      wizard={wizard}
      submit={texts.next}
      onSubmit={() => wizard.act(describe, { type: 'next' })}
      onBack={() => void wizard.act(describe, { type: 'back' })}
      hasOwnText={missing.length > 0}
    >
      <div ref={fields} className={css.form}>
        <fieldset
          className={css.choices}
          data-invalid={errorOf('role_missing') && true}
          aria-describedby={errorOf('role_missing') && roleError}
        >
          <legend>{texts.details.role}</legend>
          {roles.map(which => (
            <Choice
              key={which}
              kind="radio"
              name="role"
              label={texts.roles[which]}
              checked={role === which}
              onChange={() => setRole(which)}
            />
          ))}
          {errorOf('role_missing') && <Input.Error id={roleError}>{errorOf('role_missing')}</Input.Error>}
        </fieldset>
        {role === 'other' && field(texts.details.otherRole, 'other_role_missing', otherRole, setOtherRole)}
        {answers.purpose === 'commercial'
          ? field(texts.details.company, 'company_name_missing', companyName, setCompanyName)
          : field(texts.details.project, null, ossProjectName, setOssProjectName)}
      </div>
    </StepFrame>
  );
}
