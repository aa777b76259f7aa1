import { loadChunk } from '@/lib/chunk';
import { useOpened } from '@/lib/useOpened';
import { lazyWith } from '@/shell/lazyPage';
import { ListSection } from '@/shell/listed/ListSection';
import { texts } from '@/texts/signInProviders';
import { ProviderRow } from './ProviderRow';
import { useSignInProviders } from './queries';
import { useMoving } from './useMoving';

const ProviderDialog = lazyWith(() =>
  loadChunk('sign-in-provider-dialog', () => import('./ProviderDialog')).then(part => part.ProviderDialog),
);

/** What the address of the page names of this section. */
export interface ProvidersSearch {
  /** The name of the provider that is changed. */
  provider?: string;
  /** `provider` if the form of a new one is open. */
  new?: string;
}

const NEW = 'provider';

interface ProvidersSectionProps {
  search: ProvidersSearch;
  /** Shows what a query names; nothing for an empty one. */
  show: (query: string) => void;
}

/** The providers with which users sign in (SSO-01). */
export function ProvidersSection({ search, show }: ProvidersSectionProps) {
  const loaded = useSignInProviders();
  const all = loaded.data?.providers;
  const moving = useMoving(all ?? []);
  const edited = useOpened(search.provider, all?.find(({ name }) => name === search.provider) ?? null);
  const isNew = search.new === NEW;
  const close = () => show('');
  const last = Math.max(-1, ...(all ?? []).map(({ order }) => order));
  return (
    <ListSection
      words={texts}
      loaded={loaded}
      rows={all}
      wanted={search.provider}
      newQuery={`new=${NEW}`}
      show={show}
      done={moving.moved}
      listRef={moving.list}
      row={(provider, at, removing) => (
        <ProviderRow
          key={provider.name}
          provider={provider}
          isFirst={at === 0}
          isLast={at === (all?.length ?? 0) - 1}
          isMoving={moving.isMoving}
          moveBy={places => moving.move(at, at + places)}
          edit={() => show(`provider=${encodeURIComponent(provider.name)}`)}
          removing={removing}
        />
      )}
    >
      {adder => (
        <>
          {isNew && <ProviderDialog provider={null} order={last + 1} rest={adder} close={close} />}
          {edited && (
            <ProviderDialog
              key={edited.name}
              provider={edited}
              order={edited.order}
              rest={adder}
              close={close}
            />
          )}
        </>
      )}
    </ListSection>
  );
}
