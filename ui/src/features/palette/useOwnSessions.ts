import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import { agentName } from '@/shell/agentName';
import { showDialog } from '@/shell/dialogs';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as account } from '@/texts/account';
import { texts } from '@/texts/palette';
import { dayTime } from '@/texts/time';
import type { Command } from './commands';
import { closenessOf } from './fuzzy';
import { FOUND_MAX } from './useEntry';

/** The user's own sessions, by browser, address or simply as sessions. They are shown, and ended, in their dialog. */
export function useOwnSessions(text: string | null): Command[] {
  const { api } = useEngine();
  const { person } = useCurrentUser();
  const { data } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => accountCalls.getAuthSessions(api),
    enabled: text !== null && person !== null,
    retry: false,
  });
  if (text === null || person === null) return [];
  const all = (data?.sessions ?? []).map(({ id, agent, address, current, since, last_seen }) => ({
    id,
    label: agentName(agent ?? ''),
    hint: [current ? account.sessions.current : dayTime(last_seen ?? since), address]
      .filter(Boolean)
      .join(' · '),
    address: address ?? '',
  }));
  const found = all.filter(
    ({ label, address }) =>
      closenessOf(text, texts.groups.sessions) === 'beginning' ||
      closenessOf(text, label) !== 'letters' ||
      address.startsWith(text),
  );
  return found.slice(0, FOUND_MAX).map(({ id, label, hint }) => ({
    id: `sessions-${id}`,
    group: 'sessions',
    label,
    hint,
    run: () => showDialog({ name: 'sessions' }),
  }));
}
