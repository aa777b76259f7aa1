import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/packageDetails';
import { CopyButton } from '@/ui/CopyButton';
import { Notice } from '@/ui/Notice';
import { Segments } from '@/ui/Segments';
import { SelectField } from '@/ui/ToolField';
import css from './packages.module.css';

interface InstallCommandsProps {
  id: string;
  version: string;
  /** The keys of the repositories that have it. */
  repositories: string[];
}

/** How a version is installed: a command for each client, which can be copied. */
export function InstallCommands({ id, version, repositories }: InstallCommandsProps) {
  const { api } = useEngine();
  const [chosen, choose] = useState<string | null>(null);
  const [client, setClient] = useState<string | null>(null);
  const repository = chosen ?? repositories[0] ?? '';
  const found = useQuery({
    queryKey: ['packages', 'install', id, version, repository],
    queryFn: () => repositoryCalls.getPackagesInstall(api, { packageId: id, version, repoKey: repository }),
    enabled: repository !== '',
  });
  const commands = found.data?.commands ?? [];
  const shown = commands.find(one => one.client === client) ?? commands[0];
  if (found.isSuccess && !shown) return null;
  return (
    <section className={css.install} aria-label={texts.install.title}>
      <div className={css.installHead}>
        <h2 className={css.heading}>{texts.install.title}</h2>
        {repositories.length > 1 && (
          <SelectField
            label={texts.install.repository}
            value={repository}
            onChange={event => choose(event.currentTarget.value)}
          >
            {repositories.map(key => (
              <option key={key}>{key}</option>
            ))}
          </SelectField>
        )}
      </div>
      {commands.length > 1 && (
        <Segments
          label={texts.install.client}
          value={shown?.client ?? ''}
          options={commands.map(one => ({ value: one.client, label: one.client }))}
          choose={setClient}
        />
      )}
      {found.isError && <Notice kind="bad">{failureText(found.error, texts.install.failed)}</Notice>}
      <div className={css.command}>
        <pre dir="ltr">
          <code>{shown?.command ?? ' '}</code>
        </pre>
        {shown && <CopyButton value={shown.command}>{texts.install.copy}</CopyButton>}
      </div>
    </section>
  );
}
