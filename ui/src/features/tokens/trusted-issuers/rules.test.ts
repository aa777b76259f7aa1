// What is entered for an issuer and its rules: what is taken, and what is sent.
import { expect, test } from 'vitest';
import { ApiError } from '@/engine/api';
import { withRefused } from '@/shell/form/problems';
import { openTo, presetOf } from './presets';
import { problemsOf, refused } from './problems';
import { claimOf, newValues, type Rule, type Values, wantedOf, withPreset } from './values';

const GITHUB = 'https://token.actions.githubusercontent.com';
const GITLAB = 'https://gitlab.com';
const OWN = 'https://gitlab.example.org';

const rule = (claims: readonly (readonly [string, string])[], more: Partial<Rule> = {}): Rule => ({
  id: 900,
  name: 'release',
  claims: claims.map(([name, value]) => claimOf(name, value)),
  robot: 'p_deployer',
  seconds: '600',
  ...more,
});

const values = (more: Partial<Values> = {}): Values => ({
  ...newValues('github'),
  rules: [rule([['repository', 'octo-org/app']])],
  ...more,
});

/** The fields that have problems; of a claim only which of its two. */
const wrong = (more: Partial<Values>) =>
  Object.keys(problemsOf(values(more))).map(key => key.replace(/^(?!900\.)\d+\./, 'claim.'));

// covers: [ROBOT-02]
test('each field of an issuer is checked before it is sent', () => {
  expect(wrong({})).toEqual([]);
  expect(wrong({ rules: [] })).toEqual([]);
  for (const name of ['', 'GitHub', '-a', 'a b', 'a_b', 'x'.repeat(65)])
    expect(wrong({ name }), name).toEqual(['name']);
  for (const issuer of ['', 'gitlab.example.org', 'ftp://a', 'https://a?b=c', 'https://a#b', 'https://a@b'])
    expect(wrong({ issuer }), issuer).toContain('issuer');
  for (const issuer of [OWN, 'https://gitlab.example.org:8443/ci', 'http://127.0.0.1:8080'])
    expect(wrong({ issuer }), issuer).toEqual([]);
  expect(wrong({ audience: ' ' })).toEqual(['audience']);
  expect(wrong({ description: 'x'.repeat(501) })).toEqual(['description']);
});

// covers: [ROBOT-02]
test('each part of a rule is checked before it is sent', () => {
  const own = ['repository', 'octo-org/app'] as const;
  const of = (made: Rule) => wrong({ rules: [made] });
  expect(of(rule([own], { name: ' ' }))).toEqual(['900.name']);
  expect(of(rule([own], { robot: '' }))).toEqual(['900.robot']);
  for (const seconds of ['', '59', '3601', '1.5', 'x'])
    expect(of(rule([own], { seconds })), seconds).toEqual(['900.seconds']);
  expect(of(rule([]))).toEqual(['900.claims']);
  expect(of(rule([own, ['', 'x']]))).toEqual(['claim.name']);
  expect(of(rule([own, own]))).toEqual(['claim.name']);
  for (const value of ['', '*/main', 'a**', 'x'.repeat(513)])
    expect(of(rule([own, ['ref', value]])), value).toEqual(['claim.value']);
  expect(of(rule([['sub', '']]))).toEqual(['claim.value']);
  expect(wrong({ rules: [rule([own], { id: 899 }), rule([own])] })).toEqual(['900.name']);
});

// covers: [ROBOT-02]
test('a rule that every token matches is not sent', () => {
  for (const claims of [[['iss', OWN]], [['sub', '*']], [['aud', 'a'] as const, ['exp', '1*'] as const]])
    expect(wrong({ issuer: OWN, rules: [rule(claims as [string, string][])] })).toEqual(['900.claims']);
  expect(wrong({ issuer: OWN, rules: [rule([['ref', 'main']])] })).toEqual([]);
});

// covers: [ROBOT-02]
test.each([
  [GITHUB, 'repository', 'octo-org/app', false],
  [GITHUB, 'repository', 'octo-org/*', false],
  [GITHUB, 'repository', 'octo*', true],
  [GITHUB, 'repository', '/*', true],
  [GITHUB, 'repository_owner', 'octo-org', false],
  [GITHUB, 'repository_owner', 'octo*', true],
  [GITHUB, 'ref', 'refs/heads/main', true],
  [GITHUB, 'job_workflow_ref', 'octo-org/flows/.github/workflows/a.yml@refs/heads/main', true],
  [GITHUB, 'sub', 'repo:octo-org/*', false],
  [GITHUB, 'sub', 'repo:octo*', true],
  [GITHUB, 'sub', 'ref:refs/heads/*', true],
  [GITHUB, 'sub', 'repo:octo-org', true],
  [GITHUB, 'sub', 'ref:refs/heads/main', true],
  [GITHUB, 'sub', 'repository_owner:octo-org:environment:production', false],
  [GITHUB, 'sub', 'repository_owner:octo*', true],
  [GITHUB, 'sub', 'repository_owner:', true],
  [GITHUB, 'sub', 'enterprise::ref:refs/heads/main', true],
  [GITHUB, 'sub', 'sub:repo:octo-org/app', true],
  [`${GITHUB}/`, 'ref', 'refs/heads/main', true],
  [`${GITHUB}/octo`, 'ref', 'refs/heads/main', false],
  [GITLAB, 'project_path', 'octo-group/*', false],
  [GITLAB, 'namespace_id', '7*', true],
  [GITLAB, 'ref_protected', 'true', true],
  [OWN, 'ref_protected', 'true', false],
])('at %s the claim %s with %j is that of strangers too: %s', (issuer, claim, value, isOpen) => {
  expect(openTo(issuer, rule([[claim, value]])) !== null).toBe(isOpen);
});

test('another provider replaces only what was not entered by hand', () => {
  const first = newValues('github');
  const gitlab = withPreset(first, 'gitlab', true);
  expect(gitlab).toMatchObject({ name: 'gitlab', issuer: GITLAB });
  expect(gitlab.rules[0]?.claims[0]?.name).toBe('project_path');
  const entered = { ...first, name: 'own', issuer: OWN, rules: [rule([['repository', 'octo-org/app']])] };
  const kept = withPreset(entered, 'gitlab', true);
  expect(kept).toMatchObject({ name: 'own', issuer: OWN });
  expect(kept.rules[0]?.claims[0]?.name).toBe('repository');
  // the name of one that exists is fixed
  expect(withPreset(first, 'gitlab', false).name).toBe('github-actions');
  expect([GITHUB, GITLAB, OWN, ''].map(presetOf)).toEqual(['github', 'gitlab', 'other', 'other']);
});

test('an issuer is sent without the spaces around what was entered', () => {
  const typed = values({ name: ' ci ', audience: ' waybill ', rules: [rule([[' ref ', ' main ']])] });
  expect(wantedOf(typed, true)).toEqual({
    name: 'ci',
    issuer: GITHUB,
    audience: 'waybill',
    description: '',
    enabled: true,
    rules: [{ name: 'release', claims: { ref: 'main' }, robot: 'p_deployer', expires_in_s: 600 }],
  });
  expect(wantedOf(typed, false)).not.toHaveProperty('name');
});

test('what the server refuses is shown at its field, also in a rule', () => {
  const shown = (field: string | null) => {
    const error = { code: 'trusted_issuer_invalid', message: 'Not so.', field };
    return withRefused({}, refused(new ApiError(422, { error }), values()));
  };
  expect(shown('issuer')).toEqual({ words: null, problems: { issuer: 'Not so.' } });
  expect(shown('rules.0.claims')).toEqual({ words: null, problems: { '900.claims': 'Not so.' } });
  expect(shown('rules.0.expires_in_s').problems).toEqual({ '900.seconds': 'Not so.' });
  expect(shown('rules.7.claims')).toEqual({ words: 'Not so.', problems: {} });
  expect(shown(null)).toEqual({ words: 'Not so.', problems: {} });
});
