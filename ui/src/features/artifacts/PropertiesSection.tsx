import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { TreeDetails } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/artifacts';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './artifacts.module.css';
import type { Place } from './place';
import { detailsKey } from './queries';

type Properties = NonNullable<TreeDetails['file']>['properties'];

interface PropertiesSectionProps {
  place: Place;
  properties: Properties;
  mayEdit: boolean;
}

/** The properties of a file, which those who may annotate it change. */
export function PropertiesSection({ place, properties, mayEdit }: PropertiesSectionProps) {
  const { api } = useEngine();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<{ name: string; values: string; isNew: boolean } | null>(null);
  const change = useMutation({
    mutationFn: (changes: Record<string, string[] | null>) =>
      repositoryCalls.postTreeProperties(api, { ...place, changes }),
    onSuccess: () => {
      setEdited(null);
      return refresh(queries, detailsKey(place));
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!edited) return;
    const values = edited.values.split(',').map(value => value.trim());
    change.mutate({ [edited.name.trim()]: values.filter(value => value !== '') });
  };
  const names = Object.keys(properties).sort();
  return (
    <section className={css.section} aria-label={texts.properties}>
      <h3>{texts.properties}</h3>
      {names.length === 0 && <p className={css.hint}>{texts.noProperties}</p>}
      {names.length > 0 && (
        <dl className={css.properties}>
          {names.map(name => (
            <div key={name}>
              <dt dir="ltr">{name}</dt>
              <dd>
                <bdi>{(properties[name] ?? []).join(', ')}</bdi>
                {mayEdit && (
                  <span className={css.actions}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={texts.property.editNamed({ name })}
                      onClick={() =>
                        setEdited({ name, values: (properties[name] ?? []).join(', '), isNew: false })
                      }
                    >
                      {texts.property.edit}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={texts.property.removeNamed({ name })}
                      disabled={change.isPending}
                      onClick={() => change.mutate({ [name]: null })}
                    >
                      {texts.property.remove}
                    </Button>
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {change.isError && <Notice kind="bad">{refusalText(change.error, texts.actionFailed)}</Notice>}
      {mayEdit && edited === null && (
        <Button size="sm" variant="default" onClick={() => setEdited({ name: '', values: '', isNew: true })}>
          {texts.property.add}
        </Button>
      )}
      {edited && (
        <form className={css.chooser} onSubmit={save} aria-label={texts.property.add} noValidate>
          <TextInput
            label={texts.property.name}
            value={edited.name}
            readOnly={!edited.isNew}
            data-autofocus
            dir="ltr"
            onChange={event => setEdited({ ...edited, name: event.currentTarget.value })}
          />
          <TextInput
            className={css.chooserPath}
            label={texts.property.values}
            value={edited.values}
            onChange={event => setEdited({ ...edited, values: event.currentTarget.value })}
          />
          <Button type="submit" loading={change.isPending} disabled={edited.name.trim() === ''}>
            {texts.property.save}
          </Button>
          <Button variant="default" onClick={() => setEdited(null)}>
            {texts.property.cancel}
          </Button>
        </form>
      )}
    </section>
  );
}
