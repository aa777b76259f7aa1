import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useMachine } from '@/engine/useMachine';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/why';
import type { KnownFacts } from './facts';

interface RemedyProps {
  guard: string;
  known: KnownFacts | null;
  close: () => void;
}

/** The button for what this user can do about it, if anything. */
export function Remedy({ guard, known, close }: RemedyProps) {
  const router = useRouter();
  const startup = useMachine('startup');
  const go = (route: 'login' | 'admin.licenses.licenses') => {
    close();
    void router.navigate({ to: pathnameOf(route) });
  };
  const small = { size: 'xs', variant: 'default' } as const;
  if (known?.view && startup.can('view_as_myself'))
    return (
      <Button {...small} onClick={() => void startup.send({ type: 'view_as_myself' })}>
        {texts.stopView}
      </Button>
    );
  if (guard === 'no_licence' && known?.facts.user.admin)
    return (
      <Button {...small} onClick={() => go('admin.licenses.licenses')}>
        {texts.licences}
      </Button>
    );
  if (guard === 'start_application' && startup.can('retry'))
    return (
      <Button {...small} onClick={() => void startup.send({ type: 'retry' })}>
        {texts.askAgain}
      </Button>
    );
  const visitor = known !== null && known.facts.user.person === null;
  const openToVisitors = router.state.location.pathname !== pathnameOf('login');
  if (
    visitor &&
    openToVisitors &&
    ['unauthorised', 'anonymous_from_root', 'anonymous_not_allowed'].includes(guard)
  )
    return (
      <Button {...small} onClick={() => go('login')}>
        {texts.logIn}
      </Button>
    );
  return null;
}
