import { Checkbox } from '@mantine/core';
import { FieldGroup } from '@/shell/form/FieldGroup';
import { texts } from '@/texts/webhooks';
import type { FieldsProps } from './fields';
import { useEnvironments, useRepositoryKeys } from './lists';
import { NamesField } from './NamesField';
import { type NarrowedKind, Preview } from './Preview';
import { hasEnvironments } from './values';
import css from './webhooks.module.css';

interface CriteriaFieldsProps extends FieldsProps {
  kind: NarrowedKind;
}

/** What the events are narrowed by: all of a class, names, and patterns (HOOK-01). */
export function CriteriaFields({ kind, values, problems, set, project }: CriteriaFieldsProps) {
  const isOfRepositories = kind === 'repositories';
  return (
    <FieldGroup legend={texts.form.criteria[kind]} problem={problems.criteria}>
      <div className={css.fields}>
        {isOfRepositories ? (
          <div className={css.choices}>
            <Checkbox
              label={texts.form.anyLocal}
              checked={values.anyLocal}
              onChange={event => set({ anyLocal: event.currentTarget.checked })}
            />
            <Checkbox
              label={texts.form.anyRemote}
              checked={values.anyRemote}
              onChange={event => set({ anyRemote: event.currentTarget.checked })}
            />
          </div>
        ) : (
          <Checkbox
            label={kind === 'builds' ? texts.form.anyBuild : texts.form.anyBundle}
            checked={values.any}
            onChange={event => set({ any: event.currentTarget.checked })}
          />
        )}
        {isOfRepositories ? (
          <Repositories names={values.names} set={names => set({ names })} project={project} />
        ) : (
          <NamesField
            key={kind}
            label={texts.form.byName}
            text={texts.form.byNameText}
            suggested={kind}
            project={project}
            names={values.names}
            set={names => set({ names })}
          />
        )}
        <FieldGroup legend={texts.form.byPattern}>
          <div className={css.beside}>
            <NamesField
              label={texts.form.includes}
              text={isOfRepositories ? texts.form.includesText : texts.form.includesNamesText}
              names={values.includes}
              set={includes => set({ includes })}
            />
            <NamesField
              label={texts.form.excludes}
              text={texts.form.excludesText}
              names={values.excludes}
              set={excludes => set({ excludes })}
            />
          </div>
        </FieldGroup>
        {hasEnvironments(values.domain) && (
          <Environments names={values.environments} set={environments => set({ environments })} />
        )}
        <Preview kind={kind} values={values} project={project} />
      </div>
    </FieldGroup>
  );
}

interface RepositoriesProps {
  names: string[];
  set: (names: string[]) => void;
  project: string | null;
}

/** Local and remote repositories by their keys, which are entered where they cannot be loaded. */
function Repositories({ names, set, project }: RepositoriesProps) {
  const offered = useRepositoryKeys(project);
  const { byName: label, byNameText: text } = texts.form;
  return <NamesField label={label} text={text} names={names} set={set} offered={offered} />;
}

/** Environments, which may have no repository yet. */
function Environments({ names, set }: Omit<RepositoriesProps, 'project'>) {
  const suggestions = useEnvironments();
  const { environments: label, environmentsText: text } = texts.form;
  return <NamesField label={label} text={text} names={names} set={set} suggestions={suggestions} />;
}
