import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import * as calls from '@/generated/calls';

/** All permissions, for administrators. */
export function usePermissions() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['permissions'], queryFn: () => calls.getPermissions(api) });
}

/** All repositories, for administrators. */
export function useRepositories() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['repositories'], queryFn: () => calls.getRepositories(api) });
}

/** All groups, for administrators. */
export function useGroups() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['groups'], queryFn: () => accountCalls.getAccessApiUiGroups(api) });
}

/** How many names are offered for what is typed. */
const OFFERED = 20;

/** The users whose names have what is typed. */
export function useUsersLike(typed: string) {
  const { api } = useEngine();
  const search = typed.trim();
  return useQuery({
    queryKey: ['users', 'like', search],
    queryFn: () => accountCalls.getAccessApiUiUsers(api, { search, limit: OFFERED }),
    enabled: search !== '',
  });
}
