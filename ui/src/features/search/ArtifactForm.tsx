import { TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import type { SearchModel } from '@/generated/types';
import { texts } from '@/texts/search';
import { Button } from '@/ui/Button';
import css from '@/ui/tablePage.module.css';
import { useTyped } from './useTyped';

/** The filters of artifacts as texts that are typed. */
interface Typed {
  name: string;
  repositories: string;
  path: string;
  properties: string;
  checksum: string;
  after: string;
  before: string;
}

const NOTHING: Typed = {
  name: '',
  repositories: '',
  path: '',
  properties: '',
  checksum: '',
  after: '',
  before: '',
};

export function typedOf(model: SearchModel): Typed {
  const { name, path, checksum, after, before } = model;
  return {
    name,
    path,
    checksum,
    after,
    before,
    repositories: model.repositories.join(', '),
    properties: Object.entries(model.properties)
      .map(([property, value]) => `${property}=${value}`)
      .join(', '),
  };
}

/** The model with what was typed; filters without a field of the form stay. */
export function modelOf(typed: Typed, model: SearchModel): SearchModel {
  const { name, path, checksum, after, before } = typed;
  const parts = (text: string) =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(Boolean);
  const pairs = parts(typed.properties).map((pair): [string, string] => {
    const [property = '', ...value] = pair.split('=');
    return [property.trim(), value.join('=').trim() || '*'];
  });
  return {
    ...model,
    name,
    path,
    checksum: checksum.trim(),
    after,
    before,
    repositories: parts(typed.repositories),
    properties: Object.fromEntries(pairs),
  };
}

interface FormProps {
  model: SearchModel;
  /** The query of the address, which the model follows. */
  query: string;
  search: (model: SearchModel) => void;
}

/** The filters of artifacts. */
export function ArtifactForm({ model, query, search }: FormProps) {
  const [typed, type] = useTyped(query, () => typedOf(model));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(modelOf(typed, model));
  };
  const field = (name: keyof Typed) => ({
    label: texts.filter[name],
    value: typed[name],
    onChange: (event: FormEvent<HTMLInputElement>) => type({ ...typed, [name]: event.currentTarget.value }),
  });
  return (
    <search aria-label={texts.form}>
      <form className={css.form} onSubmit={submit}>
        <TextInput {...field('name')} placeholder="app-*.tgz" maxLength={256} />
        <TextInput {...field('repositories')} placeholder="libs-local, npm-local" />
        <TextInput {...field('path')} placeholder="org/acme" maxLength={256} />
        <TextInput {...field('properties')} placeholder="os=linux" />
        <TextInput {...field('checksum')} maxLength={64} spellCheck={false} />
        <TextInput {...field('after')} type="date" />
        <TextInput {...field('before')} type="date" />
        <div className={css.actions}>
          <Button type="submit">{texts.search}</Button>
          <Button variant="default" onClick={() => type(NOTHING)}>
            {texts.clear}
          </Button>
        </div>
      </form>
    </search>
  );
}
