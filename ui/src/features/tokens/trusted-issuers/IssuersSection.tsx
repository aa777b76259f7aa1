import { loadChunk } from '@/lib/chunk';
import { useOpened } from '@/lib/useOpened';
import { lazyWith } from '@/shell/lazyPage';
import { ListSection } from '@/shell/listed/ListSection';
import { texts } from '@/texts/trustedIssuers';
import { IssuerRow } from './IssuerRow';
import { useTrustedIssuers } from './queries';

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
  const loaded = useTrustedIssuers();
  const all = loaded.data?.issuers;
  const named = (name: string | undefined) => all?.find(one => one.name === name) ?? null;
  const edited = useOpened(search.issuer, named(search.issuer));
  const tested = useOpened(search.test, named(search.test));
  const isNew = search.new === NEW_ISSUER;
  const close = () => show('');
  return (
    <ListSection
      words={texts}
      loaded={loaded}
      rows={all}
      wanted={search.issuer ?? search.test}
      newQuery={`new=${NEW_ISSUER}`}
      show={show}
      row={(issuer, _, removing) => (
        <IssuerRow
          key={issuer.name}
          issuer={issuer}
          edit={() => show(`issuer=${encodeURIComponent(issuer.name)}`)}
          test={() => show(`test=${encodeURIComponent(issuer.name)}`)}
          removing={removing}
        />
      )}
    >
      {adder => (
        <>
          {isNew && <IssuerDialog issuer={null} rest={adder} close={close} />}
          {edited && <IssuerDialog key={edited.name} issuer={edited} rest={adder} close={close} />}
          {tested && <TestDialog key={tested.name} issuer={tested} rest={adder} close={close} />}
        </>
      )}
    </ListSection>
  );
}
