import { useMediaQuery } from '@mantine/hooks';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { TreeRepository } from '@/generated/api';
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

/** From this width on the details are beside the tree. */
const WIDE = '(min-width: 900px)';

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
  const panel = (place: Place, titled: boolean) =>
    view === 'trash' ? (
      <TrashPanel key={place.repository} place={place} />
    ) : (
      <DetailsPanel key={idOf(place)} place={place} uploads={uploads} titled={titled} />
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
