import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import { refresh } from '@/shell/refresh';

const QUERY_KEY = ['sign-in-providers'] as const;

/** All providers with which users sign in, for administrators. */
export function useSignInProviders() {
  const { api, session } = useEngine();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: async () => {
      const listed = await accountCalls.getAccessApiUiSignInProviders(api);
      // the sign-in page of this tab asks for providers from now on, or no longer
      const offers = listed.providers.some(({ enabled }) => enabled);
      session.set(info => info && { ...info, sign_in: { ...info.sign_in, offers_providers: offers } });
      return listed;
    },
  });
}

/** Has the providers loaded again. */
export const refreshProviders = (client: QueryClient): Promise<unknown> => refresh(client, QUERY_KEY);

/** The groups that a claim may lead to: none that gives administration, of the installation or of a project. */
export function useMappableGroups() {
  const { api } = useEngine();
  return useQuery({
    queryKey: ['groups'],
    queryFn: () => accountCalls.getAccessApiUiGroups(api),
    select: ({ groups }) =>
      groups
        .filter(({ admin, projects }) => !(admin || Object.values(projects).includes('project_admin')))
        .map(({ name }) => name),
  });
}
