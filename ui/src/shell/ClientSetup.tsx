import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import * as calls from '@/generated/calls';
import { texts } from '@/texts/repositories';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import { CopyButton } from '@/ui/CopyButton';
import { Notice } from '@/ui/Notice';
import { Segments } from '@/ui/Segments';
import { failureText } from './answers';
import css from './ClientSetup.module.css';
import { PasswordConfirm } from './PasswordConfirm';
import { useCurrentUser } from './useCurrentUser';

/** Where the token is in a command of the server. */
export const TOKEN = '<TOKEN>';
const LIVES_S = 30 * 24 * 3_600;

/** The commands with which package clients use a repository, made by the server for its own address. */
export function useClientCommands(repository: string) {
  const { api } = useEngine();
  return useQuery({
    queryKey: ['repositories', repository, 'commands'],
    queryFn: () => calls.getRepositoriesKeyCommands(api, repository),
    enabled: repository !== '',
  });
}

interface EnteredCommand {
  /** What it is for. */
  purpose: string;
  command: string;
}

/** Commands as they are entered, each to be copied. */
export function CommandList({ commands }: { commands: readonly EnteredCommand[] }) {
  return (
    <ul className={css.commands}>
      {commands.map(({ purpose, command }) => (
        <li key={command}>
          <span className={css.purpose}>{purpose}</span>
          <code dir="ltr" className={css.command}>
            {command}
          </code>
          <CopyButton value={command}>{texts.setUp.copy}</CopyButton>
        </li>
      ))}
    </ul>
  );
}

/** The commands with which package clients use a repository. */
export function ClientSetup({ repository }: { repository: string }) {
  const query = useClientCommands(repository);
  const [chosen, setChosen] = useState<string | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const commands = query.data?.commands ?? [];
  const clients = [...new Set(commands.map(command => command.client))];
  const client = chosen ?? clients[0] ?? '';
  return (
    <section className={css.section} aria-label={texts.setUp.title}>
      <h3 className={css.heading}>{texts.setUp.title}</h3>
      <p className={css.text}>{texts.setUp.text}</p>
      {query.isError && <Notice kind="bad">{failureText(query.error, texts.setUp.failed)}</Notice>}
      {clients.length > 1 && (
        <Segments
          label={texts.setUp.client}
          value={client}
          options={clients.map(name => ({ value: name, label: name }))}
          choose={setChosen}
          className={css.clients}
        />
      )}
      {token === null ? (
        <TokenRequest repository={repository} made={setToken} />
      ) : (
        <Notice kind="info">{texts.setUp.tokenMade}</Notice>
      )}
      <CommandList
        commands={commands
          .filter(command => command.client === client)
          .map(({ purpose, command }) => ({
            purpose: texts.setUp[purpose],
            command: token === null ? command : command.replaceAll(TOKEN, token),
          }))}
      />
    </section>
  );
}

interface TokenRequestProps {
  repository: string;
  made: (token: string) => void;
}

/** Makes a token that is for this repository alone. It takes the password, as every token does. */
function TokenRequest({ repository, made }: TokenRequestProps) {
  const { user } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const opener = useFocusAfter(asking);
  if (!asking) {
    return (
      <Button ref={opener} size="sm" variant="default" onClick={() => setAsking(true)}>
        {texts.setUp.makeToken}
      </Button>
    );
  }
  return (
    <PasswordConfirm
      name={user?.name ?? ''}
      action={texts.setUp.makeToken}
      close={() => setAsking(false)}
      run={async sender => {
        const { token } = await accountCalls.postAuthIdentifyToken(sender, {
          description: repository,
          expires_in: LIVES_S,
          scope: { actions: ['READ', 'WRITE'], repositories: [repository], provisions: false },
        });
        made(token);
      }}
    />
  );
}
