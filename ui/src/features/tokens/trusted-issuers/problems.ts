import type { ApiError } from '@/engine/api';
import { claimsOfAll, issuerLimits as limits } from '@/generated/trustedIssuers';
import { isWebAddress } from '@/lib/hostAndPort';
import { wholeNumber } from '@/lib/wholeNumber';
import {
  type Problems as ProblemsOf,
  type RefusalTexts,
  type Refused,
  refusalWords,
} from '@/shell/form/problems';
import { texts } from '@/texts/trustedIssuers';
import { openTo } from './presets';
import type { Rule, Values } from './values';

/** The fields beside which a problem is shown, as the server names them. */
const FIELDS = ['name', 'issuer', 'audience', 'description', 'rules'] as const;
type Field = (typeof FIELDS)[number];
type Part = 'name' | 'value' | 'robot' | 'seconds' | 'claims';

/** A field, or the id of a rule or a claim with its field. */
type Key = Field | `${number}.${Part}`;
export type Problems = ProblemsOf<Key>;

const NAME = /^[a-z0-9][a-z0-9-]*$/;
const OF_ALL: readonly string[] = claimsOfAll;

const isIssuer = (typed: string): boolean => isWebAddress(typed) && !typed.includes('*');

const isValue = (value: string): boolean =>
  value !== '' && value.length <= limits.claimValue && !value.slice(0, -1).includes('*');

const isLife = (seconds: string): boolean =>
  wholeNumber(seconds, limits.secondsMin, limits.secondsMax) !== null;

/** What is wrong with the claims of a rule as a whole. */
function widthProblem(issuer: string, { claims }: Rule): string | null {
  const says = claims.some(({ name, value }) => !OF_ALL.includes(name.trim()) && value.trim() !== '*');
  if (!says) return texts.problem.claims;
  // it has a problem of its own
  if (claims.some(({ value }) => value.trim() === '')) return null;
  const open = openTo(issuer, { claims });
  return open && texts.problem.open({ provider: open.title ?? texts.preset.other, claim: open.owner });
}

function* problemsOfClaims({ claims }: Rule): Generator<[`${number}.${Part}`, string]> {
  const names = claims.map(claim => claim.name.trim());
  for (const [at, { id, value }] of claims.entries()) {
    const typed = names[at] ?? '';
    if (typed === '' || typed.length > limits.claimName) yield [`${id}.name`, texts.problem.claimName];
    else if (names.indexOf(typed) < at) yield [`${id}.name`, texts.problem.claimTaken];
    if (!isValue(value.trim())) yield [`${id}.value`, texts.problem.claimValue];
  }
}

/** What is wrong with a rule, of which each has a name of its own. */
function* problemsOfRule(
  rule: Rule,
  issuer: string,
  earlier: readonly Rule[],
): Generator<[`${number}.${Part}`, string]> {
  const name = rule.name.trim();
  if (name === '' || name.length > limits.name) yield [`${rule.id}.name`, texts.problem.ruleName];
  else if (earlier.some(other => other.name.trim() === name))
    yield [`${rule.id}.name`, texts.problem.ruleNameTaken];
  if (rule.robot === '') yield [`${rule.id}.robot`, texts.problem.robot];
  if (!isLife(rule.seconds.trim())) yield [`${rule.id}.seconds`, texts.problem.seconds];
  yield* problemsOfClaims(rule);
  const wide = widthProblem(issuer, rule);
  if (wide !== null) yield [`${rule.id}.claims`, wide];
}

function* found(values: Values): Generator<[Key, string]> {
  const [name, audience] = [values.name.trim(), values.audience.trim()];
  if (!NAME.test(name) || name.length > limits.name) yield ['name', texts.problem.name];
  if (!isIssuer(values.issuer.trim())) yield ['issuer', texts.problem.issuer];
  if (audience === '' || audience.length > limits.audience) yield ['audience', texts.problem.audience];
  if (values.description.trim().length > limits.description) yield ['description', texts.problem.description];
  for (const [at, rule] of values.rules.entries())
    yield* problemsOfRule(rule, values.issuer, values.rules.slice(0, at));
}

/** What is wrong, before anything is sent. */
export const problemsOf = (values: Values): Problems => Object.fromEntries(found(values));

/** The parts of a rule, as the server names them. */
const PARTS: Readonly<Record<string, Part>> = {
  name: 'name',
  claims: 'claims',
  robot: 'robot',
  expires_in_s: 'seconds',
};

/** The key of the problem at the field that the server names, such as `audience` or `rules.0.claims`. */
function keyOf({ field }: ApiError, { rules }: Values): Key | null {
  const [, at, name = ''] = /^rules\.(\d+)\.(\w+)$/.exec(field ?? '') ?? [];
  const rule = rules[Number(at)];
  const part = PARTS[name];
  if (rule && part) return `${rule.id}.${part}`;
  return FIELDS.find(one => one === field) ?? null;
}

/** What to enter at a field that the server has refused. */
function wordsOf({ field }: ApiError): string | null {
  const own = FIELDS.find(one => one === field);
  if (own) return own === 'rules' ? texts.refused.rules : texts.problem[own];
  const part = PARTS[/^rules\.\d+\.(\w+)$/.exec(field ?? '')?.[1] ?? ''];
  if (part === 'name') return texts.problem.ruleName;
  if (part === 'robot') return texts.problem.robot;
  if (part === 'seconds') return texts.problem.seconds;
  return part ? texts.problem.claims : null;
}

/** The texts of what the server refuses, by its codes. */
const REFUSED: RefusalTexts = {
  trusted_issuer_name_taken: () => texts.refused.nameTaken,
  too_many_trusted_issuers: () => texts.refused.tooMany,
  trusted_issuer_fixed: () => texts.refused.fixed,
  trusted_issuer_address: () => texts.refused.address,
};

/** How the form shows what the server refuses. */
export function refused(error: ApiError, values: Values): Refused<Key> {
  const enter = error.code === 'trusted_issuer_invalid' ? wordsOf(error) : null;
  return { field: keyOf(error, values), words: refusalWords(error, REFUSED, enter) };
}
