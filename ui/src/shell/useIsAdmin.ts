import { useMachine } from '@/engine/useMachine';

/** Whether the console is shown as to an administrator, who may view it as another role. The server checks calls. */
export function useIsAdmin(): boolean {
  const login = useMachine('login').state;
  const startup = useMachine('startup').state;
  const viewed = startup?.state === 'ready' ? startup.view?.role : null;
  return viewed ? viewed === 'admin' : login?.state === 'signed_in' && login.admin;
}
