import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { AccountChanges, ListedUser } from '@/generated/api';
import { useDraft } from '@/lib/drafts';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { pathnameOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/tokens';
import form from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { GroupField } from './GroupField';
import { useGroups, usePermissions } from './queries';
import css from './tokens.module.css';

const RobotTokens = lazyWith(() => import('./RobotTokens').then(part => part.RobotTokens));

interface RobotDialogProps {
  robot: ListedUser;
  close: () => void;
}

/** A robot: its tokens, what gives it rights, and disabling it. */
export function RobotDialog({ robot, close }: RobotDialogProps) {
  return (
    <Dialog title={<bdi>{robot.name ?? texts.erased}</bdi>} size="lg" closeLabel={texts.close} close={close}>
      <RobotTokens robot={robot} />
      <Groups robot={robot} />
      <Permissions robot={robot} />
      <Enabling robot={robot} />
    </Dialog>
  );
}

/** The groups, which give the robot the rights that they have. */
function Groups({ robot }: { robot: ListedUser }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [groups, setGroups] = useState(robot.groups);
  const hasGroups = (useGroups().data?.groups.length ?? 0) > 0;
  const isDirty = [...groups].sort().join() !== [...robot.groups].sort().join();
  useDraft(isDirty);
  const { error } = submit;
  return (
    <form
      className={`${form.form} ${css.part}`}
      aria-label={texts.robots.groups}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit.run(async () => {
          await accountCalls.patchAccessApiUiUsersPerson(api, robot.person, { groups });
          notify({ text: texts.robots.changed({ name: robot.name ?? texts.erased }), severity: 'info' });
          await refresh(client, ['users']);
        });
      }}
    >
      {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
      <GroupField value={groups} set={setGroups} />
      {hasGroups && (
        <div className={form.row}>
          <Button type="submit" size="sm" loading={submit.busy} disabled={!isDirty}>
            {texts.robots.save}
          </Button>
        </div>
      )}
    </form>
  );
}

/** The permissions that name the robot itself. */
function Permissions({ robot }: { robot: ListedUser }) {
  const permissions = usePermissions();
  const name = robot.name ?? '';
  const naming = permissions.data?.permissions.filter(permission =>
    Object.hasOwn(permission.artifact.actions?.users ?? {}, name),
  );
  return (
    <section className={css.part} aria-label={texts.robots.permissions}>
      <h3>{texts.robots.permissions}</h3>
      <p className={css.text}>{texts.robots.permissionsText}</p>
      {permissions.isError && (
        <Notice kind="bad">{failureText(permissions.error, texts.robots.failed)}</Notice>
      )}
      {naming?.length === 0 && <p className="wb-muted">{texts.robots.noPermissions}</p>}
      {naming && naming.length > 0 && (
        <ul className={css.links}>
          {naming.map(permission => (
            <li key={permission.id}>
              <Link to={pathnameOf('admin.permissions')} search={{ permission: permission.id }}>
                <bdi>{permission.name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link to={pathnameOf('admin.permissions')} search={{ rights: name }}>
        {texts.robots.rights}
      </Link>
    </section>
  );
}

/** Disabling a robot, which revokes its tokens, and enabling it again. */
function Enabling({ robot }: { robot: ListedUser }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const words = texts.robots;
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (changes: AccountChanges) =>
      accountCalls.patchAccessApiUiUsersPerson(api, robot.person, changes),
    onSuccess: () => notify({ text: words.changed({ name: robot.name ?? texts.erased }), severity: 'info' }),
    onSettled: async () => {
      // the button, which is that of the other act then, gets the focus
      setAsking(false);
      // its tokens may take longer, and the next act does not wait for them
      void refresh(client, ['tokens']);
      await refresh(client, ['users']);
    },
  });
  const { enabled } = robot;
  const name = enabled ? words.disable : words.enable;
  return (
    <div className={css.part}>
      {change.isError && <Notice kind="bad">{failureText(change.error, shellTexts.failed)}</Notice>}
      <p className={css.text}>{enabled ? words.disableText : words.enableText}</p>
      <ConfirmButton
        words={{
          button: name,
          title: enabled ? words.disableQuestion : words.enableQuestion,
          yes: name,
          no: texts.keep,
        }}
        held={[asking, setAsking]}
        busy={change.isPending}
        confirm={() => change.mutate({ enabled: !enabled })}
      />
    </div>
  );
}
