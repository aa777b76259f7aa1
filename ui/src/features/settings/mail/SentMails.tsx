import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ListedMail } from '@/generated/api';
import type { MailFailure } from '@/generated/types';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/mail';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import list from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { StatusPill, type Tone } from '@/ui/StatusPill';
import { Wait } from '@/ui/Wait';
import css from './mail.module.css';
import { refreshMailLog, useMailLog } from './queries';

/** How many mails are shown at first. */
const FIRST = 5;

const TONES: Readonly<Record<ListedMail['state'], Tone>> = {
  waiting: 'pending',
  sending: 'pending',
  sent: 'good',
  failed: 'bad',
  expired: 'gone',
};

/** The newest mails, and what has come of each. */
export function SentMails() {
  const client = useQueryClient();
  const heading = useId();
  const loaded = useMailLog();
  const [whole, setWhole] = useState(false);
  const mails = loaded.data?.mails ?? [];
  const shown = whole ? mails : mails.slice(0, FIRST);
  return (
    <div className={css.part}>
      <div className={css.head}>
        <h3 id={heading}>{texts.log.title}</h3>
        <Button
          size="compact-sm"
          variant="default"
          loading={loaded.isFetching}
          onClick={() => void refreshMailLog(client)}
        >
          {texts.log.refresh}
        </Button>
      </div>
      {loaded.isPending && <Wait>{texts.log.loading}</Wait>}
      {loaded.isError && <Notice kind="bad">{failureText(loaded.error, texts.log.failed)}</Notice>}
      {loaded.isSuccess && mails.length === 0 && <p className="wb-muted">{texts.log.empty}</p>}
      {shown.length > 0 && (
        <ul className={list.list} aria-labelledby={heading}>
          {shown.map(mail => (
            <li key={mail.id} className={list.item}>
              <Mail mail={mail} />
            </li>
          ))}
        </ul>
      )}
      {mails.length > shown.length && (
        <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
          {texts.log.all}
        </Button>
      )}
    </div>
  );
}

function Mail({ mail }: { mail: ListedMail }) {
  const { kind, person, name, queued_at, ended_at, state, attempts, failure } = mail;
  // a visitor who creates an account is no user yet
  const isToUser = person !== null && kind !== 'registration';
  return (
    <>
      <div className={list.name}>
        <strong>{texts.kind[kind]}</strong> {isToUser && <bdi>{name ?? texts.log.erased}</bdi>}
        <div className={list.meta}>
          {ended_at === null
            ? texts.log.queued({ time: dayTime(queued_at) })
            : texts.log.ended({ time: dayTime(ended_at) })}
          {attempts > 1 && <> · {texts.log.attempts({ attempts })}</>}
        </div>
        {failure && state !== 'sent' && <div className={list.meta}>{failureOf(failure)}</div>}
      </div>
      <StatusPill tone={TONES[state]}>{texts.state[state]}</StatusPill>
    </>
  );
}

function failureOf(failure: MailFailure): string {
  return 'code' in failure
    ? texts.failure[failure.type]({ code: failure.code })
    : texts.failure[failure.type];
}
