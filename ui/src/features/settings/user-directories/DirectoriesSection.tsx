import { useId } from 'react';
import { loadChunk } from '@/lib/chunk';
import { useOpened } from '@/lib/useOpened';
import { useOpener } from '@/lib/useOpener';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/userDirectories';
import { Button } from '@/ui/Button';
import items from '@/ui/itemList.module.css';
import { LateNotice } from '@/ui/LateNotice';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import css from '../sign-in-providers/sign-in-providers.module.css';
import { DirectoryRow } from './DirectoryRow';
import { useUserDirectories } from './queries';

const DirectoryDialog = lazyWith(() =>
  loadChunk('user-directory-dialog', () => import('./DirectoryDialog')).then(part => part.DirectoryDialog),
);

/** What the address of the page names of this section. */
export interface DirectoriesSearch {
  /** The name of the directory that is changed. */
  directory?: string;
  /** `directory` if the form of a new one is open. */
  new?: string;
}

const NEW = 'directory';

interface DirectoriesSectionProps {
  search: DirectoriesSearch;
  /** Shows what a query names; nothing for an empty one. */
  show: (query: string) => void;
}

/** The directories that check passwords of users (SSO-02). */
export function DirectoriesSection({ search, show }: DirectoriesSectionProps) {
  const heading = useId();
  const loaded = useUserDirectories();
  const all = loaded.data?.directories;
  const focus = useRemovalFocus<HTMLButtonElement>(all?.map(({ name }) => name) ?? []);
  const named = all?.find(({ name }) => name === search.directory) ?? null;
  const edited = useOpened(search.directory, named);
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
      {search.directory !== undefined && (
        <LateNotice shown={all !== undefined && !named}>
          {texts.absent({ name: search.directory })}
        </LateNotice>
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
        <ul ref={focus.list} className={items.list} aria-label={texts.title}>
          {all.map(directory => (
            <DirectoryRow
              key={directory.name}
              directory={directory}
              edit={() => open(`directory=${encodeURIComponent(directory.name)}`)}
              removing={() => focus.removing(directory.name)}
            />
          ))}
        </ul>
      )}
      {isNew && <DirectoryDialog directory={null} order={last + 1} close={close} />}
      {edited && <DirectoryDialog key={edited.name} directory={edited} order={edited.order} close={close} />}
    </section>
  );
}
