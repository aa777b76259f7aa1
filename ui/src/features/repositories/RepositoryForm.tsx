import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { fetchAllRows } from '@/engine/fetchAllRows';
import { useSubmit } from '@/engine/useSubmit';
import type { ConsoleRepository, RepositoryValues } from '@/generated/api';
import * as calls from '@/generated/calls';
import { useDraft } from '@/lib/drafts';
import { useTyped } from '@/lib/useTyped';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/repositories';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { MembersField } from './MembersField';
import { isQuota, quotaOf, quotaText } from './quota';
import own from './repositories.module.css';
import { isSeconds, UpstreamFields, type UpstreamProblems } from './UpstreamFields';

/** The settings as they are typed. */
interface Values {
  description: string;
  notes: string;
  includes: string;
  excludes: string;
  project: string;
  environments: string;
  quota: string;
  audited: boolean;
  url: string;
  user: string;
  offline: boolean;
  priority: boolean;
  fresh: string;
  missing: string;
  members: string[];
  deploysTo: string;
  reserved: string;
}

const valuesOf = (repository: ConsoleRepository): Values => ({
  description: repository.description,
  notes: repository.notes,
  includes: repository.includes,
  excludes: repository.excludes,
  project: repository.project_key ?? '',
  environments: repository.environments.join(', '),
  quota: quotaText(repository.quota_bytes),
  audited: repository.audit === 'full',
  url: repository.upstream?.url ?? '',
  user: repository.upstream?.user ?? '',
  offline: repository.upstream?.offline ?? false,
  priority: repository.upstream?.has_priority ?? false,
  fresh: String(repository.upstream?.fresh_s ?? 0),
  missing: String(repository.upstream?.missing_s ?? 0),
  members: [...(repository.members?.repositories ?? [])],
  deploysTo: repository.members?.deploys_to ?? '',
  reserved: repository.members?.reserved ?? '',
});

/** How each setting is sent. */
const sent: { readonly [Name in keyof Values]: (typed: Values[Name]) => RepositoryValues } = {
  description: description => ({ description: description.trim() }),
  notes: notes => ({ notes: notes.trim() }),
  includes: includes => ({ includes: includes.trim() }),
  excludes: excludes => ({ excludes: excludes.trim() }),
  project: project_key => ({ project_key }),
  environments: environments => ({
    environments: environments
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== ''),
  }),
  quota: quota => ({ quota_bytes: quotaOf(quota) }),
  audited: audited => ({ audit: audited ? 'full' : 'counts' }),
  url: url => ({ url: url.trim() }),
  user: user => ({ user: user.trim() }),
  offline: offline => ({ offline }),
  priority: has_priority => ({ has_priority }),
  fresh: fresh => ({ fresh_s: Number(fresh) }),
  missing: missing => ({ missing_s: Number(missing) }),
  members: repositories => ({ repositories }),
  deploysTo: deploys_to => ({ deploys_to }),
  reserved: reserved => ({ reserved: reserved.trim() }),
};

const sentOf = <Name extends keyof Values>(name: Name, values: Values) => sent[name](values[name]);

/** The settings of a repository. What was entered stays where another administrator has changed them meanwhile. */
export function RepositoryForm({ repository }: { repository: ConsoleRepository }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [seen, setSeen] = useState(repository);
  const owner = `${useCurrentUser().person ?? ''}/${repository.id}`;
  const typed = useTyped('repository', owner, valuesOf(repository));
  const { values } = typed;
  const before = valuesOf(seen);
  // a secret, which no reload keeps
  const [password, setPassword] = useState('');
  const changed = (Object.keys(values) as (keyof Values)[]).filter(
    name => String(values[name]) !== String(before[name]),
  );
  useDraft(changed.length > 0 || password !== '');
  const begin = (from: ConsoleRepository) => {
    setSeen(from);
    typed.begin(valuesOf(from));
    setPassword('');
    submit.clear();
  };
  const reload = () =>
    submit.run(async () => {
      const { repositories } = await calls.getRepositories(api);
      const current = repositories.find(one => one.id === seen.id);
      if (current) begin(current);
      void refresh(client, ['repositories']);
    });
  const save = () =>
    submit.run(async () => {
      const settings = Object.assign(
        {},
        ...changed.map(name => sentOf(name, values)),
        password === '' ? {} : { password, user: values.user.trim() },
      ) as RepositoryValues;
      begin(await calls.patchRepositoriesKey(api, seen.key, { revision: seen.revision, settings }));
      notify({ text: texts.saved({ name: seen.key }), severity: 'info' });
      void refresh(client, ['repositories']);
    });
  const quotaIsWrong = !isQuota(values.quota);
  const isWrong = quotaIsWrong || !isSeconds(values.fresh) || !isSeconds(values.missing);
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const refusedAt = (field: keyof UpstreamProblems) =>
    seen.upstream && error?.field === field ? words : null;
  const problems = { url: refusedAt('url'), password: refusedAt('password') };
  const isOfField = problems.url !== null || problems.password !== null;
  return (
    <form
      className={`${css.form} ${own.section}`}
      aria-label={texts.details}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!isWrong) void save();
      }}
    >
      <h3 className={own.heading}>{texts.details}</h3>
      {error?.code === 'edited_meanwhile' ? (
        <Notice kind="bad">
          {texts.editedMeanwhile}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void reload()}>
            {texts.reload}
          </Button>
        </Notice>
      ) : (
        words && !isOfField && <Notice kind="bad">{words}</Notice>
      )}
      {seen.upstream && (
        <UpstreamFields
          isKept={seen.upstream.user !== null}
          values={{ ...values, password }}
          problems={problems}
          set={({ password: entered, ...others }) => {
            if (isOfField) submit.clear();
            if (entered !== undefined) setPassword(entered);
            typed.set(others);
          }}
        />
      )}
      {seen.members && (
        <>
          <MembersField
            type={seen.package_type}
            members={values.members}
            deploysTo={values.deploysTo}
            change={typed.set}
          />
          <TextInput
            label={texts.reserved}
            description={texts.reservedText}
            value={values.reserved}
            onChange={event => typed.set({ reserved: event.currentTarget.value })}
            dir="ltr"
          />
        </>
      )}
      <Textarea
        label={texts.description}
        description={texts.descriptionText}
        autosize={false}
        rows={2}
        maxLength={500}
        value={values.description}
        onChange={event => typed.set({ description: event.currentTarget.value })}
      />
      <Textarea
        label={texts.notes}
        description={texts.notesText}
        autosize={false}
        rows={2}
        maxLength={500}
        value={values.notes}
        onChange={event => typed.set({ notes: event.currentTarget.value })}
      />
      <TextInput
        label={texts.includes}
        description={texts.includesText}
        value={values.includes}
        onChange={event => typed.set({ includes: event.currentTarget.value })}
        dir="ltr"
      />
      <TextInput
        label={texts.excludes}
        description={texts.excludesText}
        value={values.excludes}
        onChange={event => typed.set({ excludes: event.currentTarget.value })}
        dir="ltr"
      />
      <ProjectField value={values.project} choose={project => typed.set({ project })} />
      <TextInput
        label={texts.environments}
        description={texts.environmentsText}
        value={values.environments}
        onChange={event => typed.set({ environments: event.currentTarget.value })}
        dir="ltr"
      />
      <TextInput
        label={texts.quota}
        description={texts.quotaText}
        error={quotaIsWrong ? texts.quotaWrong : null}
        inputMode="decimal"
        value={values.quota}
        onChange={event => typed.set({ quota: event.currentTarget.value })}
      />
      {seen.class !== 'virtual' && (
        <Checkbox
          label={texts.audited}
          description={texts.auditedText}
          checked={values.audited}
          onChange={event => typed.set({ audited: event.currentTarget.checked })}
        />
      )}
      <div className={css.row}>
        <Button
          type="submit"
          size="sm"
          loading={submit.busy}
          disabled={(changed.length === 0 && password === '') || isWrong}
        >
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

function ProjectField({ value, choose }: { value: string; choose: (project: string) => void }) {
  const { api } = useEngine();
  const projects = useQuery({
    queryKey: ['projects'],
    queryFn: () =>
      fetchAllRows(
        page => calls.getProjects(api, page),
        project => project.project_key,
      ),
  });
  const known = projects.data ?? [];
  const options = known.map(project => ({ value: project.project_key, label: project.display_name }));
  // one that could not be loaded is still the repository's
  if (value !== '' && !known.some(project => project.project_key === value)) {
    options.unshift({ value, label: value });
  }
  return (
    <NativeSelect
      label={texts.project}
      value={value}
      onChange={event => choose(event.currentTarget.value)}
      data={[{ value: '', label: texts.noProject }, ...options]}
    />
  );
}
