import { type FormEvent, useState } from 'react';
import { type Submit, useSubmit } from '@/engine/useSubmit';
import type { CurrentDownloadRules } from '@/generated/api';
import type { DownloadRule } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { useTyped } from '@/lib/useTyped';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/downloadRules';
import { noticeText } from '@/texts/noticeText';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { RuleFields } from './RuleFields';
import {
  areHoursWrong,
  fieldOf,
  isNameMissing,
  NEW_RULE,
  type RuleValues,
  ruleOf,
  valuesOf,
} from './ruleValues';
import { useRulesCalls } from './useRules';

/** The sentence below each field that has to be changed. */
export type RuleProblems = Partial<Record<keyof RuleValues, string>>;

/** The list with a rule in place of the one that it was made from, or at its end. */
function withRule(
  rules: readonly DownloadRule[],
  before: DownloadRule | null,
  values: RuleValues,
): DownloadRule[] {
  const now = rules.find(one => one.name === before?.name);
  const rule = ruleOf(values, (now ?? before)?.enabled ?? true);
  return now ? rules.map(one => (one === now ? rule : one)) : [...rules, rule];
}

const checked = (values: RuleValues): RuleProblems => ({
  ...(isNameMissing(values) && { name: texts.nameMissing }),
  ...(areHoursWrong(values) && { hours: texts.hoursWrong }),
});

function refused({ error }: Submit): RuleProblems {
  const field = fieldOf(error?.code);
  return error && field ? { [field]: noticeText(error.code, error.message, shellTexts.failed) } : {};
}

interface RuleFormProps {
  /** The rule that is changed; null for a new one. */
  rule: DownloadRule | null;
  current: CurrentDownloadRules;
  close: () => void;
}

/** The settings of a rule. What was entered stays where another administrator has changed the rules meanwhile. */
export function RuleForm({ rule, current, close }: RuleFormProps) {
  const submit = useSubmit();
  const { form, focusProblem } = useProblemFocus();
  const { replace, load } = useRulesCalls();
  // a change is based on the rules that the administrator has seen, not on those that have come since
  const [seen, setSeen] = useState({ rules: current, isReloaded: false });
  const [isChecked, setIsChecked] = useState(false);
  const before = rule ? valuesOf(rule) : NEW_RULE;
  const owner = `${useCurrentUser().person ?? ''}/${rule?.name ?? ''}`;
  const typed = useTyped('download-rule', owner, before);
  const { values } = typed;
  useDraft((Object.keys(values) as (keyof RuleValues)[]).some(name => values[name] !== before[name]));
  const set = (changes: Partial<RuleValues>) => {
    // a sentence about a field is out of date once that is changed
    if (fieldOf(submit.error?.code) !== null) submit.clear();
    typed.set(changes);
  };
  const save = async () => {
    const wanted = withRule(seen.rules.rules, rule, values);
    await replace(wanted, seen.rules.revision);
    typed.begin(before);
    const name = values.name.trim();
    notify({ text: rule ? texts.saved({ name }) : texts.made({ name }), severity: 'info' });
    close();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    const isRight = Object.keys(checked(values)).length === 0;
    if (!isRight || !(await submit.run(save))) focusProblem();
  };
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={rule ? rule.name : texts.create}
      noValidate
      onSubmit={event => void send(event)}
    >
      <FormNotice
        submit={submit}
        reload={async () => setSeen({ rules: await load(), isReloaded: true })}
        isReloaded={seen.isReloaded}
        isGone={rule !== null && !seen.rules.rules.some(one => one.name === rule.name)}
      />
      <RuleFields
        values={values}
        set={set}
        problems={{ ...refused(submit), ...(isChecked && checked(values)) }}
        severitiesApply={seen.rules.severities_apply}
      />
      <div className={css.row}>
        <Button type="submit" size="sm" loading={submit.busy}>
          {rule ? texts.save : texts.createRule}
        </Button>
      </div>
    </form>
  );
}

interface FormNoticeProps {
  submit: Submit;
  reload: () => Promise<void>;
  isReloaded: boolean;
  /** Whether the rule is no longer among those that were loaded. */
  isGone: boolean;
}

/** What the whole form is about: a refusal that belongs to no field, or that the newest rules have been loaded. */
function FormNotice({ submit, reload, isReloaded, isGone }: FormNoticeProps) {
  const { error } = submit;
  if (error?.code === 'edited_meanwhile')
    return (
      <Notice kind="bad">
        {texts.editedMeanwhile}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void submit.run(reload)}>
          {texts.reload}
        </Button>
      </Notice>
    );
  if (error && fieldOf(error.code) === null)
    return <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>;
  if (!isReloaded) return null;
  return <Notice kind="info">{isGone ? texts.goneMeanwhile : texts.reloaded}</Notice>;
}
