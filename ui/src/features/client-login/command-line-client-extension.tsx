import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readClientSession } from '@/lib/clientSession';
import { titleOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/clientLogin';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { ClientQuestion } from './ClientQuestion';

/** Asks the user for a command-line client that waits to be signed in (CLI-01). */
export function ClientLoginPage() {
  // what the tab keeps is forgotten once the client is answered, and the page still says what became of it
  const [client] = useState(readClientSession);
  const { person, user, failed } = useCurrentUser();
  const queries = useQueryClient();
  const question = () => {
    // the guard has let the tab in only with one; the page may be shown again after the answer
    if (client === null) return <Notice kind="info">{texts.none}</Notice>;
    if (failed)
      return (
        <Notice kind="bad">
          {texts.failed}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refresh(queries, ['current'])}>
            {texts.retry}
          </Button>
        </Notice>
      );
    if (!user) return <Wait>{texts.loading}</Wait>;
    // nothing that one user has typed stays for the next
    return <ClientQuestion key={person} client={client} user={user.name ?? texts.erased} />;
  };
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('cliExtension')}</PageTitle>
      {question()}
    </div>
  );
}
