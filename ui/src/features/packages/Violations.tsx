import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { LicenseProblem, VersionNode, VersionPlaceQuery } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { texts } from '@/texts/packages';
import { texts as own } from '@/texts/packageVersion';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { failure } from './failure';
import css from './packages.module.css';
import { Vulnerabilities } from './Vulnerabilities';

interface ViolationsProps {
  id: string;
  of: VersionNode;
  /** Where the lead file is. */
  at: VersionPlaceQuery;
}

/** What is wrong with a version: vulnerabilities, the most severe first, and what is not clear about its licence. */
export function Violations({ id, of, at }: ViolationsProps) {
  const { api } = useEngine();
  // the first reason for which nothing is compared is known already (PKG-03)
  const isScanning = of.scanStatus === 'SCANNED' || of.scanStatus === 'NOT_SCANNED';
  const found = useQuery({
    queryKey: ['packages', 'violations', at.repoKey, at.path],
    queryFn: () => repositoryCalls.postPackagesViolations(api, at),
    enabled: isScanning,
  });
  if (!isScanning) return <p className={css.hint}>{texts.scan[of.scanStatus]}</p>;
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <div className={css.skeleton} aria-hidden="true" />;
  const { scan_status, violations, license_problems } = found.data;
  return (
    <>
      {violations.length === 0 ? (
        <p className={css.hint}>{texts.scan[scan_status]}</p>
      ) : (
        <Vulnerabilities id={id} all={violations} />
      )}
      <h3 className={css.subtitle}>{own.violations.licence}</h3>
      {license_problems.length === 0 && <p className={css.hint}>{own.violations.clear}</p>}
      {license_problems.map(problem => (
        <p key={problem.license ?? ''} className={css.advisory}>
          {licenceText(problem)}
        </p>
      ))}
    </>
  );
}

const licenceText = ({ license }: LicenseProblem): string =>
  license === null ? own.violations.missing : own.violations.unidentified({ licence: license });

/** That it could not be found out, and since when: the date of the response is kept with the error (PKG-08). */
function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const answeredAt = error instanceof ApiError ? error.date : null;
  return (
    <Notice kind="bad">
      {failure(error, own.violations.failed)}{' '}
      {answeredAt !== null && `${own.violations.answered({ time: fullTime(answeredAt) })} `}
      <Button size="compact-sm" variant="default" onClick={retry}>
        {texts.retry}
      </Button>
    </Notice>
  );
}
