import { TextInput } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { issuerLimits } from '@/generated/trustedIssuers';
import { texts } from '@/texts/trustedIssuers';
import { Button } from '@/ui/Button';
import { ClaimFields } from './ClaimFields';
import type { Preset } from './presets';
import type { Problems } from './problems';
import { RobotField } from './RobotField';
import css from './trusted-issuers.module.css';
import type { Rule } from './values';

interface RuleFieldsProps {
  rule: Rule;
  /** Its place among the rules, from 0. */
  at: number;
  isLast: boolean;
  preset: Preset;
  problems: Problems;
  set: (changes: Partial<Rule>) => void;
  moveTo: (place: number) => void;
  remove: () => void;
}

/** The fields of a rule: the claims that a token must have, and what its job gets. */
export function RuleFields(props: RuleFieldsProps) {
  const { rule, at, isLast, preset, problems, set, moveTo, remove } = props;
  const name = rule.name.trim() || texts.form.unnamed;
  return (
    <fieldset className={css.rule}>
      <legend>{texts.form.ruleAt({ place: at + 1 })}</legend>
      <TextInput
        label={texts.form.ruleName}
        value={rule.name}
        onChange={event => set({ name: event.currentTarget.value })}
        error={problems[`${rule.id}.name`] ?? null}
        autoComplete="off"
        dir="auto"
        maxLength={issuerLimits.name}
        data-rule-name
      />
      <ClaimFields
        claims={rule.claims}
        preset={preset}
        set={claims => set({ claims })}
        problems={problems}
        problem={problems[`${rule.id}.claims`]}
      />
      <div className={css.beside}>
        <RobotField value={rule.robot} set={robot => set({ robot })} problem={problems[`${rule.id}.robot`]} />
        <TextInput
          label={texts.form.seconds}
          inputMode="numeric"
          value={rule.seconds}
          onChange={event => set({ seconds: event.currentTarget.value })}
          error={problems[`${rule.id}.seconds`] ?? null}
          autoComplete="off"
          maxLength={5}
          dir="ltr"
        />
      </div>
      <div className={css.ways}>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={texts.form.moveUp({ name })}
          disabled={at === 0}
          onClick={() => moveTo(at - 1)}
          data-up
        >
          <IconArrowUp size={16} aria-hidden="true" />
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={texts.form.moveDown({ name })}
          disabled={isLast}
          onClick={() => moveTo(at + 1)}
          data-down
        >
          <IconArrowDown size={16} aria-hidden="true" />
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.form.removeRuleNamed({ name })}
          onClick={remove}
          data-remove
        >
          {texts.form.removeRule}
        </Button>
      </div>
    </fieldset>
  );
}
