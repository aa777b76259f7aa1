import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { UserIntegration } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { ApplicationScopes } from '@/shell/ApplicationScopes';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/applications';
import { texts as shellTexts } from '@/texts/common';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import css from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Wait } from '@/ui/Wait';
import { Box } from './Box';

/** What the user lets applications do, and taking it back (APP-02). */
export function Applications({ name }: { name: string }) {
  return (
    <Box title={texts.granted.title}>
      <p className="wb-muted">{texts.granted.lead}</p>
      <List user={name} />
    </Box>
  );
}

function List({ user }: { user: string }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);
  const queryKey = ['applications', 'granted', user];
  const granted = useQuery({
    queryKey,
    queryFn: () => applicationCalls.getAccessIntegrationAuthorizationUsername(api, user),
    staleTime: 0,
  });
  const focus = useRemovalFocus<HTMLParagraphElement>(granted.data?.map(one => one.client_id) ?? []);
  const revoke = useMutation({
    mutationFn: ({ client_id: id }: UserIntegration) =>
      applicationCalls.deleteAccessIntegrationAuthorizationIdUsername(api, id, user),
    onSuccess: (_, { name }) => notify({ text: texts.granted.revoked({ name }), severity: 'info' }),
    onError: error => notify({ text: refusalText(error, shellTexts.failed), severity: 'error' }),
    onSettled: () => {
      setAsking(null);
      return refresh(client, queryKey);
    },
  });
  if (granted.isPending) return <Wait>{texts.granted.loading}</Wait>;
  if (granted.isError)
    return (
      <Notice kind="bad">
        {texts.granted.failed}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void granted.refetch()}>
          {texts.retry}
        </Button>
      </Notice>
    );
  if (granted.data.length === 0)
    return (
      <p ref={focus.rest} className="wb-muted" tabIndex={-1}>
        {texts.granted.none}
      </p>
    );
  return (
    <ul ref={focus.list} className={css.list} aria-label={texts.granted.title}>
      {granted.data.map(application => {
        const { client_id: id, name } = application;
        return (
          <li key={id} className={css.item}>
            <Granted application={application} />
            <ConfirmButton
              words={{
                button: texts.granted.revoke,
                label: texts.granted.revokeNamed({ name }),
                title: texts.granted.revokeQuestion({ name }),
                yes: texts.granted.revoke,
                no: texts.keep,
              }}
              // one question at a time
              held={[asking === id, on => setAsking(on ? id : null)]}
              busy={revoke.isPending}
              confirm={() => {
                focus.removing(id);
                revoke.mutate(application);
              }}
            >
              {texts.granted.revokeText}
            </ConfirmButton>
          </li>
        );
      })}
    </ul>
  );
}

function Granted({ application: { name, scopes, consented_at } }: { application: UserIntegration }) {
  return (
    <div className={css.name}>
      <strong dir="auto">{name}</strong>
      <ApplicationScopes label={name} scopes={scopes} />
      <div className={css.meta}>
        {texts.granted.since} {dayTime(consented_at)}
      </div>
    </div>
  );
}
