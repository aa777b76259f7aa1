import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { titleOf } from '@/shell/paths';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/activity';
import { PageTitle } from '@/ui/PageTitle';
import { Segments } from '@/ui/Segments';
import { ActsView } from './ActsView';
import css from './activity.module.css';
import { DownloadLog } from './DownloadLog';
import { RecordsView } from './RecordsView';
import { seqOf, useRecords } from './useRecords';

/** What happens in this session, as it happens: as sentences, or record by record. */
export default function SessionActivityPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const machine = String(search.machine ?? '');
  const wanted = seqOf(String(search.record ?? ''));
  const namesRecords = search.view === 'records' || machine !== '' || wanted !== null;
  const [view, setView] = useState(namesRecords ? 'records' : 'acts');
  useEffect(() => {
    if (namesRecords) setView('records');
  }, [namesRecords]);
  const all = useRecords();
  const { person, user } = useCurrentUser();
  const people = useMemo(
    () => (person !== null && user ? { [person]: user.name ?? null } : {}),
    [person, user],
  );
  return (
    <div className={css.page}>
      <div className={css.head}>
        <PageTitle>{titleOf('sessionActivity')}</PageTitle>
        <p>{view === 'acts' ? texts.activity.actsLead : texts.activity.lead}</p>
        <Segments
          className={css.views}
          label={texts.activity.showAs}
          value={view}
          choose={setView}
          options={[
            { value: 'acts', label: texts.activity.acts },
            { value: 'records', label: texts.activity.records },
          ]}
        />
      </div>
      {view === 'acts' ? (
        <ActsView records={all.records} older={all.older} people={people} tools={<DownloadLog />} />
      ) : (
        <RecordsView all={all} wanted={wanted} machine={machine} />
      )}
    </div>
  );
}
