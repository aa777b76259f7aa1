import { readObject } from '@/engine/api';
import type { StreamSnapshot, StreamSnapshots } from '@/engine/installation';
import { isObject, type JsonObject, numberOf, textOf } from '@/lib/json';
import { locale } from '@/texts/i18n/languages';
import { texts } from '@/texts/support';

export type Status = 'in progress' | 'success' | 'failure';

/** A row of the list: a bundle, or the placeholder of one that is being made. */
export interface Bundle {
  id: string;
  creation: string;
  service: string;
  name: string;
  description: string;
  created: string;
  by: string | null;
  status: Status;
  size: number | null;
  digest: string | null;
  redacted: number;
  shortened: number;
  expires: string | null;
  failure: { fault: string; message: string } | null;
  fetched: { by: string | null; at: string; times: number } | null;
}

export interface BundleList {
  bundles: readonly Bundle[];
  services: readonly string[];
}

const list = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const statusOf = (value: unknown): Status =>
  value === 'success' || value === 'failure' ? value : 'in progress';

const nameIn = (names: JsonObject, person: unknown) =>
  typeof person === 'string' ? textOf(names[person]) : null;
const objectIn = (value: unknown) => (isObject(value) ? value : null);

/** What is known of a finished archive. */
const archiveOf = (archive: JsonObject | null) => ({
  size: archive && numberOf(archive.bytes),
  digest: archive && textOf(archive.digest),
  redacted: (archive && numberOf(archive.redacted)) ?? 0,
  shortened: (archive && numberOf(archive.shortened)) ?? 0,
});

/** A bundle of `GET ui/userSupport/listBundles`. */
function bundleOf(row: JsonObject, names: JsonObject): Bundle {
  const failure = objectIn(row.failure);
  const fetched = objectIn(row.download);
  return {
    id: String(row.id),
    creation: String(row.creation),
    service: String(row.service),
    name: String(row.name ?? ''),
    description: String(row.description ?? ''),
    created: String(row.create_date ?? ''),
    by: nameIn(names, row.created_by),
    status: statusOf(row.status),
    ...archiveOf(objectIn(row.archive)),
    expires: textOf(row.expires_at),
    failure: failure && { fault: String(failure.fault), message: String(failure.message ?? '') },
    fetched: fetched && {
      by: nameIn(names, fetched.by),
      at: String(fetched.at ?? ''),
      times: numberOf(fetched.times) ?? 1,
    },
  };
}

export const readBundles = readObject(
  'bundles',
  (body): BundleList => ({
    bundles: list(body.bundles).map(row => bundleOf(row, isObject(body.names) ? body.names : {})),
    services: words(body.services),
  }),
);

/** What creations are doing that have not settled: their placeholders, and how many services have not ended. */
export interface PendingBundles {
  placeholders: readonly Bundle[];
  creations: readonly string[];
  inProgress: number;
  all: number;
  /** Changes whenever the list has to be fetched again. */
  settled: string;
}

/** The creation of a machine that still shows placeholders. */
function unsettled({ state }: StreamSnapshot): JsonObject | null {
  const held: unknown = state;
  const shows = state.state === 'creating' || state.state === 'settling';
  return shows && isObject(held) ? objectIn(held.creation) : null;
}

function placeholdersOf(creation: JsonObject): readonly Bundle[] {
  const { name, description } = objectIn(creation.wanted) ?? {};
  return list(creation.parts).map(({ service }) => {
    const id = `${String(creation.id)}-${String(service)}`;
    const row = { id, service, name, description, creation: creation.id, create_date: creation.created_at };
    return bundleOf(row, {});
  });
}

const isEnded = ({ status }: JsonObject) => isObject(status) && status.status !== 'in_progress';

/** BUNDLE-01: rows are placeholders until every service has ended and three seconds have passed. */
export function pendingBundles(standings: StreamSnapshots | undefined): PendingBundles {
  const all = [...(standings?.values() ?? [])];
  const going = all.map(unsettled).filter(creation => creation !== null);
  const parts = going.flatMap(creation => list(creation.parts));
  const rest = all.filter(standing => unsettled(standing) === null);
  return {
    placeholders: going.flatMap(placeholdersOf),
    creations: going.map(creation => String(creation.id)),
    inProgress: parts.filter(part => !isEnded(part)).length,
    all: parts.length,
    settled: rest
      .map(({ stream, seq }) => `${stream}@${seq}`)
      .sort()
      .join(' '),
  };
}

/** A file of a bundle. */
export interface Entry {
  path: string;
  bytes: number;
  sha256: string;
  shortenedFrom: number | null;
}

/** What is in a bundle, or would be. */
export interface Contents {
  service: string;
  files: readonly Entry[];
  redacted: readonly { file: string; field: string }[];
  leftOut: readonly { what: string; why: string }[];
  bytes: number;
}

const contentsOf = (body: JsonObject): Contents => ({
  service: String(body.service),
  files: list(body.files).map(file => ({
    path: String(file.path),
    bytes: numberOf(file.bytes) ?? 0,
    sha256: String(file.sha256 ?? ''),
    shortenedFrom: numberOf(file.shortened_from),
  })),
  redacted: list(body.redacted).map(one => ({ file: String(one.file), field: String(one.field) })),
  leftOut: list(body.left_out).map(one => ({ what: String(one.what), why: String(one.why) })),
  bytes: numberOf(body.total_bytes) ?? 0,
});

export const readContents = readObject('bundle contents', contentsOf);
export const readPreviews = readObject('bundle previews', body => list(body.bundles).map(contentsOf));

/** A number of bytes as people write it. */
export function size(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  let at = 0;
  let value = bytes;
  while (value >= 1_000 && at < units.length - 1) {
    value /= 1_000;
    at += 1;
  }
  const options = {
    style: 'unit',
    unit: units[at],
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** The short name of a service that makes bundles. The status page has longer ones. */
export function shortServiceName(service: string): string {
  const names: Readonly<Record<string, string>> = texts.service;
  return Object.hasOwn(texts.service, service) ? (names[service] ?? service) : service;
}

/** What went wrong, in the language of the page. */
export function problemOf(code: string): string {
  const errors: Readonly<Record<string, string>> = texts.error;
  return Object.hasOwn(texts.error, code) ? (errors[code] ?? texts.error.other) : texts.error.other;
}

/** Where a bundle is fetched. */
export const addressOf = (bundle: Bundle) => `/ui/api/v1/ui/userSupport/downloadBundle/${bundle.id}`;
