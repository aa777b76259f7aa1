import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as accountCalls from '@/generated/accountCalls';
import type { IdentityToken } from '@/generated/api';
import { useTyped } from '@/lib/useTyped';
import { OneUseLink } from '@/shell/OneUseLink';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/people';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import css from './profile.module.css';

/** How long a token can work, in days. */
const DAYS = [1, 7, 30, 90, 366];
const DAY_S = 24 * 3_600;

const NEW = { description: '', days: 30 };

/** Makes a token, which is shown this once (API-03). */
export function NewToken({ name }: { name: string }) {
  const client = useQueryClient();
  const { values, set, begin } = useTyped('token', useCurrentUser().person ?? '', NEW);
  const { description, days } = values;
  // what was typed before a reload shows again
  const [asking, setAsking] = useState(description !== '');
  const [made, setMade] = useState<IdentityToken | null>(null);
  const opener = useFocusAfter(asking);
  const api = texts.profile.api;
  return (
    <div className={css.action}>
      <p>{api.tokenText}</p>
      {made && <OneUseLink link={made.token} text={api.madeToken} />}
      {asking ? (
        <PasswordConfirm
          name={name}
          action={api.token}
          close={() => {
            begin(NEW);
            setAsking(false);
          }}
          run={async sender => {
            const wanted = { description: description.trim(), expires_in: days * DAY_S };
            setMade(await accountCalls.postAuthIdentifyToken(sender, wanted));
            begin(NEW);
            setAsking(false);
            void client.invalidateQueries({ queryKey: ['tokens'] });
          }}
        >
          <TextInput
            label={api.description}
            value={description}
            onChange={event => set({ description: event.currentTarget.value })}
            autoComplete="off"
            maxLength={200}
          />
          <NativeSelect
            label={api.days}
            value={String(days)}
            onChange={event => set({ days: Number(event.currentTarget.value) })}
            data={DAYS.map(count => ({ value: String(count), label: api.daysOf({ count }) }))}
          />
        </PasswordConfirm>
      ) : (
        <Button
          ref={opener}
          variant="default"
          onClick={() => {
            setMade(null);
            setAsking(true);
          }}
        >
          {api.token}
        </Button>
      )}
    </div>
  );
}
