import type { VersionNode, VersionPlaceQuery } from '@/generated/api';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packages';
import { texts as use } from '@/texts/packageUse';
import { sizeText } from '@/texts/size';
import { fullTime } from '@/texts/time';
import { Fact, Facts } from '@/ui/Facts';
import { Coordinates } from './Coordinates';
import { Downloads } from './Downloads';
import css from './packages.module.css';
import { Risk } from './Risk';
import { Severities } from './Severities';
import { VersionSbom } from './VersionSbom';

interface AboutProps {
  of: VersionNode;
  /** Where the lead file is. */
  at: VersionPlaceQuery | undefined;
}

/** What is known of a version. */
export function About({ of, at }: AboutProps) {
  return (
    <Facts>
      <Coordinates of={of} />
      <Fact name={details.column.published}>{fullTime(of.created)}</Fact>
      {of.publishedBy !== null && (
        <Fact name={details.column.publishedBy}>
          <bdi>{of.publishedBy}</bdi>
        </Fact>
      )}
      <Fact name={details.column.size}>{sizeText(of.size)}</Fact>
      <Fact name={details.column.downloads}>{texts.number({ count: of.stats.downloadCount })}</Fact>
      <Downloads packageId={of.id} version={of.name} />
      {of.releasesBehind !== null && (
        <Fact name={use.behind}>
          {of.releasesBehind === 0 ? use.upToDate : texts.number({ count: of.releasesBehind })}
        </Fact>
      )}
      <Risk of={of.operationalRisk} />
      <Fact name={details.column.vulnerabilities}>
        <Severities of={of} />
      </Fact>
      {of.licenses.length > 0 && (
        <Fact name={details.column.licences}>
          <bdi>{of.licenses.join(', ')}</bdi>
        </Fact>
      )}
      {of.tags.length > 0 && (
        <Fact name={details.column.tags}>
          <bdi>{of.tags.join(', ')}</bdi>
        </Fact>
      )}
      <Fact name={details.column.repositories}>
        <bdi>{of.repos.map(repo => repo.name).join(', ')}</bdi>
      </Fact>
      {of.digest !== null && (
        <Fact name="SHA-256">
          <code className={css.digest}>{of.digest}</code>
        </Fact>
      )}
      <VersionSbom at={at} status={of.scanStatus} />
    </Facts>
  );
}
