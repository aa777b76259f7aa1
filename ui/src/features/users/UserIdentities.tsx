import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedIdentity, ListedUser } from '@/generated/api';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { failureText, refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/identities';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import css from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';

/** The identities at providers with which a user signs in, and unlinking them (SSO-01). */
export function UserIdentities({ user }: { user: ListedUser }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const heading = useId();
  const [asking, setAsking] = useState<string | null>(null);
  const queryKey = ['identities', user.person];
  const linked = useQuery({
    queryKey,
    queryFn: () => accountCalls.getAccessApiUiUsersPersonIdentities(api, user.person),
    staleTime: 0,
  });
  const all = linked.data?.identities ?? [];
  const focus = useRemovalFocus<HTMLParagraphElement>(all.map(({ id }) => id));
  const unlinking = useMutation({
    mutationFn: ({ id }: DescribedIdentity) =>
      accountCalls.deleteAccessApiUiUsersPersonIdentitiesId(api, user.person, id),
    onSuccess: (_, identity) =>
      notify({ text: texts.unlinked({ name: shownOf(identity) }), severity: 'info' }),
    onError: error => notify({ text: refusalText(error, shellTexts.failed), severity: 'error' }),
    onSettled: () => {
      setAsking(null);
      return refresh(client, queryKey);
    },
  });
  if (linked.isError)
    return (
      <Notice kind="bad">
        {failureText(linked.error, texts.failed)}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void linked.refetch()}>
          {texts.retry}
        </Button>
      </Notice>
    );
  // without a password, the last identity is the only way to sign in
  const isLast = user.external && all.length === 1;
  if (all.length === 0)
    return unlinking.isSuccess ? (
      <p ref={focus.rest} tabIndex={-1}>
        {texts.none}
      </p>
    ) : null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{texts.ofUser}</h3>
      <p className="wb-muted">{isLast ? texts.lastOfUser : texts.ofUserLead}</p>
      <ul ref={focus.list} className={css.list} aria-labelledby={heading}>
        {all.map(identity => {
          const { id, label, since } = identity;
          const name = shownOf(identity);
          return (
            <li key={id} className={css.item}>
              <div className={css.name}>
                <strong dir="auto">{name}</strong>
                <div className={css.meta}>
                  {texts.since} {dayTime(since)}
                </div>
                {label === null && <div className={css.meta}>{texts.deleted}</div>}
              </div>
              {!isLast && (
                <ConfirmButton
                  words={{
                    button: texts.unlink,
                    label: texts.unlinkNamed({ name }),
                    title: texts.unlinkQuestion({ name }),
                    yes: texts.unlink,
                    no: texts.keep,
                  }}
                  // one question at a time
                  held={[asking === id, on => setAsking(on ? id : null)]}
                  busy={unlinking.isPending}
                  confirm={() => {
                    focus.removing(id);
                    unlinking.mutate(identity);
                  }}
                >
                  {texts.unlinkText}
                </ConfirmButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const shownOf = ({ label, provider }: DescribedIdentity): string => label ?? provider;
