import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ComingPage } from './ComingPage';

/**
 * The package browser: packages, a package's versions, a version. `/` leads here, so until there are packages the page
 * without one shows Home.
 */
export const packagesPage = (Home: ComponentType) =>
  function PackagesPage() {
    const { packageId }: { packageId?: string } = useParams({ strict: false });
    return <ComingPage instead={packageId ? undefined : Home} />;
  };
