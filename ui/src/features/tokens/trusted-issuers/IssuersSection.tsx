import { useId } from 'react';
import { loadChunk } from '@/lib/chunk';
import { useOpened } from '@/lib/useOpened';
import { useOpener } from '@/lib/useOpener';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/trustedIssuers';
import { Button } from '@/ui/Button';
import items from '@/ui/itemList.module.css';
import { LateNotice } from '@/ui/LateNotice';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { IssuerRow } from './IssuerRow';
import { useTrustedIssuers } from './queries';
import css from './trusted-issuers.module.css';

const IssuerDialog = lazyWith(() =>
  loadChunk('trusted-issuer-dialog', () => import('./IssuerDialog')).then(part => part.IssuerDialog),
);
const TestDialog = lazyWith(() =>
  loadChunk('trusted-issuer-test', () => import('./TestDialog')).then(part => part.TestDialog),
);

/** What the address of the page names of this section. */
export interface IssuersSearch {
  /** The name of the issuer that is changed. */
  issuer?: string;
  /** The name of the issuer that a token is tested against. */
  test?: string;
  /** `issuer` if the form of a new one is open. */
  new?: string;
}

/** The value of `new` with which the form of a new issuer is open. */
export const NEW_ISSUER = 'issuer';

interface IssuersSectionProps {
  search: IssuersSearch;
  /** Shows what a query names; nothing for an empty one. */
  show: (query: string) => void;
}

/** The issuers whose tokens are exchanged for access tokens of robots (ROBOT-02). */
export function IssuersSection({ search, show }: IssuersSectionProps) {
  const heading = useId();
  const loaded = useTrustedIssuers();
  const all = loaded.data?.issuers;
  const {
    list,
    rest: adder,
    removing,
  } = useRemovalFocus<HTMLButtonElement>(all?.map(({ name }) => name) ?? []);
  const named = (name: string | undefined) => all?.find(one => one.name === name) ?? null;
  const edited = useOpened(search.issuer, named(search.issuer));
  const tested = useOpened(search.test, named(search.test));
  const isNew = search.new === NEW_ISSUER;
  const wanted = search.issuer ?? search.test;
  const opening = useOpener(isNew || edited !== null || tested !== null, () => adder.current?.focus());
  const open = (query: string) => {
    opening();
    show(query);
  };
  const close = () => show('');
  return (
    <section className={css.section} aria-labelledby={heading}>
      <div className={css.head}>
        <h2 id={heading}>{texts.title}</h2>
        <Button ref={adder} size="sm" onClick={() => open(`new=${NEW_ISSUER}`)}>
          {texts.add}
        </Button>
      </div>
      <p className={css.lead}>{texts.lead}</p>
      {wanted !== undefined && (
        <LateNotice shown={all !== undefined && !named(wanted)}>{texts.absent({ name: wanted })}</LateNotice>
      )}
      {loaded.isPending && <Wait>{texts.loading}</Wait>}
      {loaded.isError && (
        <Notice kind="bad">
          {failureText(loaded.error, texts.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
            {shellTexts.system.retry}
          </Button>
        </Notice>
      )}
      {all?.length === 0 && (
        <div className={css.empty}>
          <strong>{texts.empty}</strong>
          <span>{texts.emptyText}</span>
        </div>
      )}
      {all && all.length > 0 && (
        <ul ref={list} className={items.list} aria-label={texts.title}>
          {all.map(issuer => (
            <IssuerRow
              key={issuer.name}
              issuer={issuer}
              edit={() => open(`issuer=${encodeURIComponent(issuer.name)}`)}
              test={() => open(`test=${encodeURIComponent(issuer.name)}`)}
              removing={() => removing(issuer.name)}
            />
          ))}
        </ul>
      )}
      {isNew && <IssuerDialog issuer={null} close={close} />}
      {edited && <IssuerDialog key={edited.name} issuer={edited} close={close} />}
      {tested && <TestDialog key={tested.name} issuer={tested} close={close} />}
    </section>
  );
}
