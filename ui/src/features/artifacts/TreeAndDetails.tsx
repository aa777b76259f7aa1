import { useMediaQuery } from '@mantine/hooks';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { TreeRepository } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/artifacts';
import { Button } from '@/ui/Button';
import { SearchField } from '@/ui/ToolField';
import css from './artifacts.module.css';
import { DetailsPanel } from './DetailsPanel';
import { FOLLOWED_MAX, Followed } from './Followed';
import { NoneFound } from './NoRepositories';
import { addressOf, idOf, isSame, nameOf, type Place } from './place';
import { isNote, type Row, rowsOf } from './rows';
import { TrashPanel } from './TrashPanel';
import { TreeView } from './TreeView';
import { TreeStore } from './treeStore';
import { UploadList } from './UploadList';
import { uploadsOf } from './uploads';
import { DropHint, useUploadDrop } from './useUploadDrop';

const RelocateDialog = lazyWith(() =>
  loadChunk('relocate-dialog', () => import('./RelocateDialog')).then(part => part.RelocateDialog),
);

/** From this width on the details are beside the tree. */
const WIDE = '(min-width: 900px)';

/** What is copied or moved. */
interface Relocation {
  place: Place;
  moves: boolean;
}

interface TreeAndDetailsProps {
  repositories: readonly TreeRepository[];
  selected: Place | null;
}

/** The tree, and what is known of the place that is selected in it. */
export function TreeAndDetails({ repositories, selected }: TreeAndDetailsProps) {
  const router = useRouter();
  const { api } = useEngine();
  const [store] = useState(() => new TreeStore(api));
  const uploads = uploadsOf(api);
  const treeId = useId();
  const { view }: { view?: string } = useSearch({ strict: false });
  const { listings, open } = useAtom(store.state);
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words.trim().toLowerCase());
  const found = useMemo(
    () =>
      repositories.filter(({ key, package_type }) => key.includes(wanted) || package_type.includes(wanted)),
    [repositories, wanted],
  );
  const rows = useMemo(() => rowsOf({ repositories: found, listings, open }), [found, listings, open]);
  const isWide = useMediaQuery(WIDE, true) ?? true;
  const [inSheet, setInSheet] = useState(false);
  // not in the details, which are elsewhere on a small screen
  const [relocation, setRelocation] = useState<Relocation | null>(null);
  const drop = useUploadDrop({ rows, repositories, selected, uploads });

  // an address that was opened, also by Back and Forward, shows its place
  useEffect(() => {
    if (selected) void store.reveal(selected);
  }, [store, selected]);

  const choose = (row: Row) => {
    if (isNote(row)) {
      if (row.kind === 'failed') void store.more(row.of);
      return;
    }
    if (row.expanded === false) store.open(row.place);
    // folders are gone through one after another, and the sheet would cover them
    setInSheet(row.kind === 'file');
    if (isSame(row.place, selected) && view === undefined) return;
    void router.navigate({ to: addressOf(row.place), state: { keepsFocus: true } });
  };
  const show = async (place: Place) => {
    // the folders above it may have been read before it was there
    await store.refresh(place.repository);
    await router.navigate({ to: addressOf(place), state: { keepsFocus: true } });
    // what had the focus is gone with the details that it was in
    if (isWide) document.getElementById(treeId)?.focus();
  };
  const panel = (place: Place, titled: boolean) =>
    view === 'trash' ? (
      <TrashPanel key={place.repository} place={place} />
    ) : (
      <DetailsPanel
        key={idOf(place)}
        place={place}
        uploads={uploads}
        relocate={moves => setRelocation({ place, moves })}
        titled={titled}
      />
    );
  const followed = found.filter(({ key }) => open.has(key)).slice(-FOLLOWED_MAX);
  const sheet = !isWide && inSheet ? selected : null;
  return (
    <div className={css.parts} data-over={drop.over !== null || undefined} {...drop.handlers}>
      {followed.map(({ key }) => (
        <Followed key={key} repository={key} store={store} />
      ))}
      <div className={css.side}>
        <SearchField
          className={css.find}
          label={texts.find}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        {found.length === 0 ? (
          <NoneFound words={words.trim()} clear={() => setWords('')} />
        ) : (
          <TreeView
            id={treeId}
            rows={rows}
            selected={selected && idOf(selected)}
            over={drop.over}
            choose={choose}
            open={row => !isNote(row) && store.open(row.place)}
            close={row => !isNote(row) && store.close(row.place)}
            seen={row => isNote(row) && void store.more(row.of)}
          />
        )}
        {!isWide && selected && (
          <Button variant="default" onClick={() => setInSheet(true)}>
            {texts.detailsOf({ name: nameOf(selected) })}
          </Button>
        )}
        <DropHint over={drop.over} />
        <UploadList uploads={uploads} />
      </div>
      {isWide && (
        <section className={css.panel} aria-label={texts.details}>
          {selected ? panel(selected, true) : <p className={css.hint}>{texts.nothing}</p>}
        </section>
      )}
      {relocation && (
        <RelocateDialog
          {...relocation}
          repositories={repositories}
          close={() => setRelocation(null)}
          show={place => void show(place)}
        />
      )}
      {sheet && (
        <Sheet
          opened
          close={() => setInSheet(false)}
          title={<bdi>{nameOf(sheet)}</bdi>}
          closeLabel={texts.close}
          from="bottom"
        >
          {panel(sheet, false)}
        </Sheet>
      )}
    </div>
  );
}
