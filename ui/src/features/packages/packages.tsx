import type { ComponentType } from 'react';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';
import { useFollowed } from '@/shell/useFollowed';
import { PackageList } from './PackageList';
import css from './packages.module.css';
import { usePlace } from './place';

const waiting = <div className={css.skeleton} aria-hidden="true" />;

const PackageDetails = lazyWith(
  () => loadChunk('package', () => import('./PackageDetails')).then(part => part.PackageDetails),
  waiting,
);
const VersionDetails = lazyWith(
  () => loadChunk('package-version', () => import('./VersionDetails')).then(part => part.VersionDetails),
  waiting,
);

/** The package browser: packages, the versions of a package, a version (PKG-01). */
export const packagesPage = (Home: ComponentType) =>
  function PackagesPage() {
    const { packageId, versionId } = usePlace();
    useFollowed('packages', packageId === undefined ? {} : { package_id: packageId }, 'packages');
    if (packageId === undefined) return <PackageList Home={Home} />;
    if (versionId === undefined) return <PackageDetails key={packageId} id={packageId} />;
    return <VersionDetails key={`${packageId} ${versionId}`} id={packageId} version={versionId} />;
  };
