import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import * as applicationCalls from '@/generated/applicationCalls';
import { failureText, refusalText } from '@/shell/answers';
import { titleOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/applications';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { ConsentRequest } from './ConsentRequest';

/** Asks the user for an application that has sent the tab here (APP-02). */
export function Consent() {
  const { auth_url: url = '', client_id: id = '' }: { auth_url?: string; client_id?: string } = useSearch({
    strict: false,
  });
  const visit = useVisit();
  const isComplete = url !== '' && id !== '';
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('integrations.authorize')}</PageTitle>
      {/* another request is another question, of which nothing of the one before stays; and so is a return */}
      {isComplete ? (
        <Request key={`${visit} ${id} ${url}`} visit={visit} id={id} url={url} />
      ) : (
        <Refused>{texts.consent.incomplete}</Refused>
      )}
    </div>
  );
}

/** How often the browser has shown the page again as it was left, as its button for going back does. */
function useVisit(): number {
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    const showAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setVisit(before => before + 1);
    };
    window.addEventListener('pageshow', showAgain);
    return () => window.removeEventListener('pageshow', showAgain);
  }, []);
  return visit;
}

/** The server has answered that the request is not good, and not only that it comes too early. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.retryAfterMs === null;

interface RequestProps {
  visit: number;
  id: string;
  url: string;
}

function Request({ visit, id, url }: RequestProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const { person, user, failed } = useCurrentUser();
  const request = useQuery({
    queryKey: ['applications', 'request', person, id, url, visit],
    queryFn: () => applicationCalls.getAccessIntegrationValidateId(api, id, { auth_url: url }),
    enabled: person !== null,
    staleTime: 0,
    gcTime: 0,
    retry: (count, error) => count < 1 && !isRefused(error),
  });
  const retry = () => {
    void request.refetch();
    void refresh(client, ['current']);
  };
  if (isRefused(request.error)) return <Refused>{refusalText(request.error, texts.consent.failed)}</Refused>;
  if (request.isError || failed)
    return (
      <Notice kind="bad">
        {failureText(request.error, texts.consent.failed)}{' '}
        <Button size="compact-sm" variant="default" onClick={retry}>
          {texts.retry}
        </Button>
      </Notice>
    );
  if (!request.data || !user) return <Wait>{texts.consent.loading}</Wait>;
  if (user.name === null) return <Refused>{texts.consent.unnamed}</Refused>;
  return <ConsentRequest request={request.data} url={url} user={user.name} />;
}

function Refused({ children }: { children: ReactNode }) {
  return (
    <Notice kind="bad">
      {children} {texts.consent.refused}
    </Notice>
  );
}
