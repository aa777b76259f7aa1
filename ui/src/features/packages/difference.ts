import type { VersionDependency, VersionNode } from '@/generated/api';
import { severityName } from '@/shell/severities';

/** What a part of a version has: its name, and what is compared. */
export interface Entry {
  name: string;
  value: string;
}

export interface Difference {
  kind: 'new' | 'updated' | 'removed';
  name: string;
  /** What it was; none of something new. */
  before: string | null;
  /** What it is; none of something removed. */
  after: string | null;
}

/** What has changed from one list to another, by name; what is the same in both is left out. */
export function differences(before: readonly Entry[], after: readonly Entry[]): readonly Difference[] {
  const earlier = new Map(before.map(({ name, value }) => [name, value]));
  const later = new Map(after.map(({ name, value }) => [name, value]));
  const names = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return names.flatMap((name): Difference[] => {
    const [was, is] = [earlier.get(name) ?? null, later.get(name) ?? null];
    if (was === is) return [];
    const kind = was === null ? 'new' : is === null ? 'removed' : 'updated';
    return [{ kind, name, before: was, after: is }];
  });
}

/**
 * The files of a version by names that two versions share: a file's own name has the version in it, which would make
 * every file another one.
 */
export const filesOf = ({ name: version, files }: VersionNode): readonly Entry[] =>
  files.map(({ name, sha256 }) => ({ name: name.replaceAll(version, '…'), value: sha256 }));

export const dependenciesOf = (dependencies: readonly VersionDependency[]): readonly Entry[] =>
  dependencies.map(({ name, requirement, scope }) => ({
    name: `${name} (${scope})`,
    value: requirement || '*',
  }));

export const licencesOf = ({ licenses }: VersionNode): readonly Entry[] =>
  licenses.map(name => ({ name, value: '' }));

export const vulnerabilitiesOf = ({ vulnerabilityList }: VersionNode): readonly Entry[] =>
  vulnerabilityList.map(({ id, severity }) => ({ name: id, value: severityName(severity) }));
