import type { ArchivedFiles } from '@/generated/api';

/** A version that the user has just archived. */
export interface Archived {
  /** The id of its package. */
  id: string;
  /** The version as its page calls it. */
  version: string;
  files: ArchivedFiles;
}

/** What a query would take for a separator matches any letter instead, as a pattern does. */
const pattern = (text: string): string => text.replace(/[\s"\\,=:]/g, '?');

/** The query with which the search of the archive finds a version. */
export function queryFor({ id, version, files }: Archived): string {
  const [type = ''] = id.split('://');
  const name = pattern(files.package);
  return `name:${name} pkg:${type} repo:${files.repository} archive:packages version:${pattern(version)}`;
}
