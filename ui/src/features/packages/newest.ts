import type { Api } from '@/engine/api';
import type { VersionPlaceQuery } from '@/generated/api';
import { isObject } from '@/lib/json';
import { askPackages } from '@/shell/packages';

/** The newest version of a package in the repositories that the user may read, and where it is. */
export interface Newest {
  version: string;
  at: VersionPlaceQuery;
}

/** The packages of one query: the server bounds how many fields that has. */
const PORTION = 30;

/** The query of some packages, each by a name of its own. */
export function newestQueryText(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const parts = numbers.map(
    index =>
      `p${index}: versions(filter: {packageId: $p${index}, includeFiles: false}, sort: DESC, limit: 1) {
        edges { node { name repos { name leadFilePath } } }
      }`,
  );
  return `query Newest(${numbers.map(index => `$p${index}: String!`).join(', ')}) { ${parts.join('\n')} }`;
}

/** The newest stored versions by the ids of their packages. Packages that are not stored are absent. */
export async function newestVersions(
  api: Api,
  ids: readonly string[],
): Promise<Readonly<Record<string, Newest>>> {
  const portions = Array.from({ length: Math.ceil(ids.length / PORTION) }, (_, index) =>
    ids.slice(index * PORTION, (index + 1) * PORTION),
  );
  const found = await Promise.all(portions.map(portion => ofPortion(api, portion)));
  return Object.fromEntries(found.flat());
}

async function ofPortion(api: Api, ids: readonly string[]): Promise<(readonly [string, Newest])[]> {
  const variables = Object.fromEntries(ids.map((id, index) => [`p${index}`, id]));
  const answers: Readonly<Record<string, unknown>> = {
    ...(await askPackages(api, newestQueryText(ids.length), variables)),
  };
  return ids.flatMap((id, index) => {
    const newest = newestOf(answers[`p${index}`]);
    return newest === null ? [] : [[id, newest] as const];
  });
}

/** The version of an answer that has the fields of the query, and not the names that the generated types know. */
function newestOf(answer: unknown): Newest | null {
  if (!isObject(answer) || !Array.isArray(answer.edges)) return null;
  const [edge]: unknown[] = answer.edges;
  const node = isObject(edge) ? edge.node : null;
  if (!isObject(node) || typeof node.name !== 'string' || !Array.isArray(node.repos)) return null;
  const [place]: unknown[] = node.repos;
  if (!isObject(place)) return null;
  return { version: node.name, at: { repoKey: String(place.name), path: String(place.leadFilePath) } };
}
