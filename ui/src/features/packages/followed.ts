import type { Api } from '@/engine/api';
import type { PackageNode } from '@/generated/api';
import { askPackages } from '@/shell/packages';

/** What is shown of a package that the user follows. */
export type FollowedPackage = Pick<PackageNode, 'id' | 'name' | 'packageType' | 'latestVersion' | 'modified'>;

const FOLLOWED = '{ followedPackages { id name packageType latestVersion modified } }';

/** All packages that the user follows, of which the server permits 200, with the newest change first. */
export async function followedPackages(api: Api): Promise<FollowedPackage[]> {
  const { followedPackages: found = [] } = await askPackages(api, FOLLOWED, {});
  return [...found].sort((one, other) => Date.parse(other.modified) - Date.parse(one.modified));
}
