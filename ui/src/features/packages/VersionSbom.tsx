import { addresses, type ScanStatus, type VersionPlaceQuery } from '@/generated/api';
import { addressOf } from '@/lib/basePath';
import { SbomFact } from '@/shell/SbomFact';
import { texts } from '@/texts/sbom';

interface VersionSbomProps {
  /** Where the version is; nothing is shown without it. */
  at: VersionPlaceQuery | undefined;
  status: ScanStatus;
}

/** The software bill of materials of a version; with its vulnerabilities, where they are known. */
export function VersionSbom({ at, status }: VersionSbomProps) {
  if (at === undefined) return null;
  return (
    <SbomFact addressIn={format => addresses.getPackagesSbom(addressOf, { ...at, format })}>
      {status === 'SCANNED' && (
        <a href={addresses.getPackagesSbom(addressOf, { ...at, vulnerabilities: true })} download>
          {texts.vulnerabilities}
        </a>
      )}
    </SbomFact>
  );
}
