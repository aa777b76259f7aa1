import { Link } from '@tanstack/react-router';
import { ApiError } from '@/engine/api';
import type { TreeDetails } from '@/generated/api';
import { failureText } from '@/shell/answers';
import { ClientSetup } from '@/shell/ClientSetup';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/artifacts';
import { texts as repositoryTexts } from '@/texts/repositories';
import { sizeText } from '@/texts/size';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { CopyButton } from '@/ui/CopyButton';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import css from './artifacts.module.css';
import { Breadcrumb } from './Breadcrumb';
import { FileActions } from './FileActions';
import { FileDetails } from './FileDetails';
import { PropertiesSection } from './PropertiesSection';
import { addressOf, idOf, nameOf, type Place } from './place';
import { useDetails } from './queries';
import { UploadSection } from './UploadSection';
import type { Uploads } from './uploads';

interface DetailsPanelProps {
  place: Place;
  uploads: Uploads;
  /** Asks where it is to be copied or moved. */
  relocate: (moves: boolean) => void;
  /** A sheet has the title already. */
  titled?: boolean;
}

/** What is known of the place that is selected. */
export function DetailsPanel({ place, uploads, relocate, titled = true }: DetailsPanelProps) {
  const { data, error, refetch } = useDetails(place);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <Notice kind="bad">{texts.absent({ place: nameOf(place) })}</Notice>
        <p className={css.ways}>
          <Link to={addressOf(null)}>{texts.absentWay}</Link>
        </p>
      </>
    );
  }
  if (error && !data) {
    return (
      <Notice kind="bad">
        {failureText(error, texts.detailsFailed)}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </Notice>
    );
  }
  return (
    <>
      <Breadcrumb place={place} />
      {titled && (
        <h2 className={css.heading} dir="ltr">
          {nameOf(place)}
        </h2>
      )}
      {data && <Known place={place} details={data} uploads={uploads} relocate={relocate} />}
    </>
  );
}

interface KnownProps extends Omit<DetailsPanelProps, 'titled'> {
  details: TreeDetails;
}

function Known({ place, details, uploads, relocate }: KnownProps) {
  const { kind, may, repository } = details;
  return (
    <>
      <FileActions place={place} details={details} relocate={relocate} />
      {details.kind === 'repository' && <RepositoryDetails details={details} />}
      {details.file && <FileDetails place={place} details={details} file={details.file} />}
      {details.file && (
        <PropertiesSection place={place} properties={details.file.properties} mayEdit={may.annotate} />
      )}
      {kind !== 'file' && repository.stores_by_path && may.write && (
        <UploadSection key={idOf(place)} folder={place} uploads={uploads} />
      )}
      {kind === 'repository' && repository.class === 'local' && !repository.stores_by_path && (
        <Notice kind="info">{texts.upload.publishedOnly}</Notice>
      )}
      <section className={css.section}>
        <h3>{texts.facts.address}</h3>
        <p className={css.address}>
          <code className="wb-mono" dir="ltr">
            {details.url}
          </code>
          <CopyButton value={details.url}>{texts.copyAddress}</CopyButton>
        </p>
      </section>
      {details.kind === 'repository' && <ClientSetup repository={place.repository} />}
    </>
  );
}

function RepositoryDetails({ details: { repository, usage, may } }: { details: TreeDetails }) {
  return (
    <>
      <Facts>
        <Fact name={texts.facts.type}>{repositoryTexts.types[repository.package_type]}</Fact>
        <Fact name={texts.facts.class}>{texts.classes[repository.class]}</Fact>
        {repository.description !== '' && (
          <Fact name={texts.facts.description}>{repository.description}</Fact>
        )}
        {usage && (
          <>
            <Fact name={texts.facts.files}>{usage.files}</Fact>
            <Fact name={texts.facts.size}>{sizeText(usage.bytes)}</Fact>
            <Fact name={texts.facts.quota}>
              {usage.quota_bytes === null ? texts.facts.noQuota : sizeText(usage.quota_bytes)}
            </Fact>
            <Fact name={texts.facts.created}>{fullTime(usage.created_at)}</Fact>
          </>
        )}
      </Facts>
      {may.manage && (
        <p className={css.ways}>
          <Link to={pathnameOf('admin.repositories')} search={{ repository: repository.key }}>
            {texts.edit}
          </Link>
        </p>
      )}
    </>
  );
}
