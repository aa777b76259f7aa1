import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DistributionTargetRow } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import { texts } from '@/texts/distribution';
import { patient } from '../patience';
import { refusedWords } from './problems';

interface Tested {
  name: string;
  /** Why the connection does not work; null if it does, undefined while it is being tested. */
  reason: string | null | undefined;
}

/** Tests the connection to one target at a time. */
export function useConnectionTest() {
  const { api } = useEngine();
  const submit = useSubmit();
  const [tested, setTested] = useState<Tested | null>(null);
  const test = ({ key: name }: DistributionTargetRow) =>
    void submit.run(async () => {
      setTested({ name, reason: undefined });
      const { outcome } = await distributionCalls.postDistributionTargetsKeyTest(patient(api), name);
      setTested({ name, reason: outcome === 'completed' ? null : texts.why[outcome] });
    });
  return {
    test,
    tested: tested && submit.error ? { ...tested, reason: refusedWords(submit.error) } : tested,
    forget: () => setTested(null),
  };
}
