import { useMachine } from '@/engine/useMachine';

/** Whether the user is an auditor, and does not view the console as another role. The server checks each call. */
export function useIsAuditor(): boolean {
  const startup = useMachine('startup').state;
  return startup?.state === 'ready' && !startup.view?.role && startup.facts.user.auditor;
}
