import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isRefusal } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import type { Licences } from '@/generated/api';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/answers';
import { titleOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/licences';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { History } from './History';
import { InstallKey } from './InstallKey';
import { LicenceCard } from './LicenceCard';
import { problemOf } from './licence';

const QUERY = 'licence';
const codeOf = (error: Error) => (error instanceof ApiError ? error.code : 'other');

/** The licence of the installation. The server decides at every call whether the user may see or change it. */
export function LicencesPage() {
  const { api } = useEngine();
  const client = useQueryClient();
  const startup = useMachine('startup');
  const [installs, setInstalls] = useState(0);
  const facts = startup.state?.state === 'ready' ? startup.state.facts : null;
  // another administrator may install one, and it may expire: start-up changes with both
  const queryKey = [QUERY, facts?.licence ?? null];
  const licences = useQuery({
    queryKey,
    queryFn: () => calls.getSystemLicenses(api),
    staleTime: 0,
  });
  const update = (fresh: Licences) => client.setQueriesData({ queryKey: [QUERY] }, fresh);
  const install = useMutation({
    mutationFn: (key: string) => calls.postSystemLicenses(api, { licenseKey: key }),
    onSuccess: fresh => {
      update(fresh);
      // an empty field again for the next key
      setInstalls(count => count + 1);
      notify({ text: texts.install.done, severity: 'info' });
    },
  });
  const remove = useMutation({
    mutationFn: () => calls.deleteSystemLicenses(api),
    onSuccess: fresh => {
      update(fresh);
      notify({ text: texts.remove.done, severity: 'info' });
    },
    onError: error => {
      notify({ text: problemOf(codeOf(error)), severity: 'error' });
      void refresh(client, [QUERY]);
    },
  });
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('admin.licenses.licenses')}</PageTitle>
      <p className={cards.lead}>{texts.lead}</p>
      {licences.isPending && <Wait>{texts.loading}</Wait>}
      {licences.isError && (
        <Notice kind="bad">
          {isRefusal(licences.error, 'not_authorized')
            ? texts.error.not_authorized
            : failureText(licences.error, texts.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void licences.refetch()}>
            {shellTexts.system.retry}
          </Button>
        </Notice>
      )}
      {licences.data && (
        <div className={cards.columns}>
          <LicenceCard
            // a licence that was removed leaves no question behind
            key={licences.data.standing.installed?.installed_at ?? 'none'}
            licences={licences.data}
            removing={remove.isPending}
            remove={() => remove.mutate()}
          />
          <InstallKey
            key={installs}
            title={licences.data.standing.installed ? texts.install.replace : texts.install.title}
            problem={install.error && codeOf(install.error)}
            busy={install.isPending}
            install={key => install.mutate(key)}
            touched={() => install.reset()}
          />
          {licences.data.history.length > 0 && <History licences={licences.data} />}
        </div>
      )}
    </div>
  );
}
