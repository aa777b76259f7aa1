import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import * as accountCalls from '@/generated/accountCalls';
import type { ListedUser, NewPasswordLink } from '@/generated/api';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { useCanMail } from '@/shell/mailServer';
import { NewDeviceLink } from '@/shell/NewDeviceLink';
import { OneUseLink } from '@/shell/OneUseLink';
import { pathnameOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import { texts as provisioning } from '@/texts/provisioning';
import { dayTime } from '@/texts/time';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import css from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { UserForm } from './UserForm';
import { UserIdentities } from './UserIdentities';
import { type UserAct, userActs } from './userActs';

/** What an administrator can do for a user. */
export function UserDialog({ user, close }: { user: ListedUser; close: () => void }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const login = useMachine('login').state;
  const [asking, setAsking] = useState<UserAct['id'] | null>(null);
  const [link, setLink] = useState<(NewPasswordLink & { wasToBeMailed: boolean }) | null>(null);
  const act = useMutation({
    mutationFn: ({ perform }: UserAct) => perform(),
    onSuccess: (done, { id }) => {
      if (typeof done !== 'string') return setLink({ ...done, wasToBeMailed: id === 'mailPassword' });
      // the one in the mail has replaced it
      if (id === 'mailPassword') setLink(null);
      notify({ text: done, severity: 'info' });
    },
    onSettled: () => {
      setAsking(null);
      return refresh(client, ['users']);
    },
  });
  const { error } = act;
  const canMail = useCanMail();
  const isOwn = login?.state === 'signed_in' && login.person === user.person;
  const acts = userActs(api, user, { isOwn, canMail });
  // most acts are replaced by their opposites
  const focus = useRemovalFocus(acts.map(({ id }) => id));
  return (
    <Dialog
      // a link is shown this once
      closeOnClickOutside={!link}
      title={<bdi>{user.name ?? texts.users.erased}</bdi>}
      size="lg"
      closeLabel={texts.users.close}
      close={close}
    >
      <p>
        <Link to={pathnameOf('sessionActivity')} search={{ user: user.person }} onClick={close}>
          {texts.users.activity}
        </Link>
      </p>
      {isOwn && <Notice kind="info">{texts.users.own}</Notice>}
      {error && (
        <Notice kind="bad">
          {error instanceof ApiError
            ? noticeText(error.code, error.message, shellTexts.failed)
            : shellTexts.failed}
        </Notice>
      )}
      {link?.link && (
        <>
          {link.wasToBeMailed && <Notice kind="bad">{texts.users.notMailed}</Notice>}
          <OneUseLink link={link.link} text={texts.users.linkUntil({ time: dayTime(link.until) })} />
          {!link.sets_password && <Notice kind="info">{texts.users.providerOnly}</Notice>}
        </>
      )}
      {user.effective_admin && !user.admin && <p className="wb-muted">{texts.users.adminByGroup}</p>}
      {user.provisioned && <p className="wb-muted">{provisioning.users}</p>}
      <UserForm user={user} />
      <ul ref={focus.list} className={css.list} aria-label={texts.users.acts}>
        {acts.map(possible => {
          const words = texts.users.act[possible.id];
          return (
            <li key={possible.id} className={css.item}>
              <div className={css.name}>{words.text}</div>
              <ConfirmButton
                words={{
                  button: words.name,
                  title: words.question,
                  yes: words.name,
                  no: texts.users.cancel,
                }}
                // one question at a time
                held={[asking === possible.id, on => setAsking(on ? possible.id : null)]}
                busy={act.isPending}
                confirm={() => {
                  focus.removing(possible.id);
                  act.mutate(possible);
                }}
              />
            </li>
          );
        })}
      </ul>
      <UserIdentities user={user} />
      {user.enabled && (
        <NewDeviceLink
          text={texts.users.newDeviceText}
          make={() => accountCalls.postAccessApiUiUsersPersonDeviceLink(api, user.person)}
        />
      )}
    </Dialog>
  );
}
