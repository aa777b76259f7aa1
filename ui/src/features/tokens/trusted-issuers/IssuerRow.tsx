import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedTrustedIssuer } from '@/generated/api';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/trustedIssuers';
import { Button } from '@/ui/Button';
import { Confirmation, useFocusAfter } from '@/ui/ConfirmButton';
import items from '@/ui/itemList.module.css';
import { notify } from '@/ui/notify';
import { StatusPill } from '@/ui/StatusPill';
import { refreshIssuers } from './queries';
import css from './trusted-issuers.module.css';

interface IssuerRowProps {
  issuer: DescribedTrustedIssuer;
  edit: () => void;
  test: () => void;
  /** Called before it is deleted. */
  removing: () => void;
}

/** An issuer in the list: where its tokens come from, its rules, and what can be done with it. */
export function IssuerRow({ issuer: of, edit, test, removing }: IssuerRowProps) {
  const { name, issuer, description, enabled, rules } = of;
  const { api } = useEngine();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const opener = useFocusAfter(asking);
  const deletion = useMutation({
    mutationFn: () => accountCalls.deleteAccessApiUiTrustedIssuersName(api, name),
    onSuccess: () => notify({ text: texts.deleted({ name }), severity: 'info' }),
    onError: error => notify({ text: refusalText(error, shellTexts.failed), severity: 'error' }),
    onSettled: () => refreshIssuers(client),
  });
  return (
    <li className={items.item}>
      <div className={items.name}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <div className={css.address}>
          <code dir="ltr">{issuer}</code>
        </div>
        {description !== '' && (
          <div className={css.address}>
            <bdi>{description}</bdi>
          </div>
        )}
        <div className={`${items.meta} ${css.address}`}>{rulesText(rules.map(rule => rule.name))}</div>
      </div>
      <StatusPill tone={enabled ? 'good' : 'gone'}>{enabled ? texts.on : texts.off}</StatusPill>
      {asking ? (
        <div className={css.question}>
          <Confirmation
            words={{ title: texts.deleteQuestion({ name }), yes: texts.delete, no: texts.keep }}
            busy={deletion.isPending}
            confirm={() => {
              removing();
              deletion.mutate();
            }}
            keep={() => setAsking(false)}
          >
            {texts.deleteText}
          </Confirmation>
        </div>
      ) : (
        <div className={css.ways}>
          <Button size="compact-sm" variant="default" aria-label={texts.testNamed({ name })} onClick={test}>
            {texts.test.open}
          </Button>
          <Button size="compact-sm" variant="default" aria-label={texts.editNamed({ name })} onClick={edit}>
            {texts.edit}
          </Button>
          <Button
            ref={opener}
            size="compact-sm"
            variant="default"
            aria-label={texts.deleteNamed({ name })}
            onClick={() => setAsking(true)}
          >
            {texts.delete}
          </Button>
        </div>
      )}
    </li>
  );
}

const rulesText = (names: readonly string[]): string =>
  names.length === 0 ? texts.noRules : texts.rules({ count: names.length, names: names.join(', ') });
