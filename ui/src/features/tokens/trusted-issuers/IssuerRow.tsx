import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedTrustedIssuer } from '@/generated/api';
import { ListRow, RowButton } from '@/shell/listed/ListRow';
import css from '@/shell/listed/list.module.css';
import { texts } from '@/texts/trustedIssuers';
import items from '@/ui/itemList.module.css';
import { refreshIssuers } from './queries';

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
  return (
    <ListRow
      words={texts}
      name={name}
      enabled={enabled}
      about={
        <>
          <div className={css.address}>
            <code dir="ltr">{issuer}</code>
          </div>
          {description !== '' && (
            <div className={css.address}>
              <bdi>{description}</bdi>
            </div>
          )}
          <div className={`${items.meta} ${css.address}`}>{rulesText(rules.map(rule => rule.name))}</div>
        </>
      }
      ways={
        <>
          <RowButton aria-label={texts.testNamed({ name })} onClick={test}>
            {texts.test.open}
          </RowButton>
          <RowButton aria-label={texts.editNamed({ name })} onClick={edit}>
            {texts.edit}
          </RowButton>
        </>
      }
      removing={removing}
      remove={() => accountCalls.deleteAccessApiUiTrustedIssuersName(api, name)}
      refreshed={() => refreshIssuers(client)}
    />
  );
}

const rulesText = (names: readonly string[]): string =>
  names.length === 0 ? texts.noRules : texts.rules({ count: names.length, names: names.join(', ') });
