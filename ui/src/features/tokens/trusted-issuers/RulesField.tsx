import { useState } from 'react';
import { issuerLimits } from '@/generated/trustedIssuers';
import { useRowFocus } from '@/lib/useRowFocus';
import { texts } from '@/texts/trustedIssuers';
import { Button } from '@/ui/Button';
import type { Preset } from './presets';
import type { Problems } from './problems';
import { RuleFields } from './RuleFields';
import css from './trusted-issuers.module.css';
import { newRule, type Rule } from './values';

interface RulesFieldProps {
  rules: readonly Rule[];
  preset: Preset;
  set: (rules: Rule[]) => void;
  problems: Problems;
}

/** The rules of an issuer, in the order in which they are tried. */
export function RulesField({ rules, preset, set, problems }: RulesFieldProps) {
  const { list, adder, focusNext } = useRowFocus(rules);
  const [moved, setMoved] = useState('');
  const replace = (next: Rule[]) => {
    setMoved('');
    set(next);
  };
  const moveTo = (rule: Rule, from: number, place: number) => {
    const next = rules.filter(one => one !== rule);
    next.splice(place, 0, rule);
    focusNext(place, place < from ? '[data-up]' : '[data-down]');
    set(next);
    const name = rule.name.trim() || texts.form.unnamed;
    setMoved(texts.form.moved({ name, place: place + 1, all: rules.length }));
  };
  return (
    <section
      className={css.rules}
      aria-label={texts.form.rules}
      data-invalid={problems.rules !== undefined || undefined}
    >
      <h3>{texts.form.rules}</h3>
      <p className={css.text}>{texts.form.rulesText}</p>
      <p className="wb-hidden" role="status">
        {moved}
      </p>
      {rules.length > 0 && (
        <ol ref={list} className={css.list}>
          {rules.map((rule, at) => (
            <li key={rule.id}>
              <RuleFields
                rule={rule}
                at={at}
                isLast={at === rules.length - 1}
                preset={preset}
                problems={problems}
                set={changes => replace(rules.map(one => (one === rule ? { ...one, ...changes } : one)))}
                moveTo={place => moveTo(rule, at, place)}
                remove={() => {
                  focusNext(at, '[data-remove]');
                  replace(rules.filter(one => one !== rule));
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {problems.rules !== undefined && (
        <p className={css.problem} role="alert">
          {problems.rules}
        </p>
      )}
      <Button
        ref={adder}
        size="compact-sm"
        variant="default"
        disabled={rules.length >= issuerLimits.rules}
        onClick={() => {
          focusNext(rules.length, '[data-rule-name]');
          replace([...rules, newRule(preset)]);
        }}
      >
        {texts.form.addRule}
      </Button>
    </section>
  );
}
