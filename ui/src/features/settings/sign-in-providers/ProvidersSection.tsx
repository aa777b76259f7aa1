import { useId } from 'react';
import { loadChunk } from '@/lib/chunk';
import { useOpened } from '@/lib/useOpened';
import { useOpener } from '@/lib/useOpener';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/signInProviders';
import { Button } from '@/ui/Button';
import items from '@/ui/itemList.module.css';
import { LateNotice } from '@/ui/LateNotice';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { ProviderRow } from './ProviderRow';
import { useSignInProviders } from './queries';
import css from './sign-in-providers.module.css';
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
  const heading = useId();
  const loaded = useSignInProviders();
  const all = loaded.data?.providers;
  const focus = useRemovalFocus<HTMLButtonElement>(all?.map(({ name }) => name) ?? []);
  const moving = useMoving(all ?? []);
  const named = all?.find(({ name }) => name === search.provider) ?? null;
  const edited = useOpened(search.provider, named);
  const isNew = search.new === NEW;
  const opening = useOpener(isNew || edited !== null, () => focus.rest.current?.focus());
  const open = (query: string) => {
    opening();
    show(query);
  };
  const close = () => show('');
  const last = Math.max(-1, ...(all ?? []).map(({ order }) => order));
  return (
    <section className={css.section} aria-labelledby={heading}>
      <div className={css.head}>
        <h2 id={heading}>{texts.title}</h2>
        <Button ref={focus.rest} size="sm" onClick={() => open(`new=${NEW}`)}>
          {texts.add}
        </Button>
      </div>
      <p className={css.lead}>{texts.lead}</p>
      <p className="wb-hidden" role="status">
        {moving.moved}
      </p>
      {search.provider !== undefined && (
        <LateNotice shown={all !== undefined && !named}>{texts.absent({ name: search.provider })}</LateNotice>
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
        <ul
          ref={element => {
            focus.list.current = element;
            moving.list(element);
          }}
          className={items.list}
          aria-label={texts.title}
        >
          {all.map((provider, at) => (
            <ProviderRow
              key={provider.name}
              provider={provider}
              isFirst={at === 0}
              isLast={at === all.length - 1}
              isMoving={moving.isMoving}
              moveBy={places => moving.move(at, at + places)}
              edit={() => open(`provider=${encodeURIComponent(provider.name)}`)}
              removing={() => focus.removing(provider.name)}
            />
          ))}
        </ul>
      )}
      {isNew && <ProviderDialog provider={null} order={last + 1} close={close} />}
      {edited && <ProviderDialog key={edited.name} provider={edited} order={edited.order} close={close} />}
    </section>
  );
}
