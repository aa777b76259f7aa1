import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { Group, MembersChange } from '@/generated/api';
import { useFields } from '@/lib/useFields';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import list from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';

/** The most members that are listed. */
const LISTED = 100;

/** The members of a group: adding one by name, and removing one. */
export function GroupMembers({ group }: { group: Group }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [asking, setAsking] = useState<string | null>(null);
  const members = useQuery({
    queryKey: ['users', 'of-group', group.name],
    queryFn: () => accountCalls.getAccessApiUiUsers(api, { group: group.name, limit: LISTED }),
  });
  const change = async (changes: MembersChange, done: string) => {
    const changed = await submit.run(() =>
      accountCalls.patchAccessApiUiGroupsNameMembers(api, group.name, changes),
    );
    void refresh(client, ['users']);
    void refresh(client, ['groups']);
    setAsking(null);
    if (changed) notify({ text: done, severity: 'info' });
    return changed;
  };
  const form = useFields({ user: '' }, { user: user => (user.trim() ? null : texts.groups.memberMissing) });
  const add = form.onSubmit({
    send: async ({ user }) => {
      const name = user.trim();
      const added = await change({ add: [name] }, texts.groups.added({ user: name, group: group.name }));
      if (added) form.reset();
    },
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const shown = members.data?.users ?? [];
  const focus = useRemovalFocus<HTMLHeadingElement>(shown.map(({ person }) => person));
  const hidden = (members.data?.total ?? 0) - shown.length;
  return (
    <section aria-label={texts.groups.members}>
      <h3 ref={focus.rest} tabIndex={-1}>
        {texts.groups.members}
      </h3>
      {members.isError && <Notice kind="bad">{texts.users.failed}</Notice>}
      {members.data && shown.length === 0 && <p className="wb-muted">{texts.groups.noMembers}</p>}
      <ul ref={focus.list} className={list.list} aria-label={texts.groups.members}>
        {shown.map(({ person, name }) => (
          <li key={person} className={list.item}>
            <bdi className={list.name}>{name ?? texts.users.erased}</bdi>
            {name && (
              <ConfirmButton
                words={{
                  button: texts.groups.remove,
                  label: texts.groups.removeOne({ name }),
                  title: texts.groups.removeQuestion,
                  yes: texts.groups.remove,
                  no: texts.users.cancel,
                }}
                // one question at a time
                held={[asking === person, on => setAsking(on ? person : null)]}
                busy={submit.busy}
                confirm={() => {
                  focus.removing(person);
                  void change({ remove: [name] }, texts.groups.removed({ user: name, group: group.name }));
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="wb-muted">{texts.groups.moreMembers({ count: shown.length })}</p>}
      <form className={css.form} onSubmit={event => void add(event)} noValidate>
        <TextInput
          {...form.text('user')}
          onChange={event => {
            submit.clear();
            form.set('user', event.currentTarget.value);
          }}
          error={form.problems.user ?? words}
          label={texts.groups.member}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={css.row}>
          <Button type="submit" size="sm" variant="default" loading={submit.busy}>
            {texts.groups.addMember}
          </Button>
        </div>
      </form>
    </section>
  );
}
