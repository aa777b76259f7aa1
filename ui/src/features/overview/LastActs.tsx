import { useQuery } from '@tanstack/react-query';
import { useAtom } from '@xstate/store-react';
import { useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { type Change, calls } from '@/generated/api';
import { ActList } from '@/shell/acts/ActList';
import { actsOf } from '@/shell/acts/groups';
import type { People } from '@/shell/acts/people';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/home';
import { Wait } from '@/ui/Wait';
import { Card } from './Card';
import { Failed } from './Failed';

const LINES = 8;
/** Several records make one line, and some make none. */
const RECORDS = 200;

/** What users and the server did last, for administrators. */
export function LastActs() {
  const { api } = useEngine();
  const query = useQuery({
    queryKey: ['acts', 'last'],
    queryFn: () => calls.getAuditActs(api, { limit: RECORDS }),
  });
  return (
    <ActsCard
      title={texts.acts.title}
      records={query.data?.records}
      people={query.data?.names ?? {}}
      failed={query.isError}
      retry={() => void query.refetch()}
    />
  );
}

/** What the user did last in this session. */
export function OwnActs() {
  const { api, identity } = useEngine();
  const epoch = useAtom(identity)?.epoch;
  const { person, user } = useCurrentUser();
  const query = useQuery({
    queryKey: ['acts', 'own', epoch],
    queryFn: () => calls.getSessionRecords(api, { limit: RECORDS }),
    enabled: epoch !== undefined,
  });
  const people = useMemo(() => (person && user ? { [person]: user.name } : {}), [person, user]);
  return (
    <ActsCard
      title={texts.acts.ownTitle}
      records={query.data?.records}
      people={people}
      withPages
      failed={query.isError}
      retry={() => void query.refetch()}
    />
  );
}

interface ActsCardProps {
  title: string;
  /** Absent until they are loaded. */
  records: readonly Change[] | undefined;
  people: People;
  /** With the pages that were opened, which are most of what users do. */
  withPages?: boolean;
  failed: boolean;
  retry: () => void;
}

function ActsCard({ title, records, people, withPages = false, failed, retry }: ActsCardProps) {
  const acts = useMemo(() => {
    const all = actsOf(records ?? [], people);
    const others = all.filter(act => act.sentence?.kind !== 'page');
    return (withPages || others.length === 0 ? all : others).slice(0, LINES);
  }, [records, people, withPages]);
  return (
    <Card title={title} wide more={{ route: 'sessionActivity', text: texts.acts.open }}>
      {failed ? (
        <Failed text={texts.acts.failed} retry={retry} />
      ) : !records ? (
        <Wait>{texts.acts.loading}</Wait>
      ) : acts.length === 0 ? (
        <p>{texts.acts.none}</p>
      ) : (
        <ActList acts={acts} level={3} />
      )}
    </Card>
  );
}
