import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Radio, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSubmit } from '@/engine/useSubmit';
import type { ProjectRole } from '@/generated/types';
import { useFields } from '@/lib/useFields';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PROJECT_ROLES, PUBLIC_NAMES, projectRole, type WithRoles } from './projectRoles';

/** What has roles in a project, users or groups, and how that is changed. */
export interface Membership {
  words: {
    add: string;
    name: string;
    nameText: string;
    /** What a form without a name asks for. */
    nameMissing: string;
    saved: (values: { name: string; role: string }) => string;
    remove: string;
    removeQuestion: string;
    removed: (values: { name: string }) => string;
  };
  queryKey: readonly string[];
  set: (name: string, roles: { roles: string[] }) => Promise<unknown>;
  end: (name: string) => Promise<unknown>;
}

interface MemberDialogProps {
  of: Membership;
  /** The member to change; null to add one. */
  member: WithRoles | null;
  close: () => void;
}

/** Adds a member to a project, changes the role of one, or ends the membership. */
export function MemberDialog({ of, member, close }: MemberDialogProps) {
  return (
    <Dialog
      title={member ? <bdi>{member.name}</bdi> : of.words.add}
      size="md"
      closeLabel={texts.users.close}
      close={close}
    >
      <MemberForm of={of} member={member} close={close} />
    </Dialog>
  );
}

function MemberForm({ of, member, close }: MemberDialogProps) {
  const client = useQueryClient();
  const submit = useSubmit();
  const [asking, setAsking] = useState(false);
  const form = useFields<{ name: string; role: ProjectRole }>(
    { name: member?.name ?? '', role: member ? projectRole(member) : 'viewer' },
    { name: name => (name.trim() ? null : of.words.nameMissing) },
  );
  const change = async (request: () => Promise<unknown>, done: string) => {
    const changed = await submit.run(request);
    void refresh(client, of.queryKey);
    setAsking(false);
    if (!changed) return;
    notify({ text: done, severity: 'info' });
    close();
  };
  const send = form.onSubmit({
    send: ({ name, role }) => {
      const user = name.trim();
      const body = { roles: [PUBLIC_NAMES[role]] };
      return change(
        () => of.set(user, body),
        of.words.saved({ name: user, role: texts.members.roles[role] }),
      );
    },
  });
  const remove = (name: string) => change(() => of.end(name), of.words.removed({ name }));
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const isOfName = error?.field === 'name';
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {words && !isOfName && <Notice kind="bad">{words}</Notice>}
      {!member && (
        <TextInput
          {...form.text('name')}
          onChange={event => {
            submit.clear();
            form.set('name', event.currentTarget.value);
          }}
          error={form.problems.name ?? (isOfName ? words : null)}
          label={of.words.name}
          description={of.words.nameText}
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Radio.Group
        label={texts.members.role}
        value={form.values.role}
        onChange={role => form.set('role', role as ProjectRole)}
      >
        {PROJECT_ROLES.map(role => (
          <Radio
            key={role}
            value={role}
            label={texts.members.roles[role]}
            description={texts.members.roleTexts[role]}
            mt="xs"
          />
        ))}
      </Radio.Group>
      <Button type="submit" loading={submit.busy}>
        {member ? texts.members.save : of.words.add}
      </Button>
      {member?.name && (
        <ConfirmButton
          words={{
            button: of.words.remove,
            title: of.words.removeQuestion,
            yes: of.words.remove,
            no: texts.users.cancel,
          }}
          held={[asking, setAsking]}
          busy={submit.busy}
          confirm={() => void remove(member.name ?? '')}
        />
      )}
    </form>
  );
}
