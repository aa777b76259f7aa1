import { useMachine } from '@/engine/useMachine';
import type { Decision, NavigationState } from '@/generated/types';

type Settled = Extract<NavigationState, { state: 'settled' }>;

/** Why this tab is where it is; null where it is simply where it wanted to be. */
export function useDecision(): (Settled & { decision: Decision }) | null {
  const { state } = useMachine('navigation');
  return state?.state === 'settled' && state.decision.outcome !== 'entered' ? state : null;
}
