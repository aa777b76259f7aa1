import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { PackageNode } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { onePackage } from '@/shell/packages';
import { TypeBadge } from '@/shell/TypeBadge';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packages';
import { texts as use } from '@/texts/packageUse';
import { day } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Absent } from './Absent';
import type { Archived } from './archived';
import { Downloads } from './Downloads';
import { Follow } from './Follow';
import { failure } from './failure';
import { InstallCommands } from './InstallCommands';
import { nameOf, Path } from './Path';
import css from './packages.module.css';
import { addressOf } from './place';
import { Risk } from './Risk';
import { Severities } from './Severities';
import { useBrowser } from './useBrowser';
import { VersionList } from './VersionList';

const ArchivedNotice = lazyWith(() =>
  loadChunk('archived-notice', () => import('./ArchivedNotice')).then(part => part.ArchivedNotice),
);

// a part of what comes with the list: a file of its own would be one more request
const Seen = lazyWith(() => loadChunk('lately', () => import('./Lately')).then(part => part.Seen));

/** The version that the user archived last, until the page of its package is left. */
function useLastArchived(): Archived | undefined {
  const queries = useQueryClient();
  useEffect(() => () => queries.removeQueries({ queryKey: ['last-archived'] }), [queries]);
  return useQuery<Archived>({ queryKey: ['last-archived'], queryFn: skipToken }).data;
}

/** A package: how it is installed, and its versions. What was archived may have been all that there is of it. */
export function PackageDetails({ id }: { id: string }) {
  const archived = useLastArchived();
  return (
    <>
      {archived?.id === id && <ArchivedNotice of={archived} />}
      <Package id={id} />
    </>
  );
}

function Package({ id }: { id: string }) {
  const { api } = useEngine();
  const { browser } = useBrowser('package', addressOf(id));
  const found = useQuery({ queryKey: ['packages', 'one', id], queryFn: () => onePackage(api, id) });
  if (found.data === null) return <Absent text={details.absent} />;
  return (
    <div className={css.page}>
      <Path id={id} name={nameOf(id)} />
      <div className={css.titled}>
        <PageTitle className={css.title}>
          <bdi>{nameOf(id)}</bdi>
        </PageTitle>
        {found.data && <TypeBadge type={found.data.packageType} />}
        {found.data && <Follow of={found.data} />}
      </div>
      {found.isError && (
        <Notice kind="bad">
          {failure(found.error, texts.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void found.refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      {found.data?.followed && <Seen of={found.data} />}
      {found.data && <Overview of={found.data} />}
      {browser && <VersionList id={id} browser={browser} />}
    </div>
  );
}

function Overview({ of }: { of: PackageNode }) {
  return (
    <>
      {of.description !== '' && (
        <p className={css.lead}>
          <bdi>{of.description}</bdi>
        </p>
      )}
      <div className={css.summary}>
        <Facts>
          <Fact name={details.column.latest}>
            <bdi>{of.latestVersion}</bdi>
          </Fact>
          <Fact name={details.column.versions}>{texts.number({ count: of.versionsCount })}</Fact>
          <Fact name={details.column.downloads}>{texts.number({ count: of.stats.downloads })}</Fact>
          <Fact name={use.followers}>{texts.number({ count: of.stats.followers })}</Fact>
          <Downloads packageId={of.id} />
          <Risk of={of.operationalRisk} />
          <Fact name={details.column.vulnerabilities}>
            <Severities of={of} />
          </Fact>
          {of.licenses.length > 0 && (
            <Fact name={details.column.licences}>
              <bdi>{of.licenses.join(', ')}</bdi>
            </Fact>
          )}
          <Fact name={details.column.created}>{day(of.created)}</Fact>
          <Fact name={details.column.modified}>{day(of.modified)}</Fact>
          <Fact name={details.column.repositories}>
            <bdi>{of.repos.join(', ')}</bdi>
          </Fact>
        </Facts>
        <InstallCommands id={of.id} version={of.latestVersion} repositories={of.repos} />
      </div>
    </>
  );
}
