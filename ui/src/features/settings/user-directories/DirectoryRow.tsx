import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedUserDirectory } from '@/generated/api';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/userDirectories';
import { Button } from '@/ui/Button';
import { Confirmation, useFocusAfter } from '@/ui/ConfirmButton';
import items from '@/ui/itemList.module.css';
import { notify } from '@/ui/notify';
import { StatusPill } from '@/ui/StatusPill';
import css from '../sign-in-providers/sign-in-providers.module.css';
import { DirectoryTest } from './DirectoryTest';
import { refreshDirectories } from './queries';

interface DirectoryRowProps {
  directory: DescribedUserDirectory;
  edit: () => void;
  /** Called before it is deleted. */
  removing: () => void;
}

/** A directory in the list, with what can be done with it. */
export function DirectoryRow({ directory, edit, removing }: DirectoryRowProps) {
  const { name, label, enabled } = directory;
  const { api } = useEngine();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [testing, setTesting] = useState(false);
  const opener = useFocusAfter(asking);
  const options = {
    onError: (error: Error) =>
      notify({ text: refusalText(error, shellTexts.failed), severity: 'error' as const }),
    onSettled: () => refreshDirectories(client),
  };
  const deletion = useMutation({
    ...options,
    mutationFn: () => accountCalls.deleteAccessApiUiUserDirectoriesName(api, name),
    onSuccess: () => notify({ text: texts.deleted({ name: label }), severity: 'info' }),
  });
  return (
    <li className={items.item}>
      <About directory={directory} />
      <StatusPill tone={enabled ? 'good' : 'gone'}>{enabled ? texts.on : texts.off}</StatusPill>
      {asking ? (
        <div className={css.question}>
          <Confirmation
            words={{ title: texts.deleteQuestion({ name: label }), yes: texts.delete, no: texts.keep }}
            busy={deletion.isPending}
            confirm={() => {
              removing();
              deletion.mutate();
            }}
            keep={() => setAsking(false)}
          >
            {texts.deleteText}
          </Confirmation>
        </div>
      ) : (
        <div className={css.ways}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.testNamed({ name: label })}
            aria-expanded={testing}
            onClick={() => setTesting(!testing)}
          >
            {texts.test}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.editNamed({ name: label })}
            onClick={edit}
          >
            {texts.edit}
          </Button>
          <Button
            ref={opener}
            size="compact-sm"
            variant="default"
            aria-label={texts.deleteNamed({ name: label })}
            onClick={() => setAsking(true)}
          >
            {texts.delete}
          </Button>
        </div>
      )}
      {testing && <DirectoryTest name={name} />}
    </li>
  );
}

function About({ directory }: Pick<DirectoryRowProps, 'directory'>) {
  const { label, server, creates_accounts } = directory;
  const address = server.kind === 'crowd' ? server.url : `${server.host}:${server.port}`;
  const kind = server.kind === 'crowd' ? texts.kind.crowd : texts.kind.ldap;
  return (
    <div className={items.name}>
      <strong>
        <bdi>{label}</bdi>
      </strong>
      <div className={css.address}>
        {kind} · <code dir="ltr">{address}</code>
      </div>
      {creates_accounts && <div className={items.meta}>{texts.creates}</div>}
    </div>
  );
}
