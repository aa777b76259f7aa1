import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import type { PackageType, RepositoryClass } from '@/generated/types';
import { useIsThere } from '@/lib/useIsThere';
import { useTypedFields } from '@/lib/useTyped';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/repositories';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Segments } from '@/ui/Segments';
import { MembersField } from './MembersField';
import own from './repositories.module.css';

const TYPES = Object.keys(texts.types) as PackageType[];
const FIRST: PackageType = 'npm';
const isType = (name: string): name is PackageType => TYPES.some(type => type === name);

const CLASSES = Object.keys(texts.classes) as RepositoryClass[];

/** The usual key of a repository. */
const usualKey = (type: string, kind: string) => `${type}-${kind}`;

const newOf = (kind: RepositoryClass) => ({
  kind: kind as string,
  type: FIRST as string,
  key: usualKey(FIRST, kind),
  description: '',
  url: '',
  members: [] as string[],
  deploysTo: '',
});

interface CreateRepositoryDialogProps {
  /** What is created unless another one is chosen. */
  kind: RepositoryClass;
  close: () => void;
  created: (key: string) => void;
}

/** Creates a repository. Everything else is set when it is there. */
export function CreateRepositoryDialog({ kind: first, close, created }: CreateRepositoryDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const isThere = useIsThere();
  const submit = useSubmit();
  // each kind has a form of its own, so that the address of one opens it
  const form = useTypedFields('new-repository', `${useCurrentUser().person ?? ''}/${first}`, newOf(first), {
    key: key => (key.trim() ? null : texts.keyMissing),
    url: (url, { kind }) => (kind !== 'remote' || url.trim() ? null : texts.upstreamMissing),
    members: (members, { kind }) => (kind !== 'virtual' || members.length > 0 ? null : texts.memberMissing),
  });
  const { kind, type, key, members, deploysTo } = form.values;
  const choose = (to: { kind?: string; type?: string }) => {
    submit.clear();
    const chosen = { kind, type, ...to };
    form.change({
      ...to,
      // a key that was typed stays
      ...(key === usualKey(type, kind) && { key: usualKey(chosen.type, chosen.kind) }),
      // members are of one type
      ...(to.type !== undefined && { members: [], deploysTo: '' }),
    });
  };
  const send = form.onSubmit({
    send: ({ description, ...values }) =>
      submit.run(async () => {
        const isRemote = values.kind === 'remote';
        const isVirtual = values.kind === 'virtual';
        const made = await calls.postRepositories(api, {
          key: values.key.trim(),
          class: CLASSES.find(known => known === values.kind) ?? 'local',
          package_type: isType(values.type) ? values.type : FIRST,
          settings: {
            description: description.trim(),
            ...(isRemote && { url: values.url.trim() }),
            ...(isVirtual && { repositories: values.members, deploys_to: values.deploysTo }),
          },
        });
        notify({ text: texts.made({ name: made.key }), severity: 'info' });
        await refresh(client, ['repositories']);
        form.reset();
        // the dialog may have been closed meanwhile, and what was created is shown on its page
        if (isThere()) created(made.key);
      }),
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const isOfKey = error?.field === 'key';
  const isOfUrl = error?.field === 'url';
  return (
    <Modal
      opened
      onClose={close}
      title={texts.create}
      size="md"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={css.form} onSubmit={send} noValidate>
        {words && !isOfKey && !isOfUrl && <Notice kind="bad">{words}</Notice>}
        <Segments
          label={texts.class}
          value={kind}
          options={CLASSES.map(value => ({ value: value as string, label: texts.classes[value] }))}
          choose={chosen => choose({ kind: chosen })}
        />
        <p className={own.text}>{texts.classTexts[CLASSES.find(known => known === kind) ?? 'local']}</p>
        <NativeSelect
          label={texts.type}
          description={texts.typeText}
          value={type}
          onChange={event => choose({ type: event.currentTarget.value })}
          data={TYPES.map(value => ({ value, label: texts.types[value] }))}
          data-autofocus
        />
        <TextInput
          {...form.text('key')}
          onChange={event => {
            submit.clear();
            form.set('key', event.currentTarget.value);
          }}
          error={form.problems.key ?? (isOfKey ? words : null)}
          label={texts.key}
          description={texts.keyText}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        {kind === 'remote' && (
          <TextInput
            {...form.text('url')}
            onChange={event => {
              submit.clear();
              form.set('url', event.currentTarget.value);
            }}
            error={form.problems.url ?? (isOfUrl ? words : null)}
            label={texts.upstream}
            description={texts.upstreamText}
            type="url"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        )}
        {kind === 'virtual' && (
          <MembersField
            type={isType(type) ? type : FIRST}
            members={members}
            deploysTo={deploysTo}
            change={to => {
              form.set('members', to.members);
              form.set('deploysTo', to.deploysTo);
            }}
            error={form.problems.members ?? null}
          />
        )}
        <Textarea
          {...form.text('description')}
          label={texts.description}
          description={texts.descriptionText}
          autosize={false}
          rows={2}
          maxLength={500}
        />
        <Button type="submit" loading={submit.busy}>
          {texts.create}
        </Button>
      </form>
    </Modal>
  );
}
