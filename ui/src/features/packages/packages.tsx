import type { ComponentType } from 'react';
import { PackageDetails } from './PackageDetails';
import { PackageList } from './PackageList';
import { usePlace } from './place';
import { VersionDetails } from './VersionDetails';

/** The package browser: packages, the versions of a package, a version (PKG-01). */
export const packagesPage = (Home: ComponentType) =>
  function PackagesPage() {
    const { packageId, versionId } = usePlace();
    if (packageId === undefined) return <PackageList Home={Home} />;
    if (versionId === undefined) return <PackageDetails key={packageId} id={packageId} />;
    return <VersionDetails key={`${packageId} ${versionId}`} id={packageId} version={versionId} />;
  };
