import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { texts } from '@/texts/downloadRules';
import { Notice } from '@/ui/Notice';
import type { RuleProblems } from './RuleForm';
import type { RuleValues } from './ruleValues';

const ACTIONS = ['refuse', 'warn'] as const;
const CONDITIONS = ['severity', 'licence', 'age'] as const;
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

interface FieldsProps {
  values: RuleValues;
  set: (changes: Partial<RuleValues>) => void;
  problems: RuleProblems;
  /** Whether rules about severities apply at present. */
  severitiesApply: boolean;
}

export function RuleFields(props: FieldsProps) {
  const { values, set, problems } = props;
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameText}
        value={values.name}
        onChange={event => set({ name: event.currentTarget.value })}
        error={problems.name}
        autoComplete="off"
        data-autofocus
      />
      <NativeSelect
        label={texts.action}
        value={values.action}
        onChange={event => set({ action: event.currentTarget.value as RuleValues['action'] })}
        data={ACTIONS.map(value => ({ value, label: texts.actionTexts[value] }))}
      />
      <Textarea
        label={texts.repositories}
        description={texts.repositoriesText}
        value={values.repositories}
        onChange={event => set({ repositories: event.currentTarget.value })}
        error={problems.repositories}
        autosize={false}
        rows={2}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <NativeSelect
        label={texts.condition}
        value={values.type}
        onChange={event => set({ type: event.currentTarget.value as RuleValues['type'] })}
        data={CONDITIONS.map(value => ({ value, label: texts.conditions[value] }))}
      />
      <ConditionFields {...props} />
    </>
  );
}

function ConditionFields({ values, set, problems, severitiesApply }: FieldsProps) {
  switch (values.type) {
    case 'severity':
      return (
        <>
          <NativeSelect
            label={texts.severity}
            description={texts.severityText}
            value={values.severity}
            onChange={event => set({ severity: event.currentTarget.value as RuleValues['severity'] })}
            data={SEVERITIES.map(value => ({ value, label: texts.severities[value] }))}
          />
          {!severitiesApply && <Notice kind="info">{texts.severitiesOff}</Notice>}
        </>
      );
    case 'licence':
      return (
        <>
          <Textarea
            label={texts.licences}
            description={texts.licencesText}
            value={values.licences}
            onChange={event => set({ licences: event.currentTarget.value })}
            error={problems.licences}
            autosize={false}
            rows={3}
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
          <Checkbox
            label={texts.unknown}
            description={texts.unknownText}
            checked={values.unknown}
            onChange={event => set({ unknown: event.currentTarget.checked })}
          />
        </>
      );
    case 'age':
      return (
        <TextInput
          label={texts.hours}
          description={texts.hoursText}
          value={values.hours}
          onChange={event => set({ hours: event.currentTarget.value })}
          error={problems.hours}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          dir="ltr"
        />
      );
  }
}
