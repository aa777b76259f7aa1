import { useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { RouteName } from '@/generated/types';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

const SetMeUpPanel = lazyWith(() =>
  loadChunk('set-me-up', () => import('@/features/repositories/SetMeUpPanel')).then(
    part => part.SetMeUpPanel,
  ),
);

/** The pages of a question that the user has come to answer. */
const QUESTIONS: ReadonlySet<RouteName | undefined> = new Set(['integrations.authorize', 'cliExtension']);

/** What the user's clients need, after a sign-in for which the login machine shows it, until it is closed (NAV-16). */
export function SetMeUp() {
  const login = useMachine('login');
  // who signs in for an application or a command-line client is there for its question alone
  const isAsked = useMatches({
    select: matches => QUESTIONS.has(matches.at(-1)?.staticData.route),
  });
  if (login.state?.state !== 'signed_in' || !login.state.set_me_up || isAsked) return null;
  const { person } = login.state;
  // another tab may have closed it meanwhile
  const close = () => {
    if (login.can('set_me_up_seen')) void login.send({ type: 'set_me_up_seen' });
  };
  // nothing that one user chose or created there may be seen by the next
  return (
    <Suspense>
      <SetMeUpPanel key={person} close={close} />
    </Suspense>
  );
}
