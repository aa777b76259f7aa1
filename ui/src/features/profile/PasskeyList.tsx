import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedPasskey } from '@/generated/api';
import { useFields } from '@/lib/useFields';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { passkeyProblem } from '@/shell/usePasskey';
import { texts } from '@/texts/passkeys';
import { dayTime } from '@/texts/time';
import form from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import items from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Confirm } from './Confirm';
import css from './profile.module.css';
import type { Confirmation } from './useConfirmation';

interface PasskeyListProps {
  /** The name of the signed-in user. */
  name: string;
  confirmation: Confirmation | null;
  passkeys: readonly DescribedPasskey[];
  canRemove: boolean;
  /** Whether the account has no other second factor than the one that is listed. */
  isLastFactor: boolean;
  changed: () => unknown;
}

/** The passkeys of the user's account. */
export function PasskeyList({ passkeys, ...rest }: PasskeyListProps) {
  // what is asked, and of which: one question at a time
  const [asking, setAsking] = useState<{ id: string; what: 'name' | 'removal' } | null>(null);
  const focus = useRemovalFocus<HTMLParagraphElement>(passkeys.map(({ id }) => id));
  if (passkeys.length === 0)
    return (
      <p ref={focus.rest} tabIndex={-1}>
        {texts.none}
      </p>
    );
  return (
    <ul ref={focus.list} className={items.list} aria-label={texts.list}>
      {passkeys.map(passkey => (
        <Passkey
          key={passkey.id}
          {...rest}
          passkey={passkey}
          asking={asking?.id === passkey.id ? asking.what : null}
          ask={what => setAsking(what && { id: passkey.id, what })}
          removing={() => focus.removing(passkey.id)}
        />
      ))}
    </ul>
  );
}

interface PasskeyProps extends Omit<PasskeyListProps, 'passkeys'> {
  passkey: DescribedPasskey;
  asking: 'name' | 'removal' | null;
  ask: (what: 'name' | 'removal' | null) => void;
  /** Called before it is removed. */
  removing: () => void;
}

function Passkey(props: PasskeyProps) {
  const { name, confirmation, passkey, canRemove, isLastFactor, asking, ask, removing, changed } = props;
  const shown = passkey.name ?? texts.unnamed;
  const naming = useFocusAfter(asking === 'name');
  const removal = useFocusAfter(asking === 'removal');
  return (
    <li className={items.item}>
      <div className={items.name}>
        <strong dir="auto">{shown}</strong>
        <div className={items.meta}>
          {texts.since} {dayTime(passkey.since)} ·{' '}
          {passkey.used_at ? `${texts.used} ${dayTime(passkey.used_at)}` : texts.unused}
        </div>
        <div className={items.meta}>
          {passkey.synchronised ? texts.synchronised : texts.single}
          {passkey.backed_up && ` · ${texts.backedUp}`}
        </div>
      </div>
      {asking === null && (
        <Button
          ref={naming}
          variant="default"
          size="sm"
          aria-label={texts.renameNamed({ name: shown })}
          onClick={() => ask('name')}
        >
          {texts.rename}
        </Button>
      )}
      {asking === null && canRemove && (
        <Button
          ref={removal}
          variant="default"
          size="sm"
          aria-label={texts.removeNamed({ name: shown })}
          onClick={() => ask('removal')}
        >
          {texts.remove}
        </Button>
      )}
      {asking === 'name' && (
        <div className={css.confirm}>
          <Rename passkey={passkey} close={() => ask(null)} changed={changed} />
        </div>
      )}
      {asking === 'removal' && (
        <div className={css.confirm}>
          <Confirm
            name={name}
            confirmation={confirmation}
            action={texts.remove}
            close={() => ask(null)}
            run={async api => {
              await accountCalls.deleteAuthPasskeysId(api, passkey.id);
              notify({ text: texts.removed({ name: shown }), severity: 'info' });
              removing();
              ask(null);
              changed();
            }}
          >
            <p>{!isLastFactor ? texts.removeText : confirmation ? texts.removeLastAlso : texts.removeLast}</p>
          </Confirm>
        </div>
      )}
    </li>
  );
}

interface RenameProps {
  passkey: DescribedPasskey;
  close: () => void;
  changed: () => unknown;
}

function Rename({ passkey, close, changed }: RenameProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const fields = useFields(
    { name: passkey.name ?? '' },
    { name: name => (name.trim() ? null : texts.nameMissing) },
  );
  const send = fields.onSubmit({
    send: ({ name }) =>
      submit.run(async () => {
        await accountCalls.putAuthPasskeysId(api, passkey.id, { name: name.trim() });
        notify({ text: texts.renamed({ name: name.trim() }), severity: 'info' });
        close();
        changed();
      }),
  });
  return (
    <form className={form.form} aria-label={texts.rename} onSubmit={send} noValidate>
      {submit.error && <Notice kind="bad">{passkeyProblem(submit.error)}</Notice>}
      <TextInput {...fields.text('name')} label={texts.name} maxLength={60} dir="auto" autoFocus />
      <div className={form.row}>
        <Button type="submit" loading={submit.busy}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
