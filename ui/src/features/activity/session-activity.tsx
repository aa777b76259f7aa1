import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { Suspense, useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { isMachineName } from '@/engine/machines';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { titleOf } from '@/shell/paths';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/activity';
import { PageTitle } from '@/ui/PageTitle';
import css from './activity.module.css';
import { Records } from './Records';
import { seqOf, useRecord, useRecords } from './useRecords';

// the records are what the page is about: the drawings beside them come after, and one record with the first chosen
const Machines = lazyWith(() =>
  loadChunk('machines', () => import('./Machines')).then(part => part.Machines),
);
// only small screens need it, so it is no part of the first page
const PartSwitch = lazyWith(() =>
  loadChunk('activity-parts', () => import('./PartSwitch')).then(part => part.PartSwitch),
);
const RecordDetail = lazyWith(() =>
  loadChunk('record', () => import('./RecordDetail')).then(part => part.RecordDetail),
);

/** Home: what happens in this session, as it happens. */
export default function SessionActivityPage() {
  const tab = useAtom(useEngine().identity)?.tab;
  const wide = useMediaQuery('(min-width: 1080px)', true) ?? true;
  const [part, setPart] = useState('records');
  const [selected, setSelected] = useState<number | null>(null);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const machine = String(search.machine ?? '');
  const wanted = seqOf(String(search.record ?? ''));
  useEffect(() => {
    if (wanted !== null) setSelected(wanted);
  }, [wanted]);
  const all = useRecords();
  const record = useRecord(selected, all.records);
  const close = () => setSelected(null);
  useHotkeys([['Escape', close]]);

  const list = (
    <Records
      {...all}
      tab={tab}
      selected={selected}
      select={setSelected}
      firstMachine={isMachineName(machine) ? machine : ''}
    />
  );
  return (
    <div className={css.page}>
      <div className={css.head}>
        <PageTitle>{titleOf('sessionActivity')}</PageTitle>
        <p>{texts.activity.lead}</p>
      </div>
      {!wide && <PartSwitch part={part} choose={setPart} />}
      <div className={css.body} data-single={!wide || undefined}>
        {(wide || part === 'records') && list}
        {wide ? (
          <div className={css.panel}>
            {record ? (
              <RecordDetail record={record} tab={tab} select={setSelected} close={close} />
            ) : (
              <Machines />
            )}
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
            {record && <RecordDetail record={record} tab={tab} select={setSelected} close={null} />}
          </Sheet>
        </Suspense>
      )}
    </div>
  );
}
