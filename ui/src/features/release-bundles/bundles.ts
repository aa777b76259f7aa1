import { ApiError, readObject } from '@/engine/api';
import { isObject, numberOf, textOf } from '@/lib/json';
import { failureText } from '@/shell/failureText';
import { texts } from '@/texts/releaseBundles';

export const tabs = ['source', 'target'] as const;
export type Origin = (typeof tabs)[number];

export const isOrigin = (text: unknown): text is Origin => tabs.some(tab => tab === text);

/** A bundle, as `GET release_bundles` lists it. */
export interface Bundle {
  name: string;
  version: string;
  origin: Origin;
  status: string;
  created: string;
  /** Null when it was made on the command line. A user whose name was erased is not null. */
  by: { name: string | null } | null;
  signed: boolean;
  artifacts: number;
  size: number;
}

export interface Artifact {
  path: string;
  size: number;
  sha256: string;
  sha1: string;
  md5: string;
}

export interface BundleList {
  rows: readonly Bundle[];
  total: number;
}

/** A bundle that has the file, and its path in it. */
export interface Found {
  bundle: Bundle;
  paths: readonly string[];
}

export interface Details {
  bundle: Bundle;
  list: string;
  /** Null when it is not signed. */
  signature: { key: string; holds: boolean } | null;
  artifacts: readonly Artifact[];
}

function bundleOf(row: Record<string, unknown>, names: unknown): Bundle {
  const by = textOf(row.created_by);
  return {
    name: String(row.name ?? ''),
    version: String(row.version ?? ''),
    origin: isOrigin(row.origin) ? row.origin : 'target',
    status: String(row.status ?? ''),
    created: String(row.created ?? ''),
    by: by === null ? null : { name: isObject(names) ? textOf(names[by]) : null },
    signed: row.signed === true,
    artifacts: numberOf(row.artifacts_count) ?? 0,
    size: numberOf(row.size) ?? 0,
  };
}

const objects = (list: unknown) => (Array.isArray(list) ? list.filter(isObject) : []);

const artifactOf = (row: Record<string, unknown>): Artifact => ({
  path: String(row.path ?? ''),
  size: numberOf(row.size) ?? 0,
  sha256: String(row.sha256 ?? ''),
  sha1: String(row.sha1 ?? ''),
  md5: String(row.md5 ?? ''),
});

export const readList = readObject(
  'release_bundles',
  (body): BundleList => ({
    rows: objects(body.release_bundles).map(row => bundleOf(row, body.names)),
    total: numberOf(body.total) ?? 0,
  }),
);

export const readDetails = readObject('release_bundles', (body): Details => {
  const signature = isObject(body.signature) ? body.signature : null;
  return {
    bundle: bundleOf(isObject(body.release_bundle) ? body.release_bundle : {}, body.names),
    list: String(body.list ?? ''),
    signature: signature && { key: String(signature.key ?? ''), holds: signature.holds === true },
    artifacts: objects(body.artifacts).map(artifactOf),
  };
});

export const readFound = readObject('release_bundle/checksum', (body): readonly Found[] =>
  objects(body.data).map(row => ({
    bundle: bundleOf(row, null),
    paths: objects(row.artifacts).map(artifact => String(artifact.path ?? '')),
  })),
);

export const idOf = (bundle: Bundle) => `${bundle.name}/${bundle.version}`;

/** The state of a bundle, in the page's language where it is known. */
export function statusOf(bundle: Bundle): string {
  const words: Readonly<Record<string, string>> = texts.status;
  return Object.hasOwn(texts.status, bundle.status) ? (words[bundle.status] ?? bundle.status) : bundle.status;
}

export function actorName({ by }: Bundle): string {
  return by === null ? texts.onCommandLine : (by.name ?? texts.erased);
}

/** What is wrong with a checksum, in the page's language. */
export function problemOf(error: Error, typed: string): string {
  switch (error instanceof ApiError ? error.code : 'other') {
    case 'checksum_empty':
      return texts.lookup.empty;
    case 'checksum_characters':
      return texts.lookup.characters;
    case 'checksum_length':
      return texts.lookup.length({ count: typed.trim().length });
    default:
      return failureText(error, texts.lookup.failed);
  }
}
