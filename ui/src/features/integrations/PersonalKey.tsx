import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import * as accountCalls from '@/generated/accountCalls';
import type { ApiKey, Sender } from '@/generated/api';
import { CommandList } from '@/shell/ClientSetup';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { pathnameOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/integrations';
import { texts as people } from '@/texts/people';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import css from './integrations.module.css';

interface PersonalKeyProps {
  /** Called with the key once it is there. */
  got: (key: string) => void;
}

/** The user's API key (INT-08), for accounts that can have one. */
export function PersonalKey({ got }: PersonalKeyProps) {
  const { person, user } = useCurrentUser();
  const startup = useMachine('startup').state;
  const profile = startup?.state === 'ready' ? startup.facts.user.profile : null;
  if (person === null) {
    return (
      <Notice kind="info">
        {texts.key.visitor} <Link to={pathnameOf('login')}>{texts.key.signIn}</Link>
      </Notice>
    );
  }
  if (profile && !profile.exists_in_db) return <Notice kind="info">{texts.key.elsewhere}</Notice>;
  return <OwnKey name={user?.name ?? ''} got={got} />;
}

interface FoundKey extends ApiKey {
  apiKey: string;
  isNew: boolean;
}

/** The key of a user, which is created only where there is none: another one would end that of the user's other tools. */
async function findOrCreate(sender: Sender, name: string): Promise<FoundKey> {
  const found = await accountCalls.getUserApiKeyUsername(sender, name);
  if (found.apiKey !== null) return { ...found, apiKey: found.apiKey, isNew: false };
  const made = await accountCalls.postUserApiKeyUsername(sender, name);
  return { ...made, apiKey: made.apiKey ?? '', isNew: true };
}

function OwnKey({ name, got }: PersonalKeyProps & { name: string }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<FoundKey | null>(null);
  const opener = useFocusAfter(asking);
  if (shown) return <Shown found={shown} />;
  if (asking) {
    return (
      <PasswordConfirm
        name={name}
        action={texts.key.create}
        close={() => setAsking(false)}
        run={async sender => {
          const found = await findOrCreate(sender, name);
          setShown(found);
          got(found.apiKey);
          void refresh(client, ['tokens']);
        }}
      />
    );
  }
  return (
    <>
      <p className={css.text}>{texts.key.text}</p>
      <Button ref={opener} size="sm" variant="default" onClick={() => setAsking(true)}>
        {texts.key.create}
      </Button>
    </>
  );
}

function Shown({ found: { apiKey, until, isNew } }: { found: FoundKey }) {
  const first = useRef<HTMLParagraphElement>(null);
  // the form that had the focus is gone
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <p ref={first} tabIndex={-1} className={css.text}>
        {isNew ? texts.key.made : texts.key.existing}
      </p>
      <CommandList
        commands={[
          {
            purpose: until === null ? '' : people.profile.api.keyUntil({ time: dayTime(until) }),
            command: apiKey,
          },
        ]}
      />
      <p className={css.ways}>{texts.key.filled}</p>
      <p className={css.ways}>
        <Link to={pathnameOf('userProfile')}>{texts.key.revoke}</Link>
      </p>
    </>
  );
}
