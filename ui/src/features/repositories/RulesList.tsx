import { type RefObject, useState } from 'react';
import { type Submit, useSubmit } from '@/engine/useSubmit';
import type { CurrentDownloadRules } from '@/generated/api';
import type { DownloadRule } from '@/generated/types';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/downloadRules';
import { noticeText } from '@/texts/noticeText';
import { Button } from '@/ui/Button';
import items from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { RuleRow } from './RuleRow';
import css from './rules.module.css';
import { useRulesCalls } from './useRules';

const without = (rules: readonly DownloadRule[], rule: DownloadRule) => rules.filter(one => one !== rule);

/** The rules with one of them put at a place. */
function withAt(rules: readonly DownloadRule[], rule: DownloadRule, place: number): DownloadRule[] {
  const all = [...rules];
  all.splice(place, 0, rule);
  return all;
}

interface RulesListProps {
  current: CurrentDownloadRules;
  edit: (name: string) => void;
  /** What gets the focus when the rule that had it is gone. */
  create: RefObject<HTMLButtonElement | null>;
}

/** The rules in their order, in which they are moved, turned on and off, and deleted. */
export function RulesList({ current, edit, create }: RulesListProps) {
  const submit = useSubmit();
  const { replace, load } = useRulesCalls();
  const [moved, setMoved] = useState('');
  const { rules, revision } = current;
  const send = (wanted: readonly DownloadRule[], done?: () => void) => {
    setMoved('');
    return submit.run(async () => {
      await replace(wanted, revision);
      done?.();
    });
  };
  const moveTo = (rule: DownloadRule, place: number) =>
    send(withAt(without(rules, rule), rule, place), () =>
      setMoved(texts.moved({ name: rule.name, place: place + 1, all: rules.length })),
    );
  const restore = async (rule: DownloadRule, place: number) => {
    try {
      const newest = await load();
      await replace(withAt(newest.rules, rule, place), newest.revision);
      notify({ severity: 'info', text: texts.restored({ name: rule.name }) });
    } catch (error) {
      notify({ severity: 'error', text: refusalText(error, texts.notRestored) });
    }
  };
  const remove = (rule: DownloadRule, at: number) =>
    send(without(rules, rule), () => {
      create.current?.focus();
      notify({
        severity: 'info',
        text: texts.deleted({ name: rule.name }),
        action: { label: texts.undo, run: () => void restore(rule, at) },
      });
    });
  return (
    <>
      <Refusal submit={submit} load={load} />
      <p className="wb-hidden" role="status">
        {moved}
      </p>
      <ol className={items.list} aria-label={texts.label}>
        {rules.map((rule, at) => (
          <RuleRow
            key={rule.name}
            rule={rule}
            at={at}
            isLast={at === rules.length - 1}
            busy={submit.busy}
            edit={() => edit(rule.name)}
            enable={enabled => void send(rules.map(one => (one === rule ? { ...rule, enabled } : one)))}
            moveTo={place => void moveTo(rule, place)}
            remove={() => void remove(rule, at)}
          />
        ))}
      </ol>
    </>
  );
}

/** Why a change of the list was refused. */
function Refusal({ submit, load }: { submit: Submit; load: () => Promise<unknown> }) {
  const { error } = submit;
  if (!error) return null;
  return (
    <div className={css.notice}>
      <Notice kind="bad">
        {error.code === 'edited_meanwhile' ? (
          <>
            {texts.notChanged}{' '}
            <Button size="compact-sm" variant="default" onClick={() => void submit.run(load)}>
              {texts.reload}
            </Button>
          </>
        ) : (
          noticeText(error.code, error.message, shellTexts.failed)
        )}
      </Notice>
    </div>
  );
}
