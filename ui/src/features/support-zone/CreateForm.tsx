import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { NewSupportBundle } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { ServiceId } from '@/generated/types';
import { sizeText } from '@/texts/size';
import { texts } from '@/texts/support';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { problemOf, shortServiceName } from './bundles';
import { ContentsTree } from './ContentsTree';
import css from './support-zone.module.css';

const MEBIBYTE = 1_048_576;
const PREVIEW_AFTER_MS = 400;
const DAY_MS = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface CreateFormProps {
  services: readonly ServiceId[];
  close: () => void;
  made: () => void;
}

const START = () => ({
  name: '',
  description: '',
  configuration: true,
  system: true,
  journal: true,
  logs: true,
  from: dayOf(Date.now() - DAY_MS),
  to: dayOf(Date.now()),
  count: '1',
  interval: '0',
  total: '4096',
  file: '512',
});

/** Requests bundles. A preview of them is shown while the form is filled in; the server checks the fields. */
export function CreateForm({ services, close, made }: CreateFormProps) {
  const { api } = useEngine();
  const heading = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [form, setForm] = useState(START);
  const [chosen, setChosen] = useState(services);
  const body = useMemo((): NewSupportBundle => {
    const bytes = (mebibytes: string) => Math.round(Number(mebibytes) * MEBIBYTE);
    return {
      services: [...chosen],
      ...(form.name.trim() && { name: form.name }),
      description: form.description,
      parameters: {
        configuration: form.configuration,
        system: form.system,
        journal: form.journal,
        logs: { include: form.logs, start_date: form.from, end_date: form.to },
        thread_dump: { count: form.count, interval: form.interval },
        total_bytes_max: bytes(form.total),
        file_bytes_max: bytes(form.file),
      },
    };
  }, [form, chosen]);
  const [previewed] = useDebouncedValue(body, PREVIEW_AFTER_MS);
  const preview = useQuery({
    queryKey: ['support-bundle-preview', previewed],
    queryFn: () => calls.postUserSupportPreviewBundle(api, previewed),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const create = useMutation({
    mutationFn: () => calls.postUserSupportGenerateBundle(api, body),
    onSuccess: made,
  });
  const wrong = create.error ?? (previewed === body ? preview.error : null);
  const problem = wrong instanceof ApiError ? wrong : null;
  const at = (field: string) => problem?.field === field && problemOf(problem.code);
  const set = (change: Partial<typeof form>) => {
    setForm(before => ({ ...before, ...change }));
    create.reset();
  };
  const text = (name: 'name' | 'from' | 'to' | 'count' | 'interval' | 'total' | 'file', field: string) => ({
    label: texts.create[name],
    value: form[name],
    error: at(field),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  const box = (name: 'configuration' | 'system' | 'journal' | 'logs') => (
    <Checkbox
      label={texts.create[name]}
      checked={form[name]}
      onChange={event => set({ [name]: event.currentTarget.checked })}
    />
  );
  const known = ['name', 'description', 'parameters.'].some(field => problem?.field?.startsWith(field));
  const total = preview.data?.total_bytes;
  return (
    <form
      className={css.card}
      aria-labelledby={heading}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <h2 id={heading}>{texts.create.title}</h2>
      {problem && !known && <Notice kind="bad">{problemOf(problem.code)}</Notice>}
      <div className={css.fields}>
        <TextInput
          {...text('name', 'name')}
          ref={first}
          placeholder={texts.create.namePlaceholder}
          maxLength={128}
        />
        <Textarea
          label={texts.create.description}
          value={form.description}
          maxLength={1_024}
          error={at('description')}
          rows={2}
          onChange={event => set({ description: event.currentTarget.value })}
        />
      </div>
      <fieldset>
        <legend>{texts.create.services}</legend>
        <div className={css.boxes}>
          {services.map(service => (
            <Checkbox
              key={service}
              label={shortServiceName(service)}
              checked={chosen.includes(service)}
              onChange={event => {
                const on = event.currentTarget.checked;
                setChosen(services.filter(one => (one === service ? on : chosen.includes(one))));
                create.reset();
              }}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{texts.create.include}</legend>
        <div className={css.boxes}>
          {box('configuration')}
          {box('system')}
          {box('journal')}
          {box('logs')}
        </div>
        {at('parameters') && <p className={css.wrong}>{at('parameters')}</p>}
      </fieldset>
      <div className={css.fields}>
        <TextInput type="date" disabled={!form.logs} {...text('from', 'parameters.logs.start_date')} />
        <TextInput type="date" disabled={!form.logs} {...text('to', 'parameters.logs.end_date')} />
        <TextInput inputMode="numeric" {...text('count', 'parameters.thread_dump.count')} />
        <TextInput inputMode="numeric" {...text('interval', 'parameters.thread_dump.interval')} />
        <TextInput inputMode="numeric" {...text('total', 'parameters.total_bytes_max')} />
        <TextInput inputMode="numeric" {...text('file', 'parameters.file_bytes_max')} />
      </div>
      <div className={css.estimate} aria-live="polite">
        {total !== undefined && chosen.length > 0 && texts.create.estimate({ size: sizeText(total) })}
      </div>
      {preview.data?.bundles.map(contents => (
        <details key={contents.service} className={css.preview}>
          <summary>
            {texts.create.would({ service: shortServiceName(contents.service) })}
            <span className={css.meta}>{sizeText(contents.total_bytes)}</span>
          </summary>
          <ContentsTree contents={contents} />
        </details>
      ))}
      <div className={css.ways}>
        <Button type="submit" size="sm" loading={create.isPending} disabled={chosen.length === 0}>
          {texts.create.submit({ count: chosen.length })}
        </Button>
        <Button variant="default" size="sm" onClick={close}>
          {texts.create.cancel}
        </Button>
      </div>
    </form>
  );
}
