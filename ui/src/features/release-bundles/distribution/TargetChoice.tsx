import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/distribution';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import css from '../release-bundles.module.css';
import own from './distribution.module.css';
import { useTargets } from './queries';

interface TargetChoiceProps {
  chosen: readonly string[];
  problem: string | null;
  choose: (targets: readonly string[]) => void;
}

/** The targets that a bundle can be distributed to. Nothing is sent to those that have no token. */
export function TargetChoice({ chosen, problem, choose }: TargetChoiceProps) {
  const id = useId();
  const loaded = useTargets();
  const targets = loaded.data?.targets ?? [];
  // in the order of the list, also where one was chosen that is gone
  const toggle = (key: string, isOn: boolean) =>
    choose(targets.map(one => one.key).filter(one => (one === key ? isOn : chosen.includes(one))));
  if (loaded.isPending) return <Wait>{texts.choice.loading}</Wait>;
  if (loaded.isError)
    return (
      <Notice kind="bad">
        {failureText(loaded.error, texts.targets.failed)}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
          {texts.again}
        </Button>
      </Notice>
    );
  return (
    <fieldset
      className={css.group}
      aria-describedby={problem === null ? undefined : id}
      data-invalid={problem !== null || undefined}
    >
      <legend>{texts.choice.label}</legend>
      {targets.length === 0 && <p className={css.text}>{texts.choice.none}</p>}
      <div className={own.choice}>
        {targets.map(({ key: name, has_token, url }) => (
          <Checkbox
            key={name}
            label={has_token ? name : texts.choice.noToken({ name })}
            description={url}
            checked={chosen.includes(name)}
            disabled={!has_token}
            onChange={event => toggle(name, event.currentTarget.checked)}
          />
        ))}
      </div>
      {problem !== null && (
        <p className={css.problem} id={id} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
