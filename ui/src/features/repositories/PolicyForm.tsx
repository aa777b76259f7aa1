import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedCleanupPolicy, WantedCleanupPolicy } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { useDraft } from '@/lib/drafts';
import { useIsThere } from '@/lib/useIsThere';
import { useTyped } from '@/lib/useTyped';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/cleanup';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { hasWrongNumber, type NumberName, numberProblem } from './policyNumbers';
import own from './repositories.module.css';

/** The settings as they are typed. */
interface Values {
  key: string;
  description: string;
  keepLast: string;
  createdBefore: string;
  unused: string;
  repositories: string;
  excluded: string;
  types: string;
  includes: string;
  excludes: string;
  schedule: string;
  duration: string;
  skipsTrash: boolean;
}

const NEW: Values = {
  key: '',
  description: '',
  keepLast: '',
  createdBefore: '',
  unused: '',
  repositories: '',
  excluded: '',
  types: '',
  includes: '',
  excludes: '',
  schedule: '',
  duration: '60',
  skipsTrash: false,
};

const ALL = '**';
const listed = (list: readonly string[] | undefined) => (list ?? []).filter(one => one !== ALL).join(', ');
const numbered = (number: number | undefined) => (number === undefined ? '' : String(number));
const list = (text: string) =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');

const valuesOf = ({ searchCriteria: search, ...policy }: DescribedCleanupPolicy): Values => ({
  key: policy.key,
  description: policy.description,
  keepLast: numbered(search.keepLastNVersions),
  createdBefore: numbered(search.createdBeforeInDays),
  unused: numbered(search.lastDownloadedBeforeInDays),
  repositories: listed(search.repos),
  excluded: listed(search.excludedRepos),
  types: listed(search.packageTypes),
  includes: listed(search.includedPackages),
  excludes: listed(search.excludedPackages),
  schedule: policy.cronExp,
  duration: String(policy.durationInMinutes),
  skipsTrash: policy.skipTrashcan,
});

/** What is sent. What has no field here stays as it is. */
function wantedOf(values: Values, before?: DescribedCleanupPolicy): WantedCleanupPolicy {
  const project = before?.projectKey ?? undefined;
  return {
    description: values.description.trim(),
    cronExp: values.schedule.trim(),
    durationInMinutes: Number(values.duration),
    enabled: before?.enabled ?? true,
    skipTrashcan: values.skipsTrash,
    ...(project !== undefined && { projectKey: project }),
    searchCriteria: {
      includeAllProjects: before?.searchCriteria.includeAllProjects ?? true,
      keepLastNVersions: Number(values.keepLast),
      createdBeforeInDays: Number(values.createdBefore),
      lastDownloadedBeforeInDays: Number(values.unused),
      repos: list(values.repositories),
      excludedRepos: list(values.excluded),
      packageTypes: list(values.types),
      includedPackages: list(values.includes),
      excludedPackages: list(values.excludes),
    },
  };
}

/** Changes what a policy does. */
export function ChangePolicyForm({ policy }: { policy: DescribedCleanupPolicy }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const owner = `${useCurrentUser().person ?? ''}/${policy.key}`;
  const typed = useTyped('cleanup-policy', owner, valuesOf(policy));
  const { values } = typed;
  const before = valuesOf(policy);
  const isChanged = (Object.keys(values) as (keyof Values)[]).some(name => values[name] !== before[name]);
  useDraft(isChanged);
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  return (
    <form
      className={css.form}
      aria-label={texts.criteria}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit.run(async () => {
          typed.begin(
            valuesOf(await repositoryCalls.putCleanupPoliciesKey(api, policy.key, wantedOf(values, policy))),
          );
          notify({ text: texts.saved({ name: policy.key }), severity: 'info' });
          await refresh(client, ['cleanup-policies']);
        });
      }}
    >
      {words && <Notice kind="bad">{words}</Notice>}
      <PolicyFields values={values} set={typed.set} />
      <div className={css.row}>
        <Button type="submit" size="sm" loading={submit.busy} disabled={!isChanged || hasWrongNumber(values)}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

/** The settings of a new policy. */
export function NewPolicyForm({ created }: { created: (key: string) => void }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const isThere = useIsThere();
  const submit = useSubmit();
  const typed = useTyped('cleanup-policy', `${useCurrentUser().person ?? ''}/`, NEW);
  const { values } = typed;
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const isOfKey = error?.field === 'key';
  return (
    <form
      className={css.form}
      aria-label={texts.create}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit.run(async () => {
          const wanted = { ...wantedOf(values), key: values.key.trim() };
          const made = await repositoryCalls.postCleanupPolicies(api, wanted);
          notify({ text: texts.made({ name: made.key }), severity: 'info' });
          await refresh(client, ['cleanup-policies']);
          typed.begin(NEW);
          // the dialog may have been closed meanwhile, and what was created is shown on its page
          if (isThere()) created(made.key);
        });
      }}
    >
      {words && !isOfKey && <Notice kind="bad">{words}</Notice>}
      <TextInput
        label={texts.key}
        description={texts.keyText}
        value={values.key}
        onChange={event => {
          submit.clear();
          typed.set({ key: event.currentTarget.value });
        }}
        error={isOfKey ? words : null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        data-autofocus
      />
      <PolicyFields values={values} set={typed.set} />
      <Button type="submit" loading={submit.busy} disabled={hasWrongNumber(values)}>
        {texts.create}
      </Button>
    </form>
  );
}

interface FieldsProps {
  values: Values;
  set: (changes: Partial<Values>) => void;
}

type TextName = Exclude<keyof Values, 'skipsTrash'>;

function PolicyFields({ values, set }: FieldsProps) {
  const text = (name: TextName) => ({
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value }),
    autoComplete: 'off',
  });
  const number = (name: NumberName) => ({
    ...text(name),
    inputMode: 'numeric' as const,
    error: numberProblem(name, values[name]),
  });
  return (
    <>
      <TextInput {...text('description')} label={texts.description} maxLength={500} />
      <fieldset className={own.group}>
        <legend>{texts.criteria}</legend>
        <p className={own.text}>{texts.criteriaText}</p>
        <div className={own.fields}>
          <TextInput {...number('keepLast')} label={texts.keepLast} description={texts.keepLastText} />
          <TextInput
            {...number('createdBefore')}
            label={texts.createdBefore}
            description={texts.createdBeforeText}
          />
          <TextInput {...number('unused')} label={texts.unused} description={texts.unusedText} />
        </div>
      </fieldset>
      <div className={own.fields}>
        <TextInput
          {...text('repositories')}
          label={texts.repositories}
          description={texts.repositoriesText}
          dir="ltr"
        />
        <TextInput {...text('excluded')} label={texts.excluded} description={texts.excludedText} dir="ltr" />
        <TextInput {...text('includes')} label={texts.includes} description={texts.includesText} dir="ltr" />
        <TextInput {...text('excludes')} label={texts.excludes} description={texts.excludesText} dir="ltr" />
      </div>
      <TextInput {...text('types')} label={texts.types} description={texts.typesText} dir="ltr" />
      <div className={own.fields}>
        <TextInput {...text('schedule')} label={texts.schedule} description={texts.scheduleText} dir="ltr" />
        <TextInput {...number('duration')} label={texts.duration} />
      </div>
      <Checkbox
        label={texts.skipsTrash}
        description={texts.skipsTrashText}
        checked={values.skipsTrash}
        onChange={event => set({ skipsTrash: event.currentTarget.checked })}
      />
    </>
  );
}
