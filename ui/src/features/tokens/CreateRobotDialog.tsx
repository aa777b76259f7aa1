import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { CreatedRobot } from '@/generated/api';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { useTyped } from '@/lib/useTyped';
import { NEW_TOKEN, tokenOf, tokenProblem } from '@/shell/newToken';
import { OneUseLink } from '@/shell/OneUseLink';
import { refresh } from '@/shell/refresh';
import { TokenFields } from '@/shell/TokenFields';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts as people } from '@/texts/people';
import { texts } from '@/texts/tokens';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { GroupField } from './GroupField';
import own from './tokens.module.css';

/** Creates a robot, and shows its first token this once (ROBOT-01). */
export function CreateRobotDialog({ close }: { close: () => void }) {
  const [created, setCreated] = useState<CreatedRobot | null>(null);
  return (
    <Dialog
      // the token is shown this once
      closeOnClickOutside={!created}
      title={texts.robots.create}
      size="lg"
      closeLabel={texts.close}
      close={close}
    >
      {created ? <Created created={created} close={close} /> : <Form done={setCreated} />}
    </Dialog>
  );
}

const NEW = { name: '', groups: [] as string[], ...NEW_TOKEN };

interface Problems {
  name?: string | null;
  actions?: string | null;
}

function Form({ done }: { done: (created: CreatedRobot) => void }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const { form, focusProblem } = useProblemFocus();
  const { values, set: keep, begin } = useTyped('new-robot', useCurrentUser().person ?? '', NEW);
  const [problems, setProblems] = useState<Problems>({});
  useDraft(values.name !== '');
  const set = (changes: Partial<typeof NEW>) => {
    keep(changes);
    setProblems({});
    submit.clear();
  };
  const send = async () => {
    const name = values.name.trim();
    const found = { name: name ? null : texts.robots.nameMissing, actions: tokenProblem(values) };
    setProblems(found);
    if (found.name || found.actions) return focusProblem();
    const isCreated = await submit.run(async () => {
      try {
        const robot = { name, groups: values.groups, token: tokenOf(values) };
        done(await accountCalls.postAccessApiUiRobots(api, robot));
        begin(NEW);
      } finally {
        // also after an error: the robot may be there without its token
        void refresh(client, ['users']);
        void refresh(client, ['tokens']);
      }
    });
    if (!isCreated) focusProblem();
  };
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const isOfName = error?.field === 'name';
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={texts.robots.create}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      {words && !isOfName && <Notice kind="bad">{words}</Notice>}
      <TextInput
        label={texts.robots.name}
        description={texts.robots.nameText}
        value={values.name}
        onChange={event => set({ name: event.currentTarget.value })}
        error={problems.name ?? (isOfName ? words : null)}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <GroupField value={values.groups} set={groups => set({ groups })} />
      <h3 className={own.heading}>{texts.robots.firstToken}</h3>
      <TokenFields values={values} set={set} problem={problems.actions ?? null} canProvision />
      <Button type="submit" loading={submit.busy}>
        {texts.robots.create}
      </Button>
    </form>
  );
}

function Created({ created, close }: { created: CreatedRobot; close: () => void }) {
  return (
    <div className={css.form}>
      <p style={{ margin: 0 }}>{texts.robots.createdText({ name: created.user.name ?? texts.erased })}</p>
      <OneUseLink link={created.token.token} text={people.profile.api.madeToken} />
      <Button onClick={close}>{texts.robots.done}</Button>
    </div>
  );
}
