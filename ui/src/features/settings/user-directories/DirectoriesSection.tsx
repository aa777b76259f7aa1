import { loadChunk } from '@/lib/chunk';
import { useOpened } from '@/lib/useOpened';
import { lazyWith } from '@/shell/lazyPage';
import { ListSection } from '@/shell/listed/ListSection';
import { texts } from '@/texts/userDirectories';
import { DirectoryRow } from './DirectoryRow';
import { useUserDirectories } from './queries';
import { ORDER_MAX } from './values';

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
  const loaded = useUserDirectories();
  const all = loaded.data?.directories;
  const edited = useOpened(search.directory, all?.find(({ name }) => name === search.directory) ?? null);
  const isNew = search.new === NEW;
  const close = () => show('');
  const last = Math.max(-1, ...(all ?? []).map(({ order }) => order));
  return (
    <ListSection
      words={texts}
      loaded={loaded}
      rows={all}
      wanted={search.directory}
      newQuery={`new=${NEW}`}
      show={show}
      row={(directory, _, removing) => (
        <DirectoryRow
          key={directory.name}
          directory={directory}
          edit={() => show(`directory=${encodeURIComponent(directory.name)}`)}
          removing={removing}
        />
      )}
    >
      {adder => (
        <>
          {isNew && (
            <DirectoryDialog
              directory={null}
              order={Math.min(last + 1, ORDER_MAX)}
              rest={adder}
              close={close}
            />
          )}
          {edited && (
            <DirectoryDialog
              key={edited.name}
              directory={edited}
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
