import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as accountCalls from '@/generated/accountCalls';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/people';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import { notify } from '@/ui/notify';

/** Changes the user's own mail address, with the password. */
export function MailAddress({ name, email }: { name: string; email: string | null }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState(email ?? '');
  const opener = useFocusAfter(asking);
  if (!asking)
    return (
      <Button ref={opener} variant="default" onClick={() => setAsking(true)}>
        {texts.profile.changeEmail}
      </Button>
    );
  return (
    <PasswordConfirm
      name={name}
      action={texts.profile.save}
      close={() => setAsking(false)}
      run={async api => {
        await accountCalls.patchUserProfile(api, { email: typed });
        notify({ text: texts.profile.emailChanged, severity: 'info' });
        setAsking(false);
        void refresh(client, ['account']);
        void refresh(client, ['current']);
      }}
    >
      <TextInput
        label={texts.profile.email}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        spellCheck={false}
        maxLength={254}
      />
    </PasswordConfirm>
  );
}
