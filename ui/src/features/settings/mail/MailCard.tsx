import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedMailServer, MailServerPage, WantedMailServer } from '@/generated/api';
import { hostAndPort } from '@/lib/hostAndPort';
import { refusalText } from '@/shell/answers';
import { keepMailServer, refreshMailServer, useMailServer } from '@/shell/mailServer';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/mail';
import { Button } from '@/ui/Button';
import { ConfirmButton, useFocusAfter } from '@/ui/ConfirmButton';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { LoadedCard } from '../LoadedCard';
import { MailForm } from './MailForm';
import css from './mail.module.css';
import { SentMails } from './SentMails';
import { TestMail } from './TestMail';

/** The server that takes the mails of the installation: sets it up, changes, tests or removes it. */
export function MailCard() {
  const loaded = useMailServer();
  return (
    <LoadedCard words={texts} retry={texts.retry} loaded={loaded}>
      {page => <Loaded page={page} />}
    </LoadedCard>
  );
}

function Loaded({ page }: { page: MailServerPage }) {
  const { api, session } = useEngine();
  const client = useQueryClient();
  const [asking, setAsking] = useState<'change' | 'removal' | null>(null);
  const removal = useSubmit();
  // whatever replaced the button gives the focus back to it; a question that is declined, to its own button
  const opener = useFocusAfter(asking === 'change' || (asking === 'removal' && removal.busy));
  const { server } = page;
  const changed = (fresh: MailServerPage, text: string) => {
    keepMailServer(client, fresh);
    // the sign-in page of this tab offers a link from now on, or no longer
    session.set(info => info && { ...info, sign_in: { ...info.sign_in, forgot_password: fresh.can_send } });
    setAsking(null);
    notify({ text, severity: 'info' });
  };
  const save = async (wanted: WantedMailServer) =>
    changed(await accountCalls.putAccessApiUiMailServer(api, wanted), server ? texts.saved : texts.created);
  const remove = async () => {
    const isRemoved = await removal.run(async () =>
      changed(await accountCalls.deleteAccessApiUiMailServer(api), texts.removed),
    );
    if (isRemoved) return;
    // someone else may have removed it
    setAsking(null);
    void refreshMailServer(client);
  };
  if (asking === 'change') return <MailForm before={server} send={save} cancel={() => setAsking(null)} />;
  return (
    <>
      {server ? <Shown server={server} /> : <p>{texts.empty}</p>}
      {server && !page.can_send && <Notice kind="bad">{texts.noLinks}</Notice>}
      {removal.error && <Notice kind="bad">{refusalText(removal.error, shellTexts.failed)}</Notice>}
      <div className={`${css.acts} ${css.note}`}>
        {asking !== 'removal' && (
          <Button ref={opener} size="sm" variant="default" onClick={() => setAsking('change')}>
            {server ? texts.edit : texts.setUp}
          </Button>
        )}
        {server && (
          <ConfirmButton
            words={texts.remove}
            held={[asking === 'removal', on => setAsking(on ? 'removal' : null)]}
            busy={removal.busy}
            confirm={() => void remove()}
          />
        )}
      </div>
      {server && <TestMail />}
      <SentMails />
    </>
  );
}

function Shown({ server }: { server: DescribedMailServer }) {
  const { host, port, security, user, has_password, from, from_name } = server;
  return (
    <Facts className={css.facts}>
      <Fact name={texts.fact.server}>
        <bdi>{hostAndPort(host, port)}</bdi>
      </Fact>
      <Fact name={texts.fact.security}>{texts.security[security]}</Fact>
      <Fact name={texts.fact.user}>{user === null ? texts.fact.none : <bdi>{user}</bdi>}</Fact>
      <Fact name={texts.fact.password}>{has_password ? texts.fact.stored : texts.fact.none}</Fact>
      <Fact name={texts.fact.from}>
        {from_name && (
          <>
            <bdi>{from_name}</bdi>{' '}
          </>
        )}
        <bdi>{from_name ? `<${from}>` : from}</bdi>
      </Fact>
    </Facts>
  );
}
