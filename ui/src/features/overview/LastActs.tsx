import { useQuery } from '@tanstack/react-query';
import { useAtom } from '@xstate/store-react';
import { useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Change } from '@/generated/api';
import * as calls from '@/generated/calls';
import { ActList } from '@/shell/acts/ActList';
import { actsOf } from '@/shell/acts/groups';
import type { People } from '@/shell/acts/people';
import { useOwnName } from '@/shell/acts/useOwnName';
import { texts } from '@/texts/home';
import { Wait } from '@/ui/Wait';
import { Failed } from './Failed';

const LINES = 8;
/** Several records make one line, and some make none. */
const RECORDS = 200;

interface LastActsProps {
  /** Those of the user in this session, and not of the installation. */
  own: boolean;
}

/** What was done last. */
export function LastActs({ own }: LastActsProps) {
  return own ? <OwnActs /> : <AllActs />;
}

/** What users and the server did last, for administrators. */
function AllActs() {
  const { api } = useEngine();
  const query = useQuery({
    queryKey: ['acts', 'last'],
    queryFn: () => calls.getAuditActs(api, { limit: RECORDS }),
  });
  return (
    <Acts
      records={query.data?.records}
      people={query.data?.names ?? {}}
      failed={query.isError}
      retry={() => void query.refetch()}
    />
  );
}

/** What the user did last in this session. */
function OwnActs() {
  const { api, identity } = useEngine();
  const epoch = useAtom(identity)?.epoch;
  const people = useOwnName();
  const query = useQuery({
    queryKey: ['acts', 'own', epoch],
    queryFn: () => calls.getSessionRecords(api, { limit: RECORDS }),
    enabled: epoch !== undefined,
  });
  return (
    <Acts
      records={query.data?.records}
      people={people}
      withPages
      failed={query.isError}
      retry={() => void query.refetch()}
    />
  );
}

interface ActsProps {
  /** Absent until they are loaded. */
  records: readonly Change[] | undefined;
  /** Null until the names are loaded: a sentence without them would change under the reader. */
  people: People | null;
  /** With the pages that were opened, which are most of what users do. */
  withPages?: boolean;
  failed: boolean;
  retry: () => void;
}

function Acts({ records, people, withPages = false, failed, retry }: ActsProps) {
  const acts = useMemo(() => {
    const all = actsOf(records ?? [], people ?? {});
    const others = all.filter(act => act.sentence?.kind !== 'page');
    return (withPages || others.length === 0 ? all : others).slice(0, LINES);
  }, [records, people, withPages]);
  if (failed) return <Failed text={texts.acts.failed} retry={retry} />;
  if (!records || !people) return <Wait>{texts.acts.loading}</Wait>;
  if (acts.length === 0) return <p>{texts.acts.none}</p>;
  return <ActList acts={acts} level={3} />;
}
