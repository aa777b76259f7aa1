import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { RevokeSessions } from '@/generated/api';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { agentName } from '@/shell/agentName';
import { refresh } from '@/shell/refresh';
import { texts as accountTexts } from '@/texts/account';
import { texts } from '@/texts/common';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import css from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Wait } from '@/ui/Wait';

const OTHERS = 'others';

export function SessionsDialog({ close }: { close: () => void }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => accountCalls.getAuthSessions(api),
    staleTime: 0,
  });
  const known = sessions.data?.sessions ?? [];
  const hasOthers = known.some(session => !session.current);
  // the button for all others goes with them
  const keys = [...known.map(({ id }) => id), ...(hasOthers ? [OTHERS] : [])];
  const focus = useRemovalFocus<HTMLParagraphElement>(keys);
  const revoke = useMutation({
    mutationFn: (target: RevokeSessions) => accountCalls.postAuthSessionsRevoke(api, target),
    onSuccess: ({ revoked: count }) =>
      notify({ text: accountTexts.sessions.revoked({ count }), severity: 'info' }),
    onError: error => notify({ text: error.message || texts.notice.network, severity: 'error' }),
    onSettled: () => {
      setAsking(null);
      return refresh(client, ['sessions']);
    },
  });
  const ask = (
    id: string,
    target: RevokeSessions,
    words: { button: string; title: string; label?: string },
  ) => (
    <ConfirmButton
      words={{ yes: accountTexts.sessions.confirm, no: accountTexts.sessions.cancel, ...words }}
      // one question at a time
      held={[asking === id, on => setAsking(on ? id : null)]}
      busy={revoke.isPending}
      confirm={() => {
        focus.removing(id);
        revoke.mutate(target);
      }}
    />
  );
  return (
    <Modal opened onClose={close} title={accountTexts.sessions.title} size="lg">
      <p className="wb-muted" style={{ margin: 0 }}>
        {accountTexts.sessions.lead}
      </p>
      {sessions.isPending && <Wait>{texts.system.loading}</Wait>}
      {sessions.isError && (
        <div style={{ marginTop: 14 }}>
          <Notice kind="bad">
            {accountTexts.sessions.failed}{' '}
            <Button size="compact-sm" variant="default" onClick={() => void sessions.refetch()}>
              {texts.system.retry}
            </Button>
          </Notice>
        </div>
      )}
      {sessions.data && (
        <ul ref={focus.list} className={css.list}>
          {known.map(session => (
            <li key={session.id} className={css.item}>
              <div className={css.name}>
                <strong>{agentName(session.agent ?? '')}</strong>
                <div className={css.meta}>
                  {accountTexts.sessions.since} {dayTime(session.since)} · {accountTexts.sessions.seen}{' '}
                  {dayTime(session.last_seen ?? session.since)}
                  {session.address && (
                    <>
                      {' '}
                      · <bdi dir="ltr">{session.address}</bdi>
                    </>
                  )}
                </div>
              </div>
              {session.current ? (
                <span className={css.here}>{accountTexts.sessions.current}</span>
              ) : (
                ask(
                  session.id,
                  { id: session.id },
                  {
                    button: accountTexts.sessions.revoke,
                    title: accountTexts.sessions.confirmOne,
                    label: accountTexts.sessions.revokeOne({ agent: agentName(session.agent ?? '') }),
                  },
                )
              )}
            </li>
          ))}
        </ul>
      )}
      {sessions.data && !hasOthers && (
        <p ref={focus.rest} className="wb-muted" tabIndex={-1}>
          {accountTexts.sessions.onlyThis}
        </p>
      )}
      {hasOthers &&
        ask(
          OTHERS,
          { others: true },
          { button: accountTexts.sessions.revokeOthers, title: accountTexts.sessions.confirmOthers },
        )}
    </Modal>
  );
}
