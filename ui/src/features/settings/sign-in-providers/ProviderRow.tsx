import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedSignInProvider } from '@/generated/api';
import { ListRow, RowButton, useRowChange } from '@/shell/listed/ListRow';
import css from '@/shell/listed/list.module.css';
import { texts } from '@/texts/signInProviders';
import items from '@/ui/itemList.module.css';
import { kinds } from './kinds';
import { refreshProviders } from './queries';
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
  const test = useTest(name);
  const refreshed = () => refreshProviders(client);
  const turning = useRowChange(() => {
    const wanted = wantedOf({ ...valuesOf(provider), enabled: !enabled }, false);
    return accountCalls.putAccessApiUiSignInProvidersName(api, name, wanted);
  }, refreshed);
  return (
    <ListRow
      words={texts}
      name={label}
      enabled={enabled}
      about={<About provider={provider} />}
      ways={
        <>
          <RowButton
            data-up
            aria-label={texts.moveUp({ name: label })}
            disabled={isFirst || isMoving}
            onClick={() => moveBy(-1)}
          >
            <IconArrowUp size={16} aria-hidden="true" />
          </RowButton>
          <RowButton
            data-down
            aria-label={texts.moveDown({ name: label })}
            disabled={isLast || isMoving}
            onClick={() => moveBy(1)}
          >
            <IconArrowDown size={16} aria-hidden="true" />
          </RowButton>
          <RowButton
            aria-label={texts.testNamed({ name: label })}
            disabled={test.isPending}
            onClick={test.run}
          >
            {texts.test}
          </RowButton>
          <RowButton
            aria-label={enabled ? texts.turnOffNamed({ name: label }) : texts.turnOnNamed({ name: label })}
            disabled={turning.isPending}
            onClick={() => turning.mutate()}
          >
            {enabled ? texts.turnOff : texts.turnOn}
          </RowButton>
          <RowButton aria-label={texts.editNamed({ name: label })} onClick={edit}>
            {texts.edit}
          </RowButton>
        </>
      }
      removing={removing}
      remove={() => accountCalls.deleteAccessApiUiSignInProvidersName(api, name)}
      refreshed={refreshed}
    >
      <TestedNotice test={test} />
    </ListRow>
  );
}

function About({ provider }: Pick<ProviderRowProps, 'provider'>) {
  const { kind, issuer, has_client_secret, creates_accounts } = provider;
  const lacksSecret = !has_client_secret && kind !== 'saml';
  return (
    <>
      <div className={css.address}>
        {kinds[kind].title} · <code dir="ltr">{issuer}</code>
      </div>
      <div className={items.meta}>
        {[lacksSecret ? texts.noSecret : null, creates_accounts ? texts.creates : null]
          .filter(part => part !== null)
          .join(' · ')}
      </div>
    </>
  );
}
