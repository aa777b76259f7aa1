import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useState } from 'react';
import type { DownloadRule } from '@/generated/types';
import { texts } from '@/texts/downloadRules';
import { Button } from '@/ui/Button';
import { Confirmation, useFocusAfter } from '@/ui/ConfirmButton';
import items from '@/ui/itemList.module.css';
import { StatusPill, type Tone } from '@/ui/StatusPill';
import css from './rules.module.css';
import { conditionText } from './ruleText';

const toneOf = ({ enabled, action }: DownloadRule): Tone => {
  if (!enabled) return 'gone';
  return action === 'refuse' ? 'bad' : 'warning';
};

interface RuleRowProps {
  rule: DownloadRule;
  /** Its place in the list, from 0. */
  at: number;
  isLast: boolean;
  /** Whether a change of the list is under way. */
  busy: boolean;
  edit: () => void;
  enable: (enabled: boolean) => void;
  moveTo: (place: number) => void;
  remove: () => void;
}

/** A rule in the list: what it is about, what happens then, and what can be done with it. */
export function RuleRow({ rule, at, isLast, busy, edit, enable, moveTo, remove }: RuleRowProps) {
  const { name, enabled, action, repositories, condition } = rule;
  const [asking, setAsking] = useState(false);
  const opener = useFocusAfter(asking);
  return (
    <li className={items.item}>
      <span className={css.place} aria-hidden="true">
        {at + 1}
      </span>
      <div className={items.name}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <div className={css.about}>{conditionText(condition)}</div>
        <div className={`${items.meta} ${css.about}`}>
          {repositories.length === 0 ? (
            texts.allRepositories
          ) : (
            <code className="wb-mono" dir="ltr">
              {repositories.join(', ')}
            </code>
          )}
        </div>
      </div>
      <StatusPill tone={toneOf(rule)}>{texts.actions[action]}</StatusPill>
      <label className={css.switch}>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has this state already, and ARIA may not repeat it
          role="switch"
          aria-label={texts.enabledNamed({ name })}
          aria-disabled={busy || undefined}
          checked={enabled}
          onChange={event => !busy && enable(event.currentTarget.checked)}
        />
        {texts.enabled}
      </label>
      {asking ? (
        <div className={css.question}>
          <Confirmation
            words={{ title: texts.deleteQuestion({ name }), yes: texts.delete, no: texts.keep }}
            busy={busy}
            confirm={remove}
            keep={() => setAsking(false)}
          >
            {texts.deleteText}
          </Confirmation>
        </div>
      ) : (
        <div className={css.ways}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={texts.moveUp({ name })}
            disabled={busy || at === 0}
            onClick={() => moveTo(at - 1)}
          >
            <IconArrowUp size={16} aria-hidden="true" />
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={texts.moveDown({ name })}
            disabled={busy || isLast}
            onClick={() => moveTo(at + 1)}
          >
            <IconArrowDown size={16} aria-hidden="true" />
          </Button>
          <Button size="compact-sm" variant="default" aria-label={texts.editNamed({ name })} onClick={edit}>
            {texts.edit}
          </Button>
          <Button
            ref={opener}
            size="compact-sm"
            variant="default"
            aria-label={texts.deleteNamed({ name })}
            disabled={busy}
            onClick={() => setAsking(true)}
          >
            {texts.delete}
          </Button>
        </div>
      )}
    </li>
  );
}
