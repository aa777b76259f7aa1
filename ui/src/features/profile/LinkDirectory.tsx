import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import * as calls from '@/generated/calls';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/identities';
import { Button } from '@/ui/Button';
import { notify } from '@/ui/notify';
import { PasswordInput } from '@/ui/PasswordInput';
import { Box } from './Box';
import css from './profile.module.css';

interface LinkDirectoryProps {
  /** The name of the signed-in user. */
  name: string;
  /** What is loaded again once an entry is linked. */
  queryKey: readonly string[];
  /** Whether it is in no box yet. */
  isAlone?: boolean;
}

/** Links the entry that a directory has of the user, where there is a directory (SSO-02). */
export function LinkDirectory({ isAlone = false, ...props }: LinkDirectoryProps) {
  const { api } = useEngine();
  const offered = useQuery({
    queryKey: ['external-logins'],
    queryFn: () => calls.getAuthExternalLogins(api),
    staleTime: 0,
  });
  if (!offered.data?.ldap && !offered.data?.crowd) return null;
  const link = <Linking {...props} />;
  return isAlone ? <Box title={texts.title}>{link}</Box> : link;
}

function Linking({ name, queryKey }: LinkDirectoryProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [user, setUser] = useState(name);
  const [password, setPassword] = useState('');
  const close = () => {
    setAsking(false);
    setPassword('');
  };
  if (asking)
    return (
      <div className={css.action}>
        <PasswordConfirm
          name={name}
          action={texts.linkDirectory}
          close={close}
          run={async sender => {
            await accountCalls.postAuthDirectoriesLink(sender, { user: user.trim(), password });
            notify({ text: texts.directoryLinked, severity: 'info' });
            close();
            await refresh(client, queryKey);
          }}
        >
          <TextInput
            label={texts.directoryUser}
            value={user}
            onChange={event => setUser(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={256}
          />
          <PasswordInput
            label={texts.directoryPassword}
            show={`${shellTexts.login.showPassword}: ${texts.directoryPassword}`}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            autoComplete="off"
            dir="ltr"
          />
        </PasswordConfirm>
      </div>
    );
  return (
    <div className={css.action}>
      <p>{texts.directoryLead}</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.linkDirectory}
      </Button>
    </div>
  );
}
