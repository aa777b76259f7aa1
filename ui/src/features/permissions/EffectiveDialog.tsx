import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { EffectiveRights, RightGround } from '@/generated/api';
import * as calls from '@/generated/calls';
import { useFields } from '@/lib/useFields';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/permissions';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import own from './permissions.module.css';
import { useRepositories } from './queries';
import { UserNameField } from './UserNameField';

interface EffectiveDialogProps {
  /** Whose rights are asked for at first. */
  user: string;
  close: () => void;
}

interface Shown {
  user: string;
  rights: EffectiveRights;
}

/** What a user can do in a repository at a path, and by which permission (PERM-04). */
export function EffectiveDialog({ user, close }: EffectiveDialogProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const repositories = useRepositories().data?.repositories ?? [];
  const [shown, setShown] = useState<Shown | null>(null);
  const words = texts.effective;
  const form = useFields(
    { user, repository: '', path: '' },
    {
      user: name => (name.trim() ? null : texts.userMissing),
      repository: key => (key ? null : words.repositoryMissing),
    },
  );
  const send = form.onSubmit({
    send: async ({ user: name, repository, path }) => {
      setShown(null);
      await submit.run(async () => {
        const asked = { user: name.trim(), repository, path: path.trim() };
        setShown({ user: asked.user, rights: await calls.getRights(api, asked) });
      });
    },
  });
  const { error } = submit;
  const sentence = error && noticeText(error.code, error.message, shellTexts.failed);
  const isOfUser = error?.field === 'user';
  return (
    <Dialog title={words.title} size="lg" closeLabel={texts.close} close={close}>
      <form className={css.form} aria-label={words.title} onSubmit={send} noValidate>
        <p className={own.text}>{words.text}</p>
        {sentence && !isOfUser && <Notice kind="bad">{sentence}</Notice>}
        <UserNameField
          label={words.user}
          description={words.userText}
          value={form.values.user}
          change={name => {
            submit.clear();
            form.set('user', name);
          }}
          error={form.problems.user ?? (isOfUser ? sentence : null)}
          data-autofocus
        />
        <NativeSelect
          label={words.repository}
          value={form.values.repository}
          onChange={event => form.set('repository', event.currentTarget.value)}
          error={form.problems.repository ?? null}
          data={[{ value: '', label: '' }, ...repositories.map(({ key }) => ({ value: key, label: key }))]}
        />
        <TextInput
          {...form.text('path')}
          label={words.path}
          description={words.pathText}
          placeholder="com/acme/app.jar"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        <div className={css.row}>
          <Button type="submit" loading={submit.busy}>
            {words.show}
          </Button>
        </div>
      </form>
      <div role="status">{shown && <Answer {...shown} />}</div>
    </Dialog>
  );
}

function Answer({ user, rights }: Shown) {
  const words = texts.effective;
  if (!rights.enabled) return <Notice kind="info">{words.disabled}</Notice>;
  return (
    <>
      <h3>{words.result({ user })}</h3>
      <table className={own.rights} aria-label={words.result({ user })}>
        <thead>
          <tr>
            <th scope="col">{words.action}</th>
            <th scope="col">{words.answer}</th>
            <th scope="col">{words.why}</th>
          </tr>
        </thead>
        <tbody>
          {rights.rights.map(({ action, grounds }) => (
            <tr key={action}>
              <th scope="row">{texts.actions[action]}</th>
              <td data-allowed={grounds.length > 0}>{grounds.length > 0 ? words.allowed : words.denied}</td>
              <td>
                {grounds.length === 0 ? (
                  <span className="wb-muted">{words.nothing}</span>
                ) : (
                  <ul>
                    {grounds.map(ground => (
                      <li key={groundText(ground)} dir="auto">
                        {groundText(ground)}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function groundText(ground: RightGround): string {
  const words = texts.effective;
  switch (ground.by) {
    case 'administrator':
      return words.administrator;
    case 'project_administrator':
      return words.projectAdministrator({ project: ground.project });
    case 'permission': {
      const { name, to } = ground;
      if (to.of === 'user') return words.ofUser({ name });
      return to.of === 'group' ? words.ofGroup({ name, group: to.name }) : words.ofEveryone({ name });
    }
  }
}
