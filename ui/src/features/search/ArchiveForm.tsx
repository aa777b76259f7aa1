import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ChangeEvent, FormEvent } from 'react';
import type { ArchiveSearchType, SearchModel } from '@/generated/types';
import { useReadableRepositories } from '@/shell/useRepositories';
import { texts } from '@/texts/archive';
import { texts as search } from '@/texts/search';
import { Button } from '@/ui/Button';
import css from '@/ui/tablePage.module.css';
import { useTyped } from './useTyped';

/** The filters of the archive as texts. Lists have commas between their values. */
interface Typed {
  kind: ArchiveSearchType;
  name: string;
  type: string;
  repository: string;
  version: string;
  path: string;
}

const NOTHING: Typed = { kind: 'packages', name: '', type: '', repository: '', version: '', path: '' };

function typedOf({ name, version, archive_path: path, ...model }: SearchModel): Typed {
  return {
    ...{ name, version, path },
    kind: model.archive_search_type ?? 'packages',
    type: model.package_types.join(','),
    repository: model.repositories.join(','),
  };
}

const list = (text: string) => text.split(',').filter(Boolean);

/** The model with what was typed; filters without a field of the form stay. */
const modelOf = (typed: Typed, model: SearchModel): SearchModel => ({
  ...model,
  name: typed.name,
  package_types: list(typed.type),
  repositories: list(typed.repository),
  version: typed.version,
  archive_path: typed.kind === 'artifacts' ? typed.path : '',
  archive_search_type: typed.kind,
});

/** The options of a field that may be left open. What is chosen is one of them, whatever there is. */
function options(known: readonly string[], chosen: string) {
  const values = new Set([...known, ...(chosen === '' ? [] : [chosen])]);
  return [{ value: '', label: texts.any }, ...[...values].sort()];
}

interface ArchiveFormProps {
  model: SearchModel;
  /** The query of the address, which the model follows; empty for none. */
  query: string;
  search: (model: SearchModel) => void;
  /** Shows the newest versions, as without a query. */
  clear: () => void;
}

/** The filters of the archive (SEARCH-03). */
export function ArchiveForm({ model, query, search: find, clear }: ArchiveFormProps) {
  const [typed, type] = useTyped(query, () => (query === '' ? NOTHING : typedOf(model)));
  const readable = useReadableRepositories();
  // only what is in a local repository can be archived
  const local = readable.data?.repositories.filter(repository => repository.class === 'local') ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    find(modelOf(typed, model));
  };
  const field = <Name extends keyof Typed>(name: Name) => ({
    label: texts.filter[name],
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      type({ ...typed, [name]: event.currentTarget.value }),
  });
  const chooseRepository = (event: ChangeEvent<HTMLSelectElement>) => {
    const repository = event.currentTarget.value;
    const of = local.find(({ key }) => key === repository);
    type({ ...typed, repository, type: of?.package_type ?? typed.type });
  };
  return (
    <search aria-label={texts.form}>
      <form className={css.form} onSubmit={submit}>
        <NativeSelect
          {...field('kind')}
          data={(['packages', 'artifacts'] as const).map(value => ({ value, label: texts.kind[value] }))}
        />
        <TextInput {...field('name')} placeholder="shop*" maxLength={256} />
        <NativeSelect
          {...field('repository')}
          onChange={chooseRepository}
          data={options(
            local.map(({ key }) => key),
            typed.repository,
          )}
        />
        <NativeSelect
          {...field('type')}
          data={options(
            local.map(({ package_type: one }) => one),
            typed.type,
          )}
        />
        <TextInput {...field('version')} placeholder="1.*" maxLength={256} />
        {typed.kind === 'artifacts' && (
          <TextInput {...field('path')} placeholder="org/acme/*" maxLength={256} />
        )}
        <div className={css.actions}>
          <Button type="submit">{search.search}</Button>
          <Button
            variant="default"
            onClick={() => {
              type(NOTHING);
              clear();
            }}
          >
            {search.clear}
          </Button>
        </div>
      </form>
    </search>
  );
}
