import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { ReleaseBundleRow } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import { useDraft } from '@/lib/drafts';
import { useIsThere } from '@/lib/useIsThere';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { useTyped } from '@/lib/useTyped';
import { refusalText } from '@/shell/answers';
import { FormDialog } from '@/shell/FormDialog';
import { CODE } from '@/shell/form/code';
import { withRefused } from '@/shell/form/problems';
import { useProject } from '@/shell/menu/useMenus';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/releaseBundles';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Segments } from '@/ui/Segments';
import { BuildRows } from './BuildRows';
import { bodyOf, fieldOf, NEW, type Problems, problemsOf, SOURCES, type Values } from './creation';
import { patient } from './patience';
import css from './release-bundles.module.css';

interface CreateDialogProps {
  close: () => void;
  created: (bundle: ReleaseBundleRow) => void;
}

/** Creates a bundle from builds or from files in local repositories. */
export function CreateDialog({ close, created }: CreateDialogProps) {
  const { values, set, problems, words, form, busy, send } = useCreation(created);
  const project = useProject();
  return (
    <FormDialog title={texts.create.title} closeLabel={texts.create.close} close={close}>
      <form
        ref={form}
        className={css.form}
        aria-label={texts.create.title}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void send();
        }}
      >
        {words !== null && <Notice kind="bad">{words}</Notice>}
        <TextInput
          {...CODE}
          label={texts.create.name}
          value={values.name}
          onChange={event => set({ name: event.currentTarget.value })}
          error={problems.name ?? null}
          data-autofocus
        />
        <TextInput
          {...CODE}
          label={texts.create.version}
          value={values.version}
          onChange={event => set({ version: event.currentTarget.value })}
          error={problems.version ?? null}
        />
        <Segments
          className={css.sources}
          label={texts.create.source}
          value={values.source}
          options={SOURCES.map(value => ({ value, label: texts.create.from[value] }))}
          choose={source => set({ source })}
        />
        {values.source === 'builds' ? (
          <BuildRows
            builds={values.builds}
            text={project === null ? texts.create.buildsText : texts.create.buildsOf({ project })}
            problem={problems.builds}
            set={builds => set({ builds })}
          />
        ) : (
          <Textarea
            {...CODE}
            label={texts.create.paths}
            description={texts.create.pathsText}
            value={values.paths}
            onChange={event => set({ paths: event.currentTarget.value })}
            error={problems.paths ?? null}
            autosize={false}
            rows={6}
            wrap="off"
            classNames={{ input: 'wb-mono' }}
          />
        )}
        <div className={css.acts}>
          <Button type="submit" loading={busy}>
            {texts.create.title}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}

function useCreation(created: CreateDialogProps['created']) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const isThere = useIsThere();
  const project = useProject();
  const typed = useTyped('new-release-bundle', useCurrentUser().person ?? '', NEW);
  const [found, setFound] = useState<Problems>({});
  const { form, focusProblem } = useProblemFocus();
  const { values } = typed;
  useDraft(JSON.stringify(values) !== JSON.stringify(NEW));
  const words = submit.error && refusalText(submit.error, shellTexts.failed);
  const field = fieldOf(submit.error?.field, values.source);
  const create = async () => {
    const [name, version] = [values.name.trim(), values.version.trim()];
    const body = bodyOf(values, project);
    const made = await distributionCalls.postReleaseBundlesNameVersion(patient(api), name, version, body);
    notify({ text: texts.create.created({ name, version }), severity: 'info' });
    void refresh(client, ['release-bundles']);
    typed.begin(NEW);
    // the dialog may have been closed meanwhile
    if (isThere()) created(made.release_bundle);
  };
  return {
    form,
    values,
    busy: submit.busy,
    ...withRefused(found, words === null ? null : { field, words }),
    set: (changes: Partial<Values>) => {
      typed.set(changes);
      setFound({});
      submit.clear();
    },
    send: async () => {
      const missing = problemsOf(values);
      setFound(missing);
      submit.clear();
      const isComplete = Object.keys(missing).length === 0;
      if (!(isComplete && (await submit.run(create)))) focusProblem();
    },
  };
}
