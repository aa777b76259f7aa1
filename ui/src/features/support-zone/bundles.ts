import type { StreamSnapshots } from '@/engine/installation';
import type { InstallationMachine, SupportBundle, SupportBundles, UntypedState } from '@/generated/api';
import type { BundleCreation, PersonId, ServiceId, States } from '@/generated/types';
import { texts } from '@/texts/support';

/** The name of a user; null where it was erased, and for the command line. */
export const nameOf = (person: PersonId | null, names: SupportBundles['names']): string | null =>
  person === null ? null : (names[person] ?? null);

/** The creations that have not settled: their placeholders, and how many services have not ended. */
export interface PendingBundles {
  placeholders: readonly SupportBundle[];
  creations: readonly string[];
  inProgress: number;
  all: number;
  /** Changes whenever the list has to be fetched again. */
  settled: string;
}

type Unsettled = Extract<States['support_bundle'], { state: 'creating' | 'settling' }>;
const isUnsettled = (state: UntypedState): state is Unsettled =>
  state.state === 'creating' || state.state === 'settling';

/** The creation of a machine that still shows placeholders. */
const unsettled = ({ state }: InstallationMachine): BundleCreation | null =>
  isUnsettled(state) ? state.creation : null;

function placeholdersOf(creation: BundleCreation): readonly SupportBundle[] {
  const { wanted, created_at, created_by } = creation;
  return creation.parts.map(({ service }) => ({
    ...wanted,
    id: `${creation.id}-${service}`,
    creation: creation.id,
    create_date: created_at,
    created_by,
    service,
    status: 'in progress',
    settled: false,
  }));
}

/** BUNDLE-01: rows are placeholders until every service has ended and three seconds have passed. */
export function pendingBundles(snapshots: StreamSnapshots | undefined): PendingBundles {
  const all = [...(snapshots?.values() ?? [])];
  const going = all.map(unsettled).filter(creation => creation !== null);
  const parts = going.flatMap(creation => creation.parts);
  const rest = all.filter(snapshot => unsettled(snapshot) === null);
  return {
    placeholders: going.flatMap(placeholdersOf),
    creations: going.map(creation => creation.id),
    inProgress: parts.filter(part => part.status.status === 'in_progress').length,
    all: parts.length,
    settled: rest
      .map(({ stream, seq }) => `${stream}@${seq}`)
      .sort()
      .join(' '),
  };
}

/** The short name of a service that makes bundles. The status page has longer ones. */
export function shortServiceName(service: ServiceId): string {
  const names: Readonly<Record<string, string>> = texts.service;
  return Object.hasOwn(texts.service, service) ? (names[service] ?? service) : service;
}

/** What went wrong, in the language of the page. */
export function problemOf(code: string): string {
  const errors: Readonly<Record<string, string>> = texts.error;
  return Object.hasOwn(texts.error, code) ? (errors[code] ?? texts.error.other) : texts.error.other;
}
