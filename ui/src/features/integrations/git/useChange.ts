import { useState } from 'react';
import type { Proposal } from '@/engine/proposals';
import { refusalOf } from './refusals';
import type { Git } from './useGit';

type Step = 'asked' | 'sent' | 'taken';

/** A change that a dialog proposes: whether the machine has taken it, and why it has refused it. */
export function useChange({ machine }: Git) {
  const [step, setStep] = useState<Step>('asked');
  const [refused, setRefused] = useState<string | null>(null);
  return {
    step,
    refused,
    send: async (event: Proposal<'git_integration'>) => {
      setStep('sent');
      setRefused(null);
      try {
        await machine.send(event);
        setStep('taken');
      } catch (caught) {
        const refusal = refusalOf(caught);
        setStep('asked');
        if (!refusal) throw caught;
        setRefused(refusal.words);
      }
    },
  };
}
