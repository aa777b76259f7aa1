import type { ArtifactPermission, ConsolePermission, PermissionPatterns } from '@/generated/api';
import type { PermissionAction } from '@/generated/types';
import { texts } from '@/texts/permissions';

/** What may be done, in the order of the matrix. */
export const ACTIONS = Object.keys(texts.actions) as PermissionAction[];

/** How the server calls all repositories, all of a class, and everyone. */
export const ANY = { all: 'ANY', local: 'ANY LOCAL', remote: 'ANY REMOTE' } as const;
export const ANONYMOUS = 'anonymous';

const ANY_NAMES: Readonly<Record<string, () => string>> = {
  [ANY.all]: () => texts.any,
  [ANY.local]: () => texts.anyLocal,
  [ANY.remote]: () => texts.anyRemote,
};

/** What a target is called: a key, or the words for many. */
export const targetName = (key: string): string => ANY_NAMES[key]?.() ?? key;

/** What the targets of release bundles are called. */
export const bundlesName = (key: string): string => (key === ANY.all ? texts.anyBundle : key);

export interface Target {
  key: string;
  /** Patterns as they are typed: separated by commas, which no pattern has. */
  includes: string;
  excludes: string;
}

export interface Grantee {
  name: string;
  actions: PermissionAction[];
}

/** A permission as it is typed. */
export interface Values {
  name: string;
  targets: Target[];
  /** Whether everyone may read. */
  everyone: boolean;
  users: Grantee[];
  groups: Grantee[];
  /** Release bundles. There is always one to enter patterns in; without any patterns it is not sent. */
  bundles: Target[];
}

const NO_BUNDLES: Target[] = [{ key: ANY.all, includes: '', excludes: '' }];

export const NEW: Values = {
  name: '',
  targets: [],
  everyone: false,
  users: [],
  groups: [],
  bundles: NO_BUNDLES,
};

const typedOf = (patterns: readonly string[] | undefined) => (patterns ?? []).join(', ');
const patternsOf = (typed: string) =>
  typed
    .split(',')
    .map(pattern => pattern.trim())
    .filter(pattern => pattern !== '');

const granteesOf = (granted: object | undefined): Grantee[] =>
  Object.entries((granted ?? {}) as Record<string, PermissionAction[]>).map(([name, actions]) => ({
    name,
    actions: ACTIONS.filter(action => actions.includes(action)),
  }));

const targetsOf = ({ targets }: ArtifactPermission): Target[] =>
  Object.entries(targets as Record<string, PermissionPatterns>).map(
    ([key, { include_patterns, exclude_patterns }]) => ({
      key,
      includes: typedOf(include_patterns),
      excludes: typedOf(exclude_patterns),
    }),
  );

export function valuesOf({ name, artifact, release_bundle: bundles }: ConsolePermission): Values {
  const users = granteesOf(artifact.actions?.users);
  return {
    name,
    targets: targetsOf(artifact),
    everyone: users.some(user => user.name === ANONYMOUS),
    users: users.filter(user => user.name !== ANONYMOUS),
    groups: granteesOf(artifact.actions?.groups),
    bundles: bundles ? targetsOf(bundles) : NO_BUNDLES,
  };
}

const sentGrantees = (grantees: readonly Grantee[]) =>
  Object.fromEntries(grantees.map(({ name, actions }) => [name, actions]));

const sentTargets = (targets: readonly Target[]) =>
  Object.fromEntries(
    targets.map(({ key, includes, excludes }) => [
      key,
      { include_patterns: patternsOf(includes), exclude_patterns: patternsOf(excludes) },
    ]),
  );

/** What is sent for it. */
export function artifactOf({ targets, everyone, users, groups }: Values): ArtifactPermission {
  const everyones: Grantee[] = everyone ? [{ name: ANONYMOUS, actions: ['READ'] }] : [];
  return {
    actions: { users: sentGrantees([...users, ...everyones]), groups: sentGrantees(groups) },
    targets: sentTargets(targets),
  };
}

const hasPatterns = ({ includes, excludes }: Target) =>
  patternsOf(includes).length > 0 || patternsOf(excludes).length > 0;

/** Its patterns of release bundles, with what is recorded beside them; without targets there are none. */
export function bundlesOf({ bundles }: Values, known: ArtifactPermission | null): ArtifactPermission {
  const targets = sentTargets(bundles.filter(hasPatterns));
  return known?.actions ? { actions: known.actions, targets } : { targets };
}

/** Whether a user or group may do nothing, which no permission can say. */
export const isIdle = ({ actions }: Grantee): boolean => actions.length === 0;

/** The fields of a permission that can be wrong. */
export type Field = 'name' | 'targets' | 'grantees' | 'bundles';
export type Problems = Partial<Record<Field, string>>;

/** What is missing, before anything is sent. A permission may also give rights on builds, which the form keeps. */
export function problemsOf(values: Values, hasBuilds = false): Problems {
  const { name, targets, everyone, users, groups, bundles } = values;
  const grantees = [...users, ...groups];
  const idle = grantees.find(isIdle);
  const isGranted = everyone || grantees.length > 0;
  const hasOthers = hasBuilds || bundles.some(hasPatterns);
  // these rights are for paths in repositories: builds have their own, and patterns of release bundles give none
  const isMissing = targets.length === 0 && (isGranted || !hasOthers);
  return {
    ...(name.trim() === '' && { name: texts.nameMissing }),
    ...(isMissing && { targets: hasOthers ? texts.grantedNowhere : texts.targetMissing }),
    ...(idle && { grantees: texts.noAction({ name: idle.name }) }),
  };
}

const FIELDS: Readonly<Record<string, Field>> = {
  name: 'name',
  targets: 'targets',
  actions: 'grantees',
  users: 'grantees',
  release_bundle: 'bundles',
};

/** The field that an error of the server is shown beside. */
export const fieldOf = (field: string | null | undefined): Field | null => FIELDS[field ?? ''] ?? null;
