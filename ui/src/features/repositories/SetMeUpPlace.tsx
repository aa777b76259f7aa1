import { useMatches } from '@tanstack/react-router';
import { useMachine } from '@/engine/useMachine';
import type { RouteName } from '@/generated/types';
import { SetMeUpPanel } from './SetMeUpPanel';

/** The pages of a question that the user has come to answer. */
const QUESTIONS: ReadonlySet<RouteName | undefined> = new Set(['integrations.authorize', 'cliExtension']);

/** The panel, but not on the page of a question. */
export function SetMeUpPlace() {
  const login = useMachine('login');
  // who signs in for an application or a command-line client is there for its question alone
  const isAsked = useMatches({
    select: matches => QUESTIONS.has(matches.at(-1)?.staticData.route),
  });
  // another tab may have closed it meanwhile
  const close = () => {
    if (login.can('set_me_up_seen')) void login.send({ type: 'set_me_up_seen' });
  };
  return isAsked ? null : <SetMeUpPanel close={close} />;
}
