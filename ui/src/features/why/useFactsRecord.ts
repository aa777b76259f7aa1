import { useQuery } from '@tanstack/react-query';
import { useAtom } from '@xstate/store-react';
import { useEngine } from '@/engine/EngineContext';
import { isStateOf } from '@/engine/mirror';
import { useMachine } from '@/engine/useMachine';
import type { Change } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { Decision } from '@/generated/types';
import type { KnownFacts } from './facts';

export interface FactsRecord {
  /** The record of the decision itself, as far as this page saw it happen. */
  decision: Change | null;
  /** The record that the facts came from. */
  record: Change | null;
  known: KnownFacts | null;
  /** The record could not be read: these are the facts of now. */
  isNow: boolean;
  loading: boolean;
}

const seqOf = (reference: string) => Number(reference.replace('#', '')) || null;

/** Start-up's facts as a record holds them. */
function factsOf(record: Change | null): KnownFacts | null {
  const state = record?.machine === 'startup' && record.state;
  if (!state || !isStateOf('startup', state) || state.state !== 'ready') return null;
  return { facts: state.facts, view: state.view };
}

/**
 * The facts that a decision was made on, from this session's own log. The decision names their record; where it does
 * not, they came with what caused the decision.
 */
export function useFactsRecord(decision: Decision): FactsRecord {
  const engine = useEngine();
  const startup = useMachine('startup');
  const epoch = useAtom(engine.identity)?.epoch;
  const by = engine.mirror.view('navigation')?.by ?? null;
  const seq = decision.facts ?? (by?.cause ? seqOf(by.cause.record) : null);
  const live = engine.records.get().find(record => record.seq === seq);
  const fetched = useQuery({
    queryKey: ['facts-record', epoch, seq],
    queryFn: () => calls.getSessionRecords(engine.api, { limit: 1, before: (seq ?? 0) + 1 }),
    enabled: seq !== null && !live,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const record = live ?? fetched.data?.records.find(candidate => candidate.seq === seq) ?? null;
  const recorded = factsOf(record);
  const ready = startup.state?.state === 'ready' ? startup.state : null;
  const loading = seq !== null && !live && fetched.isPending;
  const now = ready && !loading ? { facts: ready.facts, view: ready.view } : null;
  return {
    decision: by,
    record: recorded && record,
    known: recorded ?? now,
    isNow: recorded === null && now !== null,
    loading,
  };
}
