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
  /** All such claims, where everyone can have its tokens: paths that begin with the owner, and ids and names. */
  owners: { readonly paths: readonly string[]; readonly ids: readonly string[] };
  /** Claims of its tokens, each with an example. */
  claims: readonly (readonly [claim: KnownClaim, example: string])[];
}

/** The providers that there are texts for. */
export const presets: Readonly<Record<Preset, Provider>> = {
  github: {
    title: 'GitHub Actions',
    name: 'github-actions',
    issuer: 'https://token.actions.githubusercontent.com',
    owner: 'repository',
    owners: {
      paths: ['sub', 'repository', 'workflow_ref'],
      ids: ['repository_id', 'repository_owner', 'repository_owner_id', 'enterprise', 'enterprise_id'],
    },
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
    issuer: 'https://gitlab.com',
    owner: 'project_path',
    owners: {
      paths: ['sub', 'project_path', 'namespace_path'],
      ids: ['project_id', 'namespace_id'],
    },
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
    owners: { paths: [], ids: [] },
    claims: [['sub', 'job:release']],
  },
};

export const PRESETS = Object.keys(presets) as Preset[];

/** The provider whose public issuer has this address; of any other address it is not known who can have tokens. */
export const presetOf = (issuer: string): Preset =>
  PRESETS.find(preset => preset !== 'other' && presets[preset].issuer === issuer.trim()) ?? 'other';

/** Whether the beginning of a path has the whole first part of it, which names the owner: `acme*` is that of others too. */
function hasWholeOwner(claim: string, begin: string): boolean {
  const path = claim === 'sub' ? (/^(?:repo|project_path):(.*)$/.exec(begin)?.[1] ?? '') : begin;
  return path.indexOf('/') > 0;
}

/** The provider of whose users each can have a token with these claims; null if the claims say whose job it is. */
export function openTo(issuer: string, { claims }: Pick<Rule, 'claims'>): Provider | null {
  const provider = presets[presetOf(issuer.trim().replace(/\/+$/, ''))];
  const { paths, ids } = provider.owners;
  const isBound = claims.some(({ name, value }) => {
    const [claim, wanted] = [name.trim(), value.trim()];
    return wanted.endsWith('*')
      ? paths.includes(claim) && hasWholeOwner(claim, wanted.slice(0, -1))
      : paths.includes(claim) || ids.includes(claim);
  });
  return paths.length > 0 && !isBound ? provider : null;
}
