import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { NewRepository } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { sampleRepositories } from '@/generated/packageTypes';
import { pathnameOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { useRepositories } from '@/shell/useRepositories';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/onboarding';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Choice } from './Choice';
import css from './onboarding.module.css';

type Sample = (typeof sampleRepositories)[number];

/** The sample repositories of PKG-09. What others join comes before them. */
const samples: Record<Sample, Omit<NewRepository, 'key'>> = {
  'npm-local': { class: 'local', package_type: 'npm', settings: {} },
  'npm-remote': { class: 'remote', package_type: 'npm', settings: {} },
  'docker-local': { class: 'local', package_type: 'docker', settings: {} },
  'docker-virtual': {
    class: 'virtual',
    package_type: 'docker',
    settings: { repositories: ['docker-local'], deploys_to: 'docker-local' },
  },
};

const names = Object.keys(samples) as Sample[];

/** Offers repositories to begin with. No address of another server is built in, so the remote one asks for its own. */
export function SampleRepositories() {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const id = useId();
  const known = useRepositories().data;
  // shown before they are known, so that nothing moves when they are
  const existing = known?.repositories.map(({ key }) => key) ?? [];
  const [left, setLeft] = useState<readonly Sample[]>(['npm-remote']);
  const [url, setUrl] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const chosen = names.filter(name => !existing.includes(name) && !left.includes(name));
  const toggle = (name: Sample, on: boolean) => {
    // the virtual one joins the local one, so neither is created without it
    const together: Sample[] = on ? ['docker-virtual', 'docker-local'] : ['docker-local', 'docker-virtual'];
    const changed = name === together[0] ? together : [name];
    const others = left.filter(other => !changed.includes(other));
    setLeft(on ? others : [...others, ...changed]);
  };
  const create = () => {
    setIsMissing(chosen.includes('npm-remote') && !url.trim());
    if (chosen.includes('npm-remote') && !url.trim()) return;
    void submit.run(async () => {
      try {
        for (const key of chosen) {
          const { settings, ...wanted } = samples[key];
          const address = wanted.class === 'remote' ? { url: url.trim() } : {};
          await calls.postRepositories(api, { key, ...wanted, settings: { ...settings, ...address } });
        }
        notify({ text: texts.samples.made({ count: chosen.length }), severity: 'info' });
      } finally {
        // those before one that was refused are there
        await refresh(client, ['repositories']);
      }
    });
  };
  const words = submit.error && noticeText(submit.error.code, submit.error.message, shellTexts.failed);
  const isOfUrl = submit.error?.field === 'url' && chosen.includes('npm-remote');
  const refusedUrl = isOfUrl ? words : null;
  return (
    <section className={css.now} aria-labelledby={id}>
      <h2 id={id}>{texts.samples.title}</h2>
      <div className={`${css.card} ${css.form}`}>
        <p className={css.text}>{texts.samples.text}</p>
        <fieldset className={css.choices} data-columns aria-labelledby={id}>
          {names.map(name =>
            existing.includes(name) ? (
              <p key={name} className={css.there}>
                <span className={css.choiceLabel}>
                  <Link to={pathnameOf('repos.tree', { path: name })}>{name}</Link> {texts.samples.exists}
                </span>
                <span className={css.choiceText}>{texts.samples.of[name]}</span>
              </p>
            ) : (
              <Choice
                key={name}
                kind="checkbox"
                name={name}
                label={name}
                text={texts.samples.of[name]}
                checked={chosen.includes(name)}
                onChange={on => toggle(name, on)}
              />
            ),
          )}
        </fieldset>
        {chosen.includes('npm-remote') && (
          <TextInput
            label={texts.samples.url}
            description={texts.samples.urlText}
            value={url}
            onChange={event => {
              if (isOfUrl) submit.clear();
              setUrl(event.currentTarget.value);
            }}
            error={isMissing && !url.trim() ? texts.samples.urlMissing : refusedUrl}
            type="url"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {words && !isOfUrl && <Notice kind="bad">{words}</Notice>}
        <div className={css.buttons}>
          <Button disabled={!known || chosen.length === 0} loading={submit.busy} onClick={create}>
            {texts.samples.create({ count: chosen.length })}
          </Button>
        </div>
      </div>
    </section>
  );
}
