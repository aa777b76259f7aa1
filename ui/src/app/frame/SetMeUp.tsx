import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

const SetMeUpPlace = lazyWith(() =>
  loadChunk('set-me-up', () => import('@/features/repositories/SetMeUpPlace')).then(
    part => part.SetMeUpPlace,
  ),
);

/** What the user's clients need, after a sign-in for which the login machine shows it, until it is closed (NAV-16). */
export function SetMeUp() {
  const { state } = useMachine('login');
  if (state?.state !== 'signed_in' || !state.set_me_up) return null;
  // nothing that one user chose or created there may be seen by the next
  return <SetMeUpPlace key={state.person} />;
}
