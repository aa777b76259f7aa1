import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { ApplicationUser, DescribedApplication } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import { useSettled } from '@/lib/useSettled';
import { failureText, refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/applications';
import { texts as shellTexts } from '@/texts/common';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Fact, Facts } from '@/ui/Facts';
import list from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { SearchField } from '@/ui/ToolField';
import { Wait } from '@/ui/Wait';
import css from './applications.module.css';
import { usersKey } from './queries';

/** The question about all users; users have ids of another form. */
const ALL = '*';

interface UsersSheetProps {
  application: DescribedApplication;
  close: () => void;
}

/** Who lets an application act, and ending that, for administrators (APP-02). */
export function UsersSheet({ application, close }: UsersSheetProps) {
  return (
    <Sheet
      opened
      close={close}
      title={texts.users.title({ name: application.name })}
      closeLabel={texts.close}
      from="right"
    >
      <Users application={application} />
    </Sheet>
  );
}

/** How an administrator recognises a user, also one whose name was erased. */
const nameOf = ({ name, user }: ApplicationUser): string => name ?? user;

function Users({ application: { id, name } }: { application: DescribedApplication }) {
  const words = texts.users;
  const [typed, type] = useState('');
  const search = useSettled(typed.trim());
  const [asking, setAsking] = useState<string | null>(null);
  const counted = useRef<HTMLParagraphElement>(null);
  const loaded = useUsers(id, search);
  const { revoke, revokeAll } = useRevoking(id, name, () => setAsking(null));
  const busy = revoke.isPending || revokeAll.isPending;
  const users = loaded.data?.pages.flatMap(page => page.users);
  const total = loaded.data?.pages.at(-1)?.total ?? 0;
  // the button that was pressed is gone, and the focus must not be lost with it
  const revoked = { onSuccess: () => counted.current?.focus() };
  return (
    <div className={css.users}>
      <p className={list.meta}>{words.lead}</p>
      <SearchField label={words.search} value={typed} onChange={event => type(event.currentTarget.value)} />
      {loaded.isPending && <Wait>{words.loading}</Wait>}
      {loaded.isError && (
        <Notice kind="bad">
          {failureText(loaded.error, words.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void loaded.refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      <p ref={counted} className={list.meta} role="status" tabIndex={-1}>
        {users && countText(total, search)}
      </p>
      {users && users.length > 0 && (
        <>
          <ul className={list.list} aria-label={words.list}>
            {users.map(user => (
              <li key={user.user} className={list.item}>
                <KnownUser user={user} />
                <ConfirmButton
                  words={{
                    button: words.revoke,
                    label: words.revokeNamed({ user: nameOf(user) }),
                    title: words.revokeQuestion({ name, user: nameOf(user) }),
                    yes: words.revoke,
                    no: texts.keep,
                  }}
                  // one question at a time
                  held={[asking === user.user, on => setAsking(on ? user.user : null)]}
                  busy={busy}
                  confirm={() => revoke.mutate(user, revoked)}
                >
                  {words.revokeText}
                </ConfirmButton>
              </li>
            ))}
          </ul>
          {loaded.hasNextPage && (
            <div>
              <Button
                size="sm"
                variant="default"
                loading={loaded.isFetchingNextPage}
                onClick={() => void loaded.fetchNextPage()}
              >
                {words.more}
              </Button>
            </div>
          )}
          <ConfirmButton
            words={{
              button: words.revokeAll,
              title: words.revokeAllQuestion({ name }),
              yes: words.revokeAll,
              no: texts.keep,
            }}
            held={[asking === ALL, on => setAsking(on ? ALL : null)]}
            busy={busy}
            confirm={() => revokeAll.mutate(undefined, revoked)}
          >
            {words.revokeAllText}
          </ConfirmButton>
        </>
      )}
    </div>
  );
}

function countText(total: number, search: string): string {
  if (total > 0) return texts.users.total({ count: total });
  return search === '' ? texts.users.none : texts.users.noneFound;
}

function KnownUser({ user }: { user: ApplicationUser }) {
  const words = texts.users;
  const { scopes, consented_at: consented, sign_ins: signIns, last_used_at: used } = user;
  return (
    <div className={list.name}>
      <strong dir="auto">{nameOf(user)}</strong>
      <Facts>
        <Fact name={words.scopes}>
          {scopes.length === 0 ? words.noScopes : <bdi dir="ltr">{scopes.join(' ')}</bdi>}
        </Fact>
        <Fact name={words.consented}>{dayTime(consented)}</Fact>
        <Fact name={words.signIns}>{signIns}</Fact>
        <Fact name={words.used}>{used === null ? words.notUsed : dayTime(used)}</Fact>
      </Facts>
    </div>
  );
}

function useUsers(id: string, search: string) {
  const { api } = useEngine();
  return useInfiniteQuery({
    queryKey: [...usersKey(id), search],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      applicationCalls.getAccessIntegrationIdGrants(api, id, {
        ...(after && { after }),
        ...(search && { search }),
      }),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function useRevoking(id: string, name: string, settled: () => void) {
  const { api } = useEngine();
  const client = useQueryClient();
  const shared = {
    onError: (error: Error) => notify({ text: refusalText(error, shellTexts.failed), severity: 'error' }),
    onSettled: () => {
      settled();
      return refresh(client, usersKey(id));
    },
  };
  const revoke = useMutation({
    mutationFn: ({ user }: ApplicationUser) =>
      applicationCalls.deleteAccessIntegrationIdGrantsUser(api, id, user),
    onSuccess: (_, user) =>
      notify({ text: texts.users.revoked({ name, user: nameOf(user) }), severity: 'info' }),
    ...shared,
  });
  const revokeAll = useMutation({
    mutationFn: () => applicationCalls.deleteAccessIntegrationIdGrants(api, id),
    onSuccess: ({ revoked }) =>
      notify({ text: texts.users.revokedAll({ name, count: revoked }), severity: 'info' }),
    ...shared,
  });
  return { revoke, revokeAll };
}
