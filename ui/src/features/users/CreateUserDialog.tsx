import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { CreatedAccount } from '@/generated/api';
import { useTypedFields } from '@/lib/useTyped';
import { useCanMail } from '@/shell/mailServer';
import { OneUseLink } from '@/shell/OneUseLink';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { language } from '@/texts/i18n/languages';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import { dayTime } from '@/texts/time';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { GroupChoice } from './GroupChoice';

interface Created {
  account: CreatedAccount;
  /** Whether the link was to be sent. */
  isMailed: boolean;
}

/** Creates a user, and sends or shows the link with which that user chooses a password. */
export function CreateUserDialog({ close }: { close: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <Dialog
      // the link is shown this once
      closeOnClickOutside={!created?.account.link.link}
      title={texts.users.create}
      size="lg"
      closeLabel={texts.users.close}
      close={close}
    >
      {created ? <CreatedUser created={created} close={close} /> : <Form done={setCreated} />}
    </Dialog>
  );
}

const NEW = {
  name: '',
  email: '',
  groups: [] as string[],
  admin: false,
  auditor: false,
  /** Sends the link, where mails can be sent. */
  sendMail: true as boolean,
};

function Form({ done }: { done: (created: Created) => void }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const canMail = useCanMail();
  const form = useTypedFields('new-user', useCurrentUser().person ?? '', NEW, {
    name: name => (name.trim() ? null : texts.users.nameMissing),
  });
  const send = form.onSubmit({
    send: ({ name, email, sendMail, ...others }) =>
      submit.run(async () => {
        try {
          const mail = email.trim();
          const isMailed = canMail && sendMail && mail !== '';
          const user = {
            ...others,
            name: name.trim(),
            ...(mail && { email: mail }),
            ...(isMailed && { send_mail: true, language: language.get() }),
          };
          done({ account: await accountCalls.postAccessApiUiUsers(api, user), isMailed });
          form.reset();
        } finally {
          // also after an error: the account may be there without its link
          void refresh(client, ['users']);
        }
      }),
  });
  const words = submit.error && noticeText(submit.error.code, submit.error.message, shellTexts.failed);
  const field = submit.error?.field;
  const hasEmail = form.values.email.trim() !== '';
  const text = (name: 'name' | 'email') => {
    const { onChange, error, ...props } = form.text(name);
    return {
      ...props,
      error: error ?? (field === name ? words : null),
      onChange: (event: { currentTarget: { value: string } }) => {
        submit.clear();
        onChange(event);
      },
    };
  };
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {words && field !== 'name' && field !== 'email' && <Notice kind="bad">{words}</Notice>}
      <TextInput
        {...text('name')}
        label={texts.profile.name}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        {...text('email')}
        label={texts.users.email}
        placeholder={texts.users.emailHint}
        type="email"
        inputMode="email"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
      />
      {canMail && (
        <Checkbox
          checked={form.values.sendMail && hasEmail}
          disabled={!hasEmail}
          onChange={event => form.set('sendMail', event.currentTarget.checked)}
          label={texts.users.sendMail}
          description={hasEmail ? texts.users.sendMailText : texts.users.sendMailAddress}
        />
      )}
      <GroupChoice value={form.values.groups} set={groups => form.set('groups', groups)} />
      <Checkbox
        checked={form.values.auditor}
        onChange={event => form.set('auditor', event.currentTarget.checked)}
        label={texts.role.auditor}
        description={texts.users.auditorText}
      />
      <Checkbox
        checked={form.values.admin}
        onChange={event => form.set('admin', event.currentTarget.checked)}
        label={texts.role.admin}
        description={texts.users.adminText}
      />
      <Button type="submit" loading={submit.busy}>
        {texts.users.create}
      </Button>
    </form>
  );
}

function CreatedUser({ created, close }: { created: Created; close: () => void }) {
  const { user, link } = created.account;
  const name = user.name ?? texts.users.erased;
  const time = dayTime(link.until);
  return (
    <div className={css.form}>
      {link.link === null ? (
        <Notice kind="info">{texts.users.invitedText({ name, time })}</Notice>
      ) : (
        <>
          <p style={{ margin: 0 }}>{texts.users.createdText({ name })}</p>
          {created.isMailed && <Notice kind="bad">{texts.users.notMailed}</Notice>}
          <OneUseLink link={link.link} text={texts.users.linkUntil({ time })} />
        </>
      )}
      {!link.sets_password && <Notice kind="info">{texts.users.providerOnly}</Notice>}
      <Button onClick={close}>{texts.users.done}</Button>
    </div>
  );
}
