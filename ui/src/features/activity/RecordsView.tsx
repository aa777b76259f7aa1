import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useAtom } from '@xstate/store-react';
import { Suspense, useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { isMirrored } from '@/engine/machines';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/activity';
import css from './activity.module.css';
import { LazyRecordDetail } from './LazyRecordDetail';
import { Records } from './Records';
import type { Reference } from './references';
import { useRecord, type useRecords } from './useRecords';

// the records are what the view is about: the drawings beside them come after
const Machines = lazyWith(() =>
  loadChunk('machines', () => import('./Machines')).then(part => part.Machines),
);
// only small screens need it, so it is no part of the first page
const PartSwitch = lazyWith(() =>
  loadChunk('activity-parts', () => import('./PartSwitch')).then(part => part.PartSwitch),
);

interface RecordsViewProps {
  all: ReturnType<typeof useRecords>;
  /** The record that the address names. */
  wanted: number | null;
  /** The machine that the address names. */
  machine: string;
}

/** The session as the machines recorded it: every record, and the chart of every machine. */
export function RecordsView({ all, wanted, machine }: RecordsViewProps) {
  const tab = useAtom(useEngine().identity)?.tab;
  const wide = useMediaQuery('(min-width: 1080px)', true) ?? true;
  const [part, setPart] = useState('records');
  const [selected, setSelected] = useState(wanted);
  useEffect(() => {
    if (wanted !== null) setSelected(wanted);
  }, [wanted]);
  const record = useRecord(selected, all.records);
  // those that are not loaded are fetched by their number
  const beside = {
    isKnown: () => true,
    open: ({ seq }: Reference) => setSelected(seq),
  };
  const close = () => setSelected(null);
  useHotkeys([['Escape', close]]);

  const list = (
    <Records
      {...all}
      tab={tab}
      selected={selected}
      select={setSelected}
      firstMachine={isMirrored(machine) ? machine : ''}
    />
  );
  return (
    <>
      {!wide && <PartSwitch part={part} choose={setPart} />}
      <div className={css.body} data-single={!wide || undefined}>
        {(wide || part === 'records') && list}
        {wide ? (
          <div className={css.panel}>
            {record ? <LazyRecordDetail record={record} tab={tab} {...beside} close={close} /> : <Machines />}
          </div>
        ) : (
          part === 'machines' && (
            <div className={css.panel}>
              <Machines />
            </div>
          )
        )}
      </div>
      {!wide && (
        <Suspense>
          <Sheet
            opened={record !== null}
            close={close}
            title={record ? texts.record.title(record) : ''}
            closeLabel={texts.record.close}
            from="bottom"
          >
            {record && <LazyRecordDetail record={record} tab={tab} {...beside} close={null} />}
          </Sheet>
        </Suspense>
      )}
    </>
  );
}
