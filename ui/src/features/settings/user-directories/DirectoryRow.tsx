import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedUserDirectory } from '@/generated/api';
import { ListRow, RowButton } from '@/shell/listed/ListRow';
import css from '@/shell/listed/list.module.css';
import { texts } from '@/texts/userDirectories';
import items from '@/ui/itemList.module.css';
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
  const [testing, setTesting] = useState(false);
  return (
    <ListRow
      words={texts}
      name={label}
      enabled={enabled}
      about={<About directory={directory} />}
      ways={
        <>
          <RowButton
            aria-label={texts.testNamed({ name: label })}
            aria-expanded={testing}
            onClick={() => setTesting(!testing)}
          >
            {texts.test}
          </RowButton>
          <RowButton aria-label={texts.editNamed({ name: label })} onClick={edit}>
            {texts.edit}
          </RowButton>
        </>
      }
      removing={removing}
      remove={() => accountCalls.deleteAccessApiUiUserDirectoriesName(api, name)}
      refreshed={() => refreshDirectories(client)}
    >
      {testing && <DirectoryTest name={name} />}
    </ListRow>
  );
}

function About({ directory }: Pick<DirectoryRowProps, 'directory'>) {
  const { server, creates_accounts } = directory;
  const address = server.kind === 'crowd' ? server.url : `${server.host}:${server.port}`;
  const kind = server.kind === 'crowd' ? texts.kind.crowd : texts.kind.ldap;
  return (
    <>
      <div className={css.address}>
        {kind} · <code dir="ltr">{address}</code>
      </div>
      {creates_accounts && <div className={items.meta}>{texts.creates}</div>}
    </>
  );
}
