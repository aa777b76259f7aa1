import type { Api } from '@/engine/api';
import type {
  DataTransfer,
  PackageConnection,
  PackageFacets,
  PackageNode,
  PackagesData,
} from '@/generated/api';
import * as calls from '@/generated/calls';
import type { PackageSort, SearchFilter } from '@/generated/types';
import { pathnameOf } from './paths';

/** The address of a package or of a version of it; of the list without either. */
export function packageAddress(packageId?: string, versionId?: string): string {
  return pathnameOf('packages', { ...(packageId && { packageId }), ...(versionId && { versionId }) });
}

export const SEVERITIES = 'vulnerabilities { critical high medium low info unknown skipped }';

export const RISK = 'operationalRisk { riskLevel reasons }';

const PACKAGE = `id name created modified description latestVersion versionsCount packageType
  stats { downloads followers } followed licenses tags repos scanStatus ${SEVERITIES} ${RISK}`;

const PACKAGES = `query Packages($filter: PackageFilter, $by: PackageSort, $type: SortType, $limit: Int, $after: String) {
  packages(filter: $filter, sort_by: $by, sort_type: $type, limit: $limit, endCursor: $after) {
    edges { node { ${PACKAGE} } } pageInfo { hasNextPage endCursor } isPartial
  }
}`;

const FACETS = `query Facets($filter: PackageFilter) {
  packageFacets(filter: $filter) {
    total exact isPartial types { value count } repos { value count } licenses { value count } severities
  }
  dataTransfer { month bytes quotaBytes isReached }
}`;

const ONE = `query Package($id: String!) { package(id: $id) { ${PACKAGE} } }`;

/** A query of packages that the server could not answer, in its words. */
export class QueryError extends Error {}

/** Asks for packages in GraphQL. What the server could not answer is an error. */
export async function askPackages(
  api: Api,
  query: string,
  variables: Record<string, unknown>,
): Promise<PackagesData> {
  const { data, errors } = await calls.postPackages(api, { query, variables });
  const [problem] = errors;
  if (problem) throw new QueryError(problem.message);
  return data ?? {};
}

/** What was asked for, which an answer without errors has. */
export function present<T>(found: T | null | undefined): T {
  if (found == null) throw new QueryError('The server answered something else than what was asked for.');
  return found;
}

/** The fields of a filter that filter something: one that a query of packages lacks is explained by the server. */
const packageFilter = (filter: Partial<SearchFilter>) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));

/** A page of packages. Without a limit it is as long as the installation has configured (PKG-06). */
export async function packagesPage(
  api: Api,
  filter: Partial<SearchFilter>,
  sort: PackageSort,
  after: string | null,
  limit?: number,
): Promise<PackageConnection> {
  const variables = { filter: packageFilter(filter), by: sort.sort_by, type: sort.sort_type, limit, after };
  return present((await askPackages(api, PACKAGES, variables)).packages);
}

/** What packages have in common, and how much was downloaded in this month. */
export interface Counted {
  facets: PackageFacets;
  transfer: DataTransfer;
}

export async function packageFacets(api: Api, filter: SearchFilter): Promise<Counted> {
  const { packageFacets, dataTransfer } = await askPackages(api, FACETS, { filter: packageFilter(filter) });
  return { facets: present(packageFacets), transfer: present(dataTransfer) };
}

export async function onePackage(api: Api, id: string): Promise<PackageNode | null> {
  return (await askPackages(api, ONE, { id })).package ?? null;
}
