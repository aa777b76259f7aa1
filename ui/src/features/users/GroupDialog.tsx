import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { Group } from '@/generated/api';
import { useDraft } from '@/lib/drafts';
import { useTyped, useTypedFields } from '@/lib/useTyped';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import { texts as provisioning } from '@/texts/provisioning';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { GroupMembers } from './GroupMembers';
import own from './users.module.css';

const wordsOf = (error: ApiError | null) => error && noticeText(error.code, error.message, shellTexts.failed);

interface GroupDialogProps {
  group: Group;
  close: () => void;
}

/** A group: its details, its members, and deleting it. */
export function GroupDialog({ group, close }: GroupDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const removal = useSubmit();
  const words = wordsOf(removal.error);
  return (
    <Dialog title={<bdi>{group.name}</bdi>} size="lg" closeLabel={texts.users.close} close={close}>
      {group.provisioned && <p className="wb-muted">{provisioning.groups}</p>}
      <GroupForm group={group} />
      <GroupMembers group={group} />
      <div className={own.removal}>
        {words && <Notice kind="bad">{words}</Notice>}
        <ConfirmButton
          words={{
            button: texts.groups.delete,
            title: texts.groups.deleteQuestion,
            yes: texts.groups.delete,
            no: texts.users.cancel,
          }}
          busy={removal.busy}
          confirm={() =>
            void removal.run(async () => {
              await accountCalls.deleteAccessApiUiGroupsName(api, group.name);
              notify({ text: texts.groups.deleted({ name: group.name }), severity: 'info' });
              void refresh(client, ['groups']);
              void refresh(client, ['users']);
              close();
            })
          }
        />
      </div>
    </Dialog>
  );
}

interface Values {
  description: string;
  admin: boolean;
  auto_join: boolean;
}

const valuesOf = ({ description, admin, auto_join }: Group): Values => ({ description, admin, auto_join });

/** The details of a group. What was entered stays where another administrator has changed the group meanwhile. */
function GroupForm({ group }: { group: Group }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [seen, setSeen] = useState(group);
  const owner = `${useCurrentUser().person ?? ''}/${group.id}`;
  const typed = useTyped('group', owner, valuesOf(group));
  const { values } = typed;
  const before = valuesOf(seen);
  const changed = (Object.keys(values) as (keyof Values)[]).filter(name => values[name] !== before[name]);
  useDraft(changed.length > 0);
  const begin = (from: Group) => {
    setSeen(from);
    typed.begin(valuesOf(from));
    submit.clear();
  };
  const reload = () =>
    submit.run(async () => {
      const { groups } = await accountCalls.getAccessApiUiGroups(api);
      const current = groups.find(one => one.id === seen.id);
      if (current) begin(current);
      void refresh(client, ['groups']);
    });
  const words = wordsOf(submit.error);
  return (
    <form
      className={css.form}
      aria-label={texts.users.details}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit.run(async () => {
          const changes = Object.fromEntries(changed.map(name => [name, values[name]]));
          begin(
            await accountCalls.patchAccessApiUiGroupsName(api, seen.name, { ...changes, edits: seen.edits }),
          );
          notify({ text: texts.groups.saved({ name: seen.name }), severity: 'info' });
          void refresh(client, ['groups']);
          void refresh(client, ['users']);
        });
      }}
    >
      {submit.error?.code === 'edited_meanwhile' ? (
        <Notice kind="bad">
          {texts.groups.editedMeanwhile}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void reload()}>
            {texts.users.reload}
          </Button>
        </Notice>
      ) : (
        words && <Notice kind="bad">{words}</Notice>
      )}
      <GroupFields values={values} set={typed.set} />
      <div className={css.row}>
        <Button type="submit" size="sm" loading={submit.busy} disabled={changed.length === 0}>
          {texts.groups.save}
        </Button>
      </div>
    </form>
  );
}

function GroupFields({ values, set }: { values: Values; set: (changes: Partial<Values>) => void }) {
  return (
    <>
      <Textarea
        label={texts.groups.description}
        autosize={false}
        rows={2}
        maxLength={1_024}
        value={values.description}
        onChange={event => set({ description: event.currentTarget.value })}
      />
      <Checkbox
        checked={values.auto_join}
        onChange={event => set({ auto_join: event.currentTarget.checked })}
        label={texts.groups.autoJoin}
        description={texts.groups.autoJoinText}
      />
      <Checkbox
        checked={values.admin}
        onChange={event => set({ admin: event.currentTarget.checked })}
        label={texts.groups.admin}
        description={texts.groups.adminText}
      />
    </>
  );
}

const NEW = { name: '', description: '', admin: false, auto_join: false };

/** Creates a group. Its members are added when it is there. */
export function CreateGroupDialog({ close }: { close: () => void }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const form = useTypedFields('new-group', useCurrentUser().person ?? '', NEW, {
    name: name => (name.trim() ? null : texts.groups.nameMissing),
  });
  const send = form.onSubmit({
    send: values =>
      submit.run(async () => {
        const name = values.name.trim();
        const made = await accountCalls.postAccessApiUiGroups(api, { ...values, name });
        notify({ text: texts.groups.made({ name: made.name }), severity: 'info' });
        void refresh(client, ['groups']);
        form.reset();
        close();
      }),
  });
  return (
    <Dialog title={texts.groups.create} size="md" closeLabel={texts.users.close} close={close}>
      <form className={css.form} onSubmit={send} noValidate>
        <TextInput
          {...form.text('name')}
          onChange={event => {
            submit.clear();
            form.set('name', event.currentTarget.value);
          }}
          error={form.problems.name ?? wordsOf(submit.error)}
          label={texts.groups.name}
          description={texts.groups.nameText}
          data-autofocus
          autoComplete="off"
        />
        <GroupFields values={form.values} set={form.change} />
        <Button type="submit" loading={submit.busy}>
          {texts.groups.create}
        </Button>
      </form>
    </Dialog>
  );
}
