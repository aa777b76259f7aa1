import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { ArtifactPermission, ConsolePermission } from '@/generated/api';
import * as calls from '@/generated/calls';
import { useDraft } from '@/lib/drafts';
import { useIsThere } from '@/lib/useIsThere';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { useTyped } from '@/lib/useTyped';
import { withRefused } from '@/shell/form/problems';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/permissions';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { BundlesField } from './BundlesField';
import { GranteesField } from './GranteesField';
import own from './permissions.module.css';
import { TargetsField } from './TargetsField';
import {
  artifactOf,
  bundlesOf,
  fieldOf,
  NEW,
  type Problems,
  problemsOf,
  type Values,
  valuesOf,
} from './values';

interface PermissionDialogProps {
  permission: ConsolePermission;
  close: () => void;
}

/** A permission: what it grants, and deleting it. */
export function PermissionDialog({ permission, close }: PermissionDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const removal = useSubmit();
  const { error } = removal;
  const { name } = permission;
  return (
    <Dialog title={<bdi>{name}</bdi>} size="xl" closeLabel={texts.close} close={close}>
      <EditForm permission={permission} />
      <div className={own.removal}>
        {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
        <ConfirmButton
          words={{
            button: texts.delete,
            title: texts.deleteQuestion,
            yes: texts.delete,
            no: texts.cancel,
          }}
          busy={removal.busy}
          confirm={() =>
            void removal.run(async () => {
              await calls.deletePermissionsName(api, name);
              notify({ text: texts.deleted({ name }), severity: 'info' });
              void refresh(client, ['permissions']);
              close();
            })
          }
        />
      </div>
    </Dialog>
  );
}

/** Changes a permission. What was entered stays where another administrator has changed it meanwhile. */
function EditForm({ permission }: { permission: ConsolePermission }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const { form, focusProblem } = useProblemFocus();
  // what the form was opened with, and not what a list in the background has loaded since
  const [seen, setSeen] = useState(permission);
  const owner = `${useCurrentUser().person ?? ''}/${permission.id}`;
  const typed = useTyped('permission', owner, valuesOf(permission));
  const [found, setFound] = useState<Problems>({});
  const isDirty = JSON.stringify(typed.values) !== JSON.stringify(valuesOf(seen));
  useDraft(isDirty);
  const begin = (from: ConsolePermission) => {
    setSeen(from);
    typed.begin(valuesOf(from));
    setFound({});
    submit.clear();
  };
  const reload = () =>
    submit.run(async () => {
      const { permissions } = await calls.getPermissions(api);
      const current = permissions.find(one => one.id === seen.id);
      if (current) begin(current);
      void refresh(client, ['permissions']);
    });
  const send = async () => {
    const problems = problemsOf(typed.values, seen.build !== null);
    setFound(problems);
    if (Object.keys(problems).length > 0) return focusProblem();
    const isSaved = await submit.run(async () => {
      const body = {
        artifact: artifactOf(typed.values),
        release_bundle: bundlesOf(typed.values, seen.release_bundle),
        revision: seen.revision,
      };
      begin(await calls.putPermissionsName(api, seen.name, body));
      notify({ text: texts.saved({ name: seen.name }), severity: 'info' });
      void refresh(client, ['permissions']);
    });
    if (!isSaved) focusProblem();
  };
  const { words, problems } = errorsOf(submit.error, found);
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={texts.details}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      {submit.error?.code === 'edited_meanwhile' ? (
        <Notice kind="bad">
          {texts.editedMeanwhile}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void reload()}>
            {texts.reload}
          </Button>
        </Notice>
      ) : (
        words && <Notice kind="bad">{words}</Notice>
      )}
      {seen.build && <Notice kind="info">{texts.alsoBuilds}</Notice>}
      <Fields
        values={typed.values}
        problems={problems}
        set={changes => {
          typed.set(changes);
          setFound({});
          submit.clear();
        }}
      />
      <div className={css.row}>
        <Button type="submit" size="sm" loading={submit.busy} disabled={!isDirty}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

interface CreateProps {
  close: () => void;
  created: (id: string) => void;
}

/** Creates a permission. */
export function CreatePermissionDialog({ close, created }: CreateProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const isThere = useIsThere();
  const { form, focusProblem } = useProblemFocus();
  const typed = useTyped('new-permission', useCurrentUser().person ?? '', NEW);
  const [found, setFound] = useState<Problems>({});
  useDraft(JSON.stringify(typed.values) !== JSON.stringify(NEW));
  const set = (changes: Partial<Values>) => {
    typed.set(changes);
    setFound({});
    submit.clear();
  };
  const send = async () => {
    const missing = problemsOf(typed.values);
    setFound(missing);
    if (Object.keys(missing).length > 0) return focusProblem();
    const isCreated = await submit.run(async () => {
      const name = typed.values.name.trim();
      const artifact = artifactOf(typed.values);
      const bundles = bundlesOf(typed.values, null);
      const resources: Record<string, ArtifactPermission> = { artifact };
      if (Object.keys(bundles.targets).length > 0) resources.release_bundle = bundles;
      const made = await calls.postPermissions(api, { name, resources });
      notify({ text: texts.made({ name: made.name }), severity: 'info' });
      await refresh(client, ['permissions']);
      typed.begin(NEW);
      // the dialog may have been closed meanwhile, and what was created is shown on its page
      if (isThere()) created(made.id);
    });
    if (!isCreated) focusProblem();
  };
  const { words, problems } = errorsOf(submit.error, found);
  return (
    <Dialog title={texts.create} size="xl" closeLabel={texts.close} close={close}>
      <form
        ref={form}
        className={css.form}
        aria-label={texts.create}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void send();
        }}
      >
        {words && <Notice kind="bad">{words}</Notice>}
        <TextInput
          label={texts.name}
          description={texts.nameText}
          value={typed.values.name}
          onChange={event => set({ name: event.currentTarget.value })}
          error={problems.name ?? null}
          data-autofocus
          autoComplete="off"
        />
        <Fields values={typed.values} problems={problems} set={set} />
        <Button type="submit" loading={submit.busy}>
          {texts.create}
        </Button>
      </form>
    </Dialog>
  );
}

/** What was found wrong, beside the fields where it belongs to one, and as `words` where it does not. */
function errorsOf(error: ApiError | null, found: Problems) {
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  return withRefused(found, words === null ? null : { field: fieldOf(error?.field), words });
}

interface FieldsProps {
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

function Fields({ values, problems, set }: FieldsProps) {
  return (
    <>
      <TargetsField
        targets={values.targets}
        set={targets => set({ targets })}
        error={problems.targets ?? null}
      />
      <GranteesField values={values} set={set} error={problems.grantees ?? null} />
      <BundlesField
        bundles={values.bundles}
        set={bundles => set({ bundles })}
        error={problems.bundles ?? null}
      />
    </>
  );
}
