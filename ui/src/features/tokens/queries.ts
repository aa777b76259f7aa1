import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { AccessToken } from '@/generated/api';
import * as calls from '@/generated/calls';
import { texts } from '@/texts/tokens';

/** The access tokens of all accounts, for administrators. */
export function useTokens() {
  const { api } = useEngine();
  return useQuery({
    queryKey: ['tokens', 'all'],
    queryFn: () => accountCalls.getAccessApiUiTokens(api),
    staleTime: 0,
  });
}

/** The most robots that are listed: the server's limit of a page. */
const ROBOTS_MAX = 500;

/** The robots. */
export function useRobots() {
  const { api } = useEngine();
  return useQuery({
    queryKey: ['users', 'robots'],
    queryFn: () => accountCalls.getAccessApiUiUsers(api, { robot: true, limit: ROBOTS_MAX }),
  });
}

/** All permissions, for administrators. */
export function usePermissions() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['permissions'], queryFn: () => calls.getPermissions(api) });
}

/** All groups, for administrators. */
export function useGroups() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['groups'], queryFn: () => accountCalls.getAccessApiUiGroups(api) });
}

const S_MS = 1_000;

/** A time of the public format, as the console's tables take it. */
export const timeOf = (seconds: number): string => new Date(seconds * S_MS).toISOString();

export const isExpired = (token: AccessToken): boolean => token.expiry * S_MS <= Date.now();

/** What a token is called. */
export function tokenName(token: AccessToken): string {
  if (token.api_key) return texts.apiKey;
  return token.description ?? texts.unnamed;
}
