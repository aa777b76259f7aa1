import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { TreeRepository } from '@/generated/api';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/answers';
import { CommandList, useClientCommands } from '@/shell/ClientSetup';
import { nameOfType } from '@/shell/packageTypes';
import { pathnameOf } from '@/shell/paths';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { useReadableRepositories } from '@/shell/useRepositories';
import { locale } from '@/texts/i18n/languages';
import { texts } from '@/texts/integrations';
import { texts as repositoryTexts } from '@/texts/repositories';
import { Button } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { Segments } from '@/ui/Segments';
import { Wait } from '@/ui/Wait';
import { SYSTEMS, type System, type Tool } from './catalogue';
import { commandsOf, isUnsafe, ownSystem } from './commands';
import css from './integrations.module.css';

const SYSTEM_OPTIONS = (Object.keys(SYSTEMS) as System[]).map(value => ({ value, label: SYSTEMS[value] }));

interface SetUpProps {
  tool: Tool;
  apiKey: string | null;
}

/** The commands of a tool for a repository that the user chooses. */
export function SetUp({ tool, apiKey }: SetUpProps) {
  const found = useReadableRepositories();
  const [key, choose] = useState<string | null>(null);
  if (found.isPending) return <Wait>{texts.loading}</Wait>;
  if (found.isError && !found.data) {
    return <Failure retry={() => void found.refetch()}>{failureText(found.error, texts.failed)}</Failure>;
  }
  const fitting = found.data.repositories.filter(one => tool.clients[one.package_type] !== undefined);
  const chosen = fitting.find(one => one.key === key) ?? fitting[0];
  if (!chosen) return <NoRepository tool={tool} mayCreate={found.data.may_create} />;
  return (
    <>
      <div className={css.fields}>
        <NativeSelect
          label={texts.repository}
          value={chosen.key}
          data={fitting.map(one => ({
            value: one.key,
            label: `${one.key} (${nameOfType(one.package_type)})`,
          }))}
          onChange={event => choose(event.currentTarget.value)}
        />
      </div>
      <Commands tool={tool} repository={chosen} apiKey={apiKey} />
    </>
  );
}

function NoRepository({ tool, mayCreate }: { tool: Tool; mayCreate: boolean }) {
  const names = Object.keys(tool.clients).map(nameOfType);
  const types = new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names);
  return (
    <Notice kind="info">
      {texts.none({ types })}{' '}
      {mayCreate ? (
        <Link to={pathnameOf('admin.repositories.local.new')}>{texts.create}</Link>
      ) : (
        texts.askAdmin
      )}
    </Notice>
  );
}

interface CommandsProps extends SetUpProps {
  repository: TreeRepository;
}

function Commands({ tool, repository: { key, package_type: type }, apiKey }: CommandsProps) {
  const { api } = useEngine();
  const { person, user } = useCurrentUser();
  const [system, setSystem] = useState(ownSystem);
  const address = useQuery({ queryKey: ['set-me-up', person], queryFn: () => calls.getSetMeUp(api) });
  const offered = useClientCommands(key);
  const error = address.error ?? offered.error;
  if (error) {
    const retry = () => {
      if (address.isError) void address.refetch();
      if (offered.isError) void offered.refetch();
    };
    return <Failure retry={retry}>{failureText(error, texts.commandsFailed)}</Failure>;
  }
  if (!address.data || !offered.data) return <Wait>{texts.loadingCommands}</Wait>;
  const base = address.data.baseUrl;
  const name = user?.name ?? '';
  const filling = { base, repository: key, type, user: name, apiKey, offered: offered.data.commands };
  const commands = commandsOf(tool, system, filling).map(({ purpose, does, command }) => ({
    purpose: does === undefined ? repositoryTexts.setUp[purpose] : texts.does[does],
    command,
  }));
  return (
    <>
      <Facts>
        <Fact name={texts.userName}>
          <bdi>{name}</bdi>
        </Fact>
        <Fact name={texts.address}>
          <bdi dir="ltr">{base}</bdi>
        </Fact>
      </Facts>
      {isUnsafe(base) && <Notice kind="slow">{texts.plain}</Notice>}
      <Segments
        label={texts.system}
        value={system}
        options={SYSTEM_OPTIONS}
        choose={setSystem}
        className={css.systems}
      />
      <CommandList commands={commands} />
      {commands.some(({ command }) => /<[A-Z]/.test(command)) && <p className={css.ways}>{texts.replace}</p>}
      <p className={css.ways}>
        <Link to={pathnameOf('repos.tree', { path: key })}>{texts.more}</Link>
      </p>
    </>
  );
}

function Failure({ retry, children }: { retry: () => void; children: ReactNode }) {
  return (
    <Notice kind="bad">
      {children}{' '}
      <Button size="compact-sm" variant="default" onClick={retry}>
        {texts.retry}
      </Button>
    </Notice>
  );
}
