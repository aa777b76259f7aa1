import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { AccountChanges, ListedUser } from '@/generated/api';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { useTyped } from '@/lib/useTyped';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { GroupChoice } from './GroupChoice';

interface Values {
  email: string;
  auditor: boolean;
  profile_updatable: boolean;
  external: boolean;
  groups: string[];
}

const valuesOf = (user: ListedUser): Values => ({
  email: user.email ?? '',
  auditor: user.auditor,
  profile_updatable: user.profile_updatable || user.external,
  external: user.external,
  groups: user.groups,
});

const isSame = (one: Values[keyof Values], other: Values[keyof Values]) =>
  String(one).split(',').sort().join() === String(other).split(',').sort().join();

/** What was changed, as the server takes it. */
function changesOf(values: Values, seen: ListedUser): AccountChanges {
  const before = valuesOf(seen);
  const changed = (Object.keys(values) as (keyof Values)[]).filter(
    name => !isSame(values[name], before[name]),
  );
  return Object.fromEntries(changed.map(name => [name, values[name]]));
}

/**
 * The details of a user. Where another administrator has changed the user since the form was opened, what was entered
 * stays, and the current values can be loaded.
 */
export function UserForm({ user }: { user: ListedUser }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const { form, focusProblem } = useProblemFocus();
  // what the form was opened with, and not what a list in the background has loaded since
  const [seen, setSeen] = useState(user);
  const { person: own } = useCurrentUser();
  const owner = `${own ?? ''}/${user.person}`;
  const typed = useTyped('user', owner, valuesOf(user));
  const { values, set } = typed;
  const changes = changesOf(values, seen);
  const isDirty = Object.keys(changes).length > 0;
  useDraft(isDirty);
  const begin = (from: ListedUser) => {
    setSeen(from);
    typed.begin(valuesOf(from));
    submit.clear();
  };
  const send = async () => {
    const isSaved = await submit.run(async () => {
      const saved = await accountCalls.patchAccessApiUiUsersPerson(api, seen.person, {
        ...changes,
        edits: seen.edits,
      });
      begin(saved);
      notify({ text: texts.users.saved({ name: saved.name ?? texts.users.erased }), severity: 'info' });
      void refresh(client, ['users']);
      if (saved.person === own) void refresh(client, ['current']);
    });
    if (!isSaved) focusProblem();
  };
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const isOutdated = error?.code === 'edited_meanwhile';
  const isOfEmail = error?.field === 'email';
  const check = (name: 'auditor' | 'profile_updatable' | 'external') => ({
    checked: values[name],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      set({ [name]: event.currentTarget.checked }),
  });
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={texts.users.details}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      {isOutdated ? (
        <Notice kind="bad">
          {texts.users.editedMeanwhile}{' '}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              void submit.run(async () =>
                begin(await accountCalls.getAccessApiUiUsersPerson(api, seen.person)),
              )
            }
          >
            {texts.users.reload}
          </Button>
        </Notice>
      ) : (
        words && !isOfEmail && <Notice kind="bad">{words}</Notice>
      )}
      <TextInput
        label={texts.users.email}
        type="email"
        inputMode="email"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={values.email}
        onChange={event => {
          if (isOfEmail) submit.clear();
          set({ email: event.currentTarget.value });
        }}
        error={isOfEmail ? words : null}
      />
      <GroupChoice value={values.groups} set={groups => set({ groups })} />
      <Checkbox {...check('auditor')} label={texts.role.auditor} description={texts.users.auditorText} />
      <Checkbox
        {...check('profile_updatable')}
        disabled={values.external}
        label={texts.users.updatable}
        description={texts.users.updatableText}
      />
      <Checkbox {...check('external')} label={texts.users.external} description={texts.users.externalText} />
      <div className={css.row}>
        <Button type="submit" size="sm" loading={submit.busy} disabled={!isDirty}>
          {texts.users.save}
        </Button>
      </div>
    </form>
  );
}
