import type { Api } from '@/engine/api';
import type { VersionConnection } from '@/generated/api';
import { askPackages, present, RISK, SEVERITIES } from './packages';

const VERSIONS = `query Versions($filter: VersionFilter!, $sort: SortType, $limit: Int, $after: String) {
  versions(filter: $filter, sort: $sort, limit: $limit, endCursor: $after) {
    edges { node {
      id name created modified package description licenses keywords size digest tags deprecation yanked preRelease
      publishedBy releasesBehind ${RISK} stats { downloadCount } repos { name type leadFilePath }
      scanStatus ${SEVERITIES}
      vulnerabilityList { id aliases cves summary severity score vector fixedVersions }
      files { name path lead size md5 sha1 sha256 mimeType downloads }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export interface WantedVersions {
  packageId: string;
  name?: string | null;
  ignorePreRelease?: boolean;
  descending?: boolean;
}

/** A page of the versions of a package, likewise. */
export async function versionsPage(
  api: Api,
  { descending = true, ...filter }: WantedVersions,
  after: string | null,
  limit?: number,
): Promise<VersionConnection> {
  const variables = { filter, sort: descending ? 'DESC' : 'ASC', limit, after };
  return present((await askPackages(api, VERSIONS, variables)).versions);
}
