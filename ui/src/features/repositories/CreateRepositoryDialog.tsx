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
import type { PackageType } from '@/generated/types';
import { useTypedFields } from '@/lib/useTyped';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/repositories';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';

const TYPES = Object.keys(texts.types) as PackageType[];
const FIRST: PackageType = 'npm';
const isType = (name: string): name is PackageType => TYPES.some(type => type === name);

/** The usual key of a local repository. */
const usualKey = (type: string) => `${type}-local`;

const NEW = { type: FIRST as string, key: usualKey(FIRST), description: '' };

interface CreateRepositoryDialogProps {
  close: () => void;
  created: (key: string) => void;
}

/** Creates a local repository. Everything else is set when it is there. */
export function CreateRepositoryDialog({ close, created }: CreateRepositoryDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const form = useTypedFields('new-repository', useCurrentUser().person ?? '', NEW, {
    key: key => (key.trim() ? null : texts.keyMissing),
  });
  const { type, key } = form.values;
  const choose = (chosen: string) => {
    submit.clear();
    // a key that was typed stays
    form.change(key === usualKey(type) ? { type: chosen, key: usualKey(chosen) } : { type: chosen });
  };
  const send = form.onSubmit({
    send: ({ description, ...values }) =>
      submit.run(async () => {
        const made = await calls.postRepositories(api, {
          key: values.key.trim(),
          package_type: isType(values.type) ? values.type : FIRST,
          settings: { description: description.trim() },
        });
        notify({ text: texts.made({ name: made.key }), severity: 'info' });
        await client.invalidateQueries({ queryKey: ['repositories'] });
        form.reset();
        created(made.key);
      }),
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const isOfKey = error?.field === 'key';
  return (
    <Modal
      opened
      onClose={close}
      title={texts.create}
      size="md"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={css.form} onSubmit={send} noValidate>
        {words && !isOfKey && <Notice kind="bad">{words}</Notice>}
        <NativeSelect
          label={texts.type}
          description={texts.typeText}
          value={type}
          onChange={event => choose(event.currentTarget.value)}
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
