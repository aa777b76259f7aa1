import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { LoginState, RouteName } from '@/generated/types';
import { pathnameOf } from '@/shell/paths';

/** The page that belongs to each state of signing in; null where the tab stays as it is. */
export function pageForLoginState(state: LoginState): RouteName | null {
  switch (state.state) {
    case 'signed_out':
    case 'checking':
      return 'login';
    case 'otp_required':
      return 'otpLogin';
    case 'enrol_required':
      return 'mfaEnroll';
    case 'password_expired':
      return 'changePassword';
    case 'signed_in':
      return 'root';
    case 'signing_out':
      return null;
  }
}

/** Redirects a page of signing in to that of the login machine's state. */
export function useAuthRedirect(here: RouteName): void {
  const { state } = useMachine('login');
  const router = useRouter();
  // a navigation of the server's own goes first, and may make this one needless
  const idle = useRouterState({ select: current => current.status === 'idle' });
  const navigation = useMachine('navigation').state;
  const startup = useMachine('startup').state;
  // a signed-in user stays where the server has redirected them, and so does one who views as a visitor
  const sent = navigation?.state === 'settled' && navigation.decision.outcome !== 'entered';
  const viewing = startup?.state === 'ready' && startup.view !== null;
  const stays = state?.state === 'signed_in' && (sent || viewing);
  const wanted = state && !stays && pageForLoginState(state);
  useEffect(() => {
    if (!idle || !wanted || wanted === here) return;
    void router.navigate({ to: pathnameOf(wanted), replace: true, state: { trigger: 'redirect' } });
  }, [idle, wanted, here, router]);
}
