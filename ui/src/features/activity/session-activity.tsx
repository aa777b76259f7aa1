import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyWith } from '@/app/lazyPage';
import { titleOf } from '@/app/paths';
import { Sheet } from '@/app/sheet';
import { useEngine } from '@/engine/EngineContext';
import { isMachineName } from '@/engine/machines';
import { loadChunk } from '@/lib/chunk';
import { useStore } from '@/lib/store';
import { texts } from '@/texts/activity';
import { PageTitle } from '@/ui/PageTitle';
import css from './activity.module.css';
import { Machines } from './Machines';
import { Records } from './Records';
import { seqOf, useRecord, useRecords } from './useRecords';

// what is shown of one record comes with the first that is chosen
const RecordDetail = lazyWith(() =>
  loadChunk('record', () => import('./RecordDetail')).then(part => part.RecordDetail),
);

/** Home: what happens in this session, as it happens. */
export default function SessionActivityPage() {
  const tab = useStore(useEngine().identity)?.tab;
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
      {!wide && (
        <SegmentedControl
          className={css.switch}
          fullWidth
          aria-label={texts.activity.view}
          value={part}
          onChange={setPart}
          data={[
            { value: 'records', label: texts.activity.records },
            { value: 'machines', label: texts.activity.machines },
          ]}
        />
      )}
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
