import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { VersionNode } from '@/generated/api';
import type { DetailsTab } from '@/generated/types';
import { versionsPage } from '@/shell/packages';
import { texts } from '@/texts/packages';
import { sizeText } from '@/texts/size';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Segments } from '@/ui/Segments';
import { Absent } from './Absent';
import { Compare } from './Compare';
import { Dependencies } from './Dependencies';
import { Files } from './Files';
import { failure } from './failure';
import { InstallCommands } from './InstallCommands';
import { nameOf, Path } from './Path';
import { Properties } from './Properties';
import css from './packages.module.css';
import { addressOf } from './place';
import { Readme } from './Readme';
import { Severities } from './Severities';
import { useBrowser } from './useBrowser';
import { VersionSbom } from './VersionSbom';
import { Vulnerabilities } from './Vulnerabilities';

const TABS = ['readme', 'properties', 'files', 'dependencies', 'vulnerabilities', 'compare'] as const;
type Tab = (typeof TABS)[number];

interface VersionDetailsProps {
  id: string;
  version: string;
}

/** A version: how it is installed, its readme, properties, files and dependencies (PKG-02). */
export function VersionDetails({ id, version }: VersionDetailsProps) {
  const { api } = useEngine();
  const found = useQuery({
    queryKey: ['packages', 'version', id, version],
    queryFn: async () => {
      const page = await versionsPage(api, { packageId: id, name: literal(version) }, null, 100);
      return page.edges.map(edge => edge.node).find(node => node.name === version) ?? null;
    },
  });
  const { browser } = useBrowser('version', addressOf(id, version));
  if (found.data === null) return <Absent text={texts.absentVersion} />;
  return (
    <div className={css.page}>
      <Path id={id} name={nameOf(id)} version={version} />
      <div className={css.titled}>
        <PageTitle className={css.title}>{nameOf(id)}</PageTitle>
        <span className={css.version} dir="ltr">
          {version}
        </span>
      </div>
      {found.isError && (
        <Notice kind="bad">
          {failure(found.error, texts.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void found.refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      {found.data && browser && !browser.version_fetching && (
        <Details id={id} of={found.data} tab={browser.tab} />
      )}
    </div>
  );
}

/** A pattern that matches a version and little else: what it has of the signs of patterns matches any letter. */
const literal = (version: string): string => version.replace(/\*/g, '?');

function Details({ id, of, tab }: { id: string; of: VersionNode; tab: DetailsTab }) {
  const engine = useEngine();
  const router = useRouter();
  const { tab: addressed }: { tab?: unknown } = useSearch({ strict: false });
  // the address follows once the server lets the tab go there
  const [chosen, setChosen] = useState<Tab | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the address says by then holds
  useEffect(() => setChosen(null), [addressed]);
  const [place] = of.repos;
  // the machine's tab is the one that suits the lead file, until the address names another one
  const shown =
    chosen ?? TABS.find(known => known === addressed) ?? TABS.find(known => known === tab) ?? 'files';
  const choose = (next: Tab) => {
    setChosen(next);
    if (next === 'readme' || next === 'properties')
      engine.propose('packages', { type: 'select_tab', tab: next });
    void router.navigate({
      to: addressOf(id, of.name),
      search: { tab: next },
      replace: true,
      state: { keepsFocus: true },
    });
  };
  const at = place && { repoKey: place.name, path: place.leadFilePath };
  return (
    <>
      {of.description !== '' && (
        <p className={css.lead}>
          <bdi>{of.description}</bdi>
        </p>
      )}
      {of.deprecation !== null && (
        <Notice kind="bad">
          {texts.deprecatedBecause} <bdi>{of.deprecation}</bdi>
        </Notice>
      )}
      {of.yanked && <Notice kind="bad">{texts.yankedHint}</Notice>}
      <div className={css.summary}>
        <Facts>
          <Fact name={texts.column.published}>{fullTime(of.created)}</Fact>
          {of.publishedBy !== null && (
            <Fact name={texts.column.publishedBy}>
              <bdi>{of.publishedBy}</bdi>
            </Fact>
          )}
          <Fact name={texts.column.size}>{sizeText(of.size)}</Fact>
          <Fact name={texts.column.downloads}>{texts.number({ count: of.stats.downloadCount })}</Fact>
          <Fact name={texts.column.vulnerabilities}>
            <Severities of={of} />
          </Fact>
          {of.licenses.length > 0 && (
            <Fact name={texts.column.licences}>
              <bdi>{of.licenses.join(', ')}</bdi>
            </Fact>
          )}
          {of.tags.length > 0 && (
            <Fact name={texts.column.tags}>
              <bdi>{of.tags.join(', ')}</bdi>
            </Fact>
          )}
          <Fact name={texts.column.repositories}>
            <bdi>{of.repos.map(repo => repo.name).join(', ')}</bdi>
          </Fact>
          {of.digest !== null && (
            <Fact name="SHA-256">
              <code className={css.digest}>{of.digest}</code>
            </Fact>
          )}
          <VersionSbom at={at} status={of.scanStatus} />
        </Facts>
        <InstallCommands id={id} version={of.name} repositories={of.repos.map(repo => repo.name)} />
      </div>
      <Segments
        label={texts.tabs}
        value={shown}
        options={TABS.map(value => ({ value, label: texts.tab[value] }))}
        choose={choose}
      />
      <section aria-label={texts.tab[shown]} className={css.section}>
        {at && shown === 'readme' && <Readme at={at} />}
        {at && shown === 'properties' && <Properties at={at} />}
        {at && shown === 'dependencies' && <Dependencies at={at} />}
        {shown === 'vulnerabilities' && <Vulnerabilities id={id} of={of} />}
        {shown === 'compare' && <Compare id={id} of={of} />}
        {place && shown === 'files' && <Files repository={place.name} files={of.files} />}
      </section>
    </>
  );
}
