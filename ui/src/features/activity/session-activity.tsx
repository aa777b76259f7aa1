import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { ActFilter } from '@/shell/acts/groups';
import { useOwnName } from '@/shell/acts/useOwnName';
import { pathnameOf, titleOf } from '@/shell/paths';
import { useIsAuditor } from '@/shell/useIsAuditor';
import { texts } from '@/texts/activity';
import { PageTitle } from '@/ui/PageTitle';
import { Segments } from '@/ui/Segments';
import { ActsView } from './ActsView';
import css from './activity.module.css';
import { DownloadLog } from './DownloadLog';
import { InstallationActs } from './InstallationActs';
import { RecordsView } from './RecordsView';
import { useOwnActs } from './useOwnActs';
import { seqOf, useRecords } from './useRecords';

type View = 'acts' | 'installation' | 'records';

/** What happens in this session as sentences or record by record; for auditors also in the installation. */
export default function SessionActivityPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const machine = String(search.machine ?? '');
  const wanted = seqOf(String(search.record ?? ''));
  const login = useMachine('login').state;
  const isAuditor = useIsAuditor();
  const audits = isAuditor || (login?.state === 'signed_in' && login.admin);
  const concerned = audits && typeof search.user === 'string' ? search.user : null;
  const named = viewOf(search, machine !== '' || wanted !== null);
  const [view, setView] = useState(named);
  useEffect(() => setView(named), [named]);
  const shown = view === 'installation' && !audits ? 'acts' : view;
  return (
    <div className={css.page}>
      <div className={css.head}>
        <PageTitle>{titleOf('sessionActivity')}</PageTitle>
        <p>
          {shown === 'installation' && concerned !== null ? (
            <>
              {texts.activity.leads.user}{' '}
              <Link to={pathnameOf('sessionActivity')} search={{ view: 'installation' }}>
                {texts.activity.allUsers}
              </Link>
            </>
          ) : (
            texts.activity.leads[shown]
          )}
        </p>
        <Segments<View>
          className={css.views}
          label={texts.activity.showAs}
          value={shown}
          choose={setView}
          options={[
            { value: 'acts', label: texts.activity.acts },
            ...(audits ? [{ value: 'installation' as const, label: texts.activity.installation }] : []),
            { value: 'records', label: texts.activity.records },
          ]}
        />
      </div>
      {shown === 'installation' ? (
        <InstallationActs key={concerned} user={concerned} />
      ) : (
        <OwnSession view={shown} wanted={wanted} machine={machine} />
      )}
    </div>
  );
}

/** The view that the address names. */
function viewOf(search: Record<string, unknown>, namesRecords: boolean): View {
  if (namesRecords || search.view === 'records') return 'records';
  return search.view === 'installation' || search.user ? 'installation' : 'acts';
}

const filters: readonly ActFilter[] = ['all', 'signIn', 'page', 'change', 'reading', 'refused', 'steps'];

interface OwnSessionProps {
  view: 'acts' | 'records';
  wanted: number | null;
  machine: string;
}

/** The records of this session, in one of two views. */
function OwnSession({ view, wanted, machine }: OwnSessionProps) {
  const all = useRecords();
  if (view === 'records') return <RecordsView all={all} wanted={wanted} machine={machine} />;
  return <OwnActs all={all} />;
}

/** What was done in this session, as sentences. */
function OwnActs({ all }: { all: ReturnType<typeof useRecords> }) {
  const [filter, setFilter] = useState<ActFilter>('all');
  const own = useOwnName();
  const { records, older, repositories, names, isSettled } = useOwnActs(all);
  const people = useMemo(() => (isSettled && own ? { ...names, ...own } : null), [isSettled, own, names]);
  return (
    <ActsView
      records={records}
      older={older}
      people={people}
      repositories={repositories}
      filters={filters}
      filter={filter}
      setFilter={setFilter}
      end={texts.activity.end}
      tools={<DownloadLog />}
    />
  );
}
