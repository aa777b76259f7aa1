import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedSignInProvider } from '@/generated/api';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/signInProviders';
import { Button } from '@/ui/Button';
import { Confirmation, useFocusAfter } from '@/ui/ConfirmButton';
import items from '@/ui/itemList.module.css';
import { notify } from '@/ui/notify';
import { StatusPill } from '@/ui/StatusPill';
import { kinds } from './kinds';
import { refreshProviders } from './queries';
import css from './sign-in-providers.module.css';
import { TestedNotice, useTest } from './TestedNotice';
import { valuesOf, wantedOf } from './values';

interface ProviderRowProps {
  provider: DescribedSignInProvider;
  isFirst: boolean;
  isLast: boolean;
  /** Whether the list is being put into another order. */
  isMoving: boolean;
  moveBy: (places: number) => void;
  edit: () => void;
  /** Called before it is deleted. */
  removing: () => void;
}

/** A provider in the list, with what can be done with it. */
export function ProviderRow(props: ProviderRowProps) {
  const { provider, isFirst, isLast, isMoving, moveBy, edit, removing } = props;
  const { name, label, enabled } = provider;
  const { api } = useEngine();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const opener = useFocusAfter(asking);
  const test = useTest(name);
  const options = {
    onError: (error: Error) =>
      notify({ text: refusalText(error, shellTexts.failed), severity: 'error' as const }),
    onSettled: () => refreshProviders(client),
  };
  const deletion = useMutation({
    ...options,
    mutationFn: () => accountCalls.deleteAccessApiUiSignInProvidersName(api, name),
    onSuccess: () => notify({ text: texts.deleted({ name: label }), severity: 'info' }),
  });
  const turning = useMutation({
    ...options,
    mutationFn: () => {
      const wanted = wantedOf({ ...valuesOf(provider), enabled: !enabled }, false);
      return accountCalls.putAccessApiUiSignInProvidersName(api, name, wanted);
    },
  });
  const way = (text: string, named: string, act: () => void, more: { disabled?: boolean } = {}) => (
    <Button size="compact-sm" variant="default" aria-label={named} onClick={act} {...more}>
      {text}
    </Button>
  );
  return (
    <li className={items.item}>
      <About provider={provider} />
      <StatusPill tone={enabled ? 'good' : 'gone'}>{enabled ? texts.on : texts.off}</StatusPill>
      {asking ? (
        <div className={css.question}>
          <Confirmation
            words={{ title: texts.deleteQuestion({ name: label }), yes: texts.delete, no: texts.keep }}
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
          <Button
            data-up
            size="compact-sm"
            variant="default"
            aria-label={texts.moveUp({ name: label })}
            disabled={isFirst || isMoving}
            onClick={() => moveBy(-1)}
          >
            <IconArrowUp size={16} aria-hidden="true" />
          </Button>
          <Button
            data-down
            size="compact-sm"
            variant="default"
            aria-label={texts.moveDown({ name: label })}
            disabled={isLast || isMoving}
            onClick={() => moveBy(1)}
          >
            <IconArrowDown size={16} aria-hidden="true" />
          </Button>
          {way(texts.test, texts.testNamed({ name: label }), test.run, { disabled: test.isPending })}
          {way(
            enabled ? texts.turnOff : texts.turnOn,
            enabled ? texts.turnOffNamed({ name: label }) : texts.turnOnNamed({ name: label }),
            () => turning.mutate(),
            { disabled: turning.isPending },
          )}
          {way(texts.edit, texts.editNamed({ name: label }), edit)}
          <Button
            ref={opener}
            size="compact-sm"
            variant="default"
            aria-label={texts.deleteNamed({ name: label })}
            onClick={() => setAsking(true)}
          >
            {texts.delete}
          </Button>
        </div>
      )}
      <TestedNotice test={test} />
    </li>
  );
}

function About({ provider }: Pick<ProviderRowProps, 'provider'>) {
  const { label, kind, issuer, has_client_secret, creates_accounts } = provider;
  const lacksSecret = !has_client_secret && kind !== 'saml';
  return (
    <div className={items.name}>
      <strong>
        <bdi>{label}</bdi>
      </strong>
      <div className={css.address}>
        {kinds[kind].title} · <code dir="ltr">{issuer}</code>
      </div>
      <div className={items.meta}>
        {[lacksSecret ? texts.noSecret : null, creates_accounts ? texts.creates : null]
          .filter(part => part !== null)
          .join(' · ')}
      </div>
    </div>
  );
}
