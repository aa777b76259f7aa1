import { ownedSubjects, publicIssuers } from '@/generated/trustedIssuers';
import type { texts } from '@/texts/trustedIssuers';
import type { Rule } from './values';

export type Preset = 'github' | 'gitlab' | 'other';
export type KnownClaim = keyof typeof texts.claim;

interface Provider {
  /** What it calls itself; null where the texts have a word for it. */
  title: string | null;
  /** What an issuer of it is called at first. */
  name: string;
  issuer: string;
  /** The claim that distinguishes its tokens from those of strangers. */
  owner: string;
  /** All such claims but the subject, if everyone can have its tokens: those with a path that begins with the owner. */
  paths: readonly string[];
  /** The others, with an id or a name. */
  names: readonly string[];
  /** Claims of its tokens, each with an example. */
  claims: readonly (readonly [claim: KnownClaim, example: string])[];
}

/** The providers that there are texts for. */
export const presets: Readonly<Record<Preset, Provider>> = {
  github: {
    title: 'GitHub Actions',
    name: 'github-actions',
    ...publicIssuers.github,
    owner: 'repository',
    claims: [
      ['repository', 'octo-org/app'],
      ['repository_owner', 'octo-org'],
      ['ref', 'refs/heads/main, refs/tags/*'],
      ['environment', 'production'],
      ['job_workflow_ref', 'octo-org/app/.github/workflows/release.yml@refs/heads/main'],
      ['event_name', 'push'],
      ['sub', 'repo:octo-org/app:environment:production'],
    ],
  },
  gitlab: {
    title: 'GitLab CI',
    name: 'gitlab',
    ...publicIssuers.gitlab,
    owner: 'project_path',
    claims: [
      ['project_path', 'octo-group/app'],
      ['namespace_path', 'octo-group'],
      ['ref', 'main, v*'],
      ['ref_type', 'branch'],
      ['ref_protected', 'true'],
      ['environment', 'production'],
      ['pipeline_source', 'push'],
      ['sub', 'project_path:octo-group/app:ref_type:branch:ref:main'],
    ],
  },
  other: {
    title: null,
    name: '',
    issuer: '',
    owner: 'sub',
    paths: [],
    names: [],
    claims: [['sub', 'job:release']],
  },
};

const OWNED_SUBJECTS: readonly string[] = ownedSubjects;

export const PRESETS = Object.keys(presets) as Preset[];

/** The provider whose public issuer has this address; of any other address it is not known who can have tokens. */
export const presetOf = (issuer: string): Preset =>
  PRESETS.find(preset => preset !== 'other' && presets[preset].issuer === issuer.trim()) ?? 'other';

/** Whether the beginning of a path has the whole first part of it, which names the owner: `acme*` is that of others too. */
const hasWholeOwner = (begin: string): boolean => begin.indexOf('/') > 0;

/** Whether a value of a claim, or the beginning of one, is of one owner alone. The server decides by the same rule. */
function isOfOneOwner(of: Provider, claim: string, begin: string, isWhole: boolean): boolean {
  const { paths, names } = of;
  if (claim !== 'sub')
    return paths.includes(claim) ? isWhole || hasWholeOwner(begin) : isWhole && names.includes(claim);
  // a subject begins with a kind, and strangers choose which one theirs has
  const [kind = '', ...parts] = begin.split(':');
  const rest = parts.join(':');
  if (OWNED_SUBJECTS.includes(kind)) return hasWholeOwner(rest);
  // the value of a job without such a claim is empty, and the next kind follows
  if (kind === 'sub' || rest === '' || rest.startsWith(':')) return false;
  return isWhole && isOfOneOwner(of, kind, rest, isWhole);
}

/** The provider of whose users each can have a token with these claims; null if the claims say whose job it is. */
export function openTo(issuer: string, { claims }: Pick<Rule, 'claims'>): Provider | null {
  const provider = presets[presetOf(issuer.trim().replace(/\/+$/, ''))];
  const isBound = claims.some(({ name, value }) => {
    const wanted = value.trim();
    const isWhole = !wanted.endsWith('*');
    return isOfOneOwner(provider, name.trim(), isWhole ? wanted : wanted.slice(0, -1), isWhole);
  });
  return provider.paths.length > 0 && !isBound ? provider : null;
}
