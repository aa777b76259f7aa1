import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { VersionNode } from '@/generated/api';
import type { DetailsTab, PackageBrowser } from '@/generated/types';
import { versionsPage } from '@/shell/packageVersions';
import { useFields } from '@/shell/useFields';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packages';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Segments } from '@/ui/Segments';
import { About } from './About';
import { Absent } from './Absent';
import { ArchiveButton } from './ArchiveButton';
import { Builds } from './Builds';
import { Compare } from './Compare';
import { Dependencies } from './Dependencies';
import { DownloadButton } from './DownloadButton';
import { Files } from './Files';
import { failure } from './failure';
import { InstallCommands } from './InstallCommands';
import { Layers } from './Layers';
import { nameOf, Path } from './Path';
import { Properties } from './Properties';
import css from './packages.module.css';
import { addressOf } from './place';
import { Readme } from './Readme';
import { useBrowser } from './useBrowser';
import { Violations } from './Violations';

const TABS = [
  'readme',
  'properties',
  'files',
  'dependencies',
  'docker_layers',
  'builds',
  'vulnerabilities',
  'compare',
] as const;
type Tab = (typeof TABS)[number];

/** The tabs that the machine decides on: it knows which of them a version has. */
const DECIDED = ['readme', 'properties', 'builds', 'docker_layers'] as const satisfies DetailsTab[];
const isDecided = (tab: Tab): tab is DetailsTab => DECIDED.some(decided => decided === tab);

const FIELDS = ['tab'] as const;

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
  if (found.data === null) return <Absent text={details.absentVersion} />;
  return (
    <div className={css.page}>
      <Path id={id} name={nameOf(id)} version={version} />
      <div className={css.titled}>
        <PageTitle className={css.title}>
          <bdi>{nameOf(id)}</bdi>
        </PageTitle>
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
        <Details id={id} of={found.data} browser={browser} />
      )}
    </div>
  );
}

/** A pattern that matches a version and little else: what it has of the signs of patterns matches any letter. */
const literal = (version: string): string => version.replace(/\*/g, '?');

function Details({ id, of, browser }: { id: string; of: VersionNode; browser: PackageBrowser }) {
  const engine = useEngine();
  const [{ tab: addressed }, change] = useFields(addressOf(id, of.name), FIELDS);
  const [place] = of.repos;
  const tabs = TABS.filter(tab => !isDecided(tab) || browser.tabs.includes(tab));
  // the machine's tab is the one that suits the lead file, until the address names another one
  const shown = tabs.find(tab => tab === addressed) ?? browser.tab;
  const choose = (tab: Tab) => {
    if (isDecided(tab)) engine.propose('packages', { type: 'select_tab', tab });
    change({ tab });
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
          {details.deprecatedBecause} <bdi>{of.deprecation}</bdi>
        </Notice>
      )}
      {of.yanked && <Notice kind="bad">{details.yankedHint}</Notice>}
      <div className={css.summary}>
        <About of={of} at={at} />
        <InstallCommands id={id} version={of.name} repositories={of.repos.map(repo => repo.name)} />
      </div>
      {at && (
        <div className={css.bar}>
          <DownloadButton at={at} />
          <ArchiveButton id={id} of={of} />
        </div>
      )}
      <Segments
        label={details.tabs}
        value={shown}
        options={tabs.map(value => ({ value, label: details.tab[value] }))}
        choose={choose}
      />
      <section aria-label={details.tab[shown]} className={css.section}>
        {at && shown === 'readme' && <Readme at={at} />}
        {at && shown === 'properties' && <Properties at={at} />}
        {at && shown === 'dependencies' && <Dependencies id={id} version={of.name} at={at} />}
        {at && shown === 'docker_layers' && <Layers at={at} />}
        {at && shown === 'builds' && <Builds at={at} />}
        {at && shown === 'vulnerabilities' && <Violations id={id} of={of} at={at} />}
        {shown === 'compare' && <Compare id={id} of={of} />}
        {place && shown === 'files' && <Files repository={place.name} files={of.files} />}
      </section>
    </>
  );
}
