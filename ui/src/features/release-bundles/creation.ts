import type { CreateReleaseBundle } from '@/generated/api';
import { texts } from '@/texts/releaseBundles';

export const SOURCES = ['builds', 'paths'] as const;
export type Source = (typeof SOURCES)[number];

/** A build whose files the bundle gets. */
export interface WantedBuild {
  /** Names the row among the others. */
  id: number;
  name: string;
  number: string;
}

export interface Values {
  name: string;
  version: string;
  source: Source;
  builds: readonly WantedBuild[];
  /** One a line, each with its repository. */
  paths: string;
}

export const NEW: Values = {
  name: '',
  version: '',
  source: 'builds',
  builds: [{ id: 0, name: '', number: '' }],
  paths: '',
};

const FIELDS = ['name', 'version', ...SOURCES] as const;
type Field = (typeof FIELDS)[number];
export type Problems = Partial<Record<Field, string>>;

/** The rows with one that is empty after them. */
export const withRow = (builds: readonly WantedBuild[]): readonly WantedBuild[] => [
  ...builds,
  { id: Math.max(-1, ...builds.map(({ id }) => id)) + 1, name: '', number: '' },
];

/** Whether a row lacks something. */
export const isIncomplete = ({ name, number }: WantedBuild) => name.trim() === '' || number.trim() === '';

const linesOf = (paths: string): string[] =>
  paths
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);

/** What is missing. Everything else is checked by the server. */
export function problemsOf({ name, version, source, builds, paths }: Values): Problems {
  const lacksBuilds = builds.length === 0 || builds.some(isIncomplete);
  return {
    ...(name.trim() === '' && { name: texts.create.nameMissing }),
    ...(version.trim() === '' && { version: texts.create.versionMissing }),
    ...(source === 'builds' && lacksBuilds && { builds: texts.create.buildsMissing }),
    ...(source === 'paths' && linesOf(paths).length === 0 && { paths: texts.create.pathsMissing }),
  };
}

/** The field that the server names, if the form has it: what is wrong with one row is wrong with all of them. */
export function fieldOf(named: string | null | undefined, source: Source): Field | null {
  const field = FIELDS.find(one => named?.split(/[.[]/)[0] === one) ?? null;
  const isHidden = SOURCES.some(one => one === field && one !== source);
  return isHidden ? null : field;
}

/** What the server is sent. The builds are those of a project, where one is chosen. */
export function bodyOf({ source, builds, paths }: Values, project: string | null): CreateReleaseBundle {
  if (source === 'paths') return { paths: linesOf(paths) };
  return {
    builds: builds.map(({ name, number }) => ({
      name: name.trim(),
      number: number.trim(),
      ...(project !== null && { project }),
    })),
  };
}
