import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { ClientSetup } from '@/shell/ClientSetup';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/repositories';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './repositories.module.css';

interface SetMeUpPanelProps {
  /** Has the server note that the user has seen it. */
  close: () => void;
}

/** The user's own name, the address of the server, and the commands of a repository that the user may read (NAV-16). */
export function SetMeUpPanel({ close }: SetMeUpPanelProps) {
  const { api } = useEngine();
  const heading = useId();
  const { person, user } = useCurrentUser();
  const [repository, setRepository] = useState('');
  const base = useQuery({ queryKey: ['set-me-up', person], queryFn: () => calls.getSetMeUp(api) });
  const readable = useQuery({
    queryKey: ['set-me-up', person, 'repositories'],
    queryFn: () => repositoryCalls.getTreeRepositories(api),
  });
  const failure = base.error ?? readable.error;
  const keys = readable.data?.repositories.map(({ key }) => key) ?? [];
  return (
    <section className={css.setMeUp} aria-labelledby={heading}>
      <h2 id={heading} className={css.setMeUpTitle}>
        {texts.setMeUp.title}
      </h2>
      {failure && <Notice kind="bad">{failureText(failure, texts.setMeUp.failed)}</Notice>}
      <dl className={css.setMeUpFacts}>
        <dt>{texts.setMeUp.user}</dt>
        <dd>
          <bdi>{user?.name}</bdi>
        </dd>
        <dt>{texts.setMeUp.address}</dt>
        <dd dir="ltr">{base.data?.baseUrl}</dd>
      </dl>
      {readable.data && keys.length === 0 ? (
        <p className={css.text}>{texts.setMeUp.none}</p>
      ) : (
        <NativeSelect
          label={texts.setMeUp.repository}
          value={repository}
          data={[{ value: '', label: texts.setMeUp.choose }, ...keys]}
          onChange={event => setRepository(event.currentTarget.value)}
        />
      )}
      {repository !== '' && <ClientSetup key={repository} repository={repository} />}
      <Button size="sm" variant="default" className={css.setMeUpClose} onClick={close}>
        {texts.close}
      </Button>
    </section>
  );
}
