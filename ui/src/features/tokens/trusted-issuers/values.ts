import type { DescribedTrustedIssuer, WantedTrustedIssuer } from '@/generated/api';
import type { ExchangeRule } from '@/generated/types';
import { type Preset, presets } from './presets';

/** A claim of a rule as it is typed. */
export interface Claim {
  id: number;
  name: string;
  value: string;
}

/** A rule as it is typed. */
export interface Rule {
  id: number;
  name: string;
  claims: Claim[];
  /** The id of the robot; empty as long as none is chosen. */
  robot: string;
  seconds: string;
}

/** An issuer as it is typed. */
export interface Values {
  name: string;
  issuer: string;
  audience: string;
  description: string;
  enabled: boolean;
  rules: Rule[];
}

const LIFETIME_S = 900;

let ids = 0;
const nextId = () => {
  ids += 1;
  return ids;
};

/** A claim with an id of its own, by which its fields stay the same while others come and go. */
export const claimOf = (name = '', value = ''): Claim => ({ id: nextId(), name, value });

/** A rule that has nothing yet but the claim by which tokens of its provider are mostly distinguished. */
export const newRule = (preset: Preset): Rule => ({
  id: nextId(),
  name: '',
  claims: [claimOf(presets[preset].owner)],
  robot: '',
  seconds: String(LIFETIME_S),
});

const ruleOf = ({ name, claims, robot, expires_in_s }: ExchangeRule): Rule => ({
  id: nextId(),
  name,
  claims: Object.entries(claims).map(([claim, value]) => claimOf(claim, value)),
  robot,
  seconds: String(expires_in_s),
});

/** What a new issuer begins with. Its tokens are for this server, unless something else is entered. */
export const newValues = (preset: Preset): Values => ({
  name: presets[preset].name,
  issuer: presets[preset].issuer,
  audience: window.location.origin,
  description: '',
  enabled: true,
  rules: [newRule(preset)],
});

/** What is typed at first to change an issuer. */
export const valuesOf = (before: DescribedTrustedIssuer): Values => {
  const { name, issuer, audience, description, enabled, rules } = before;
  return { name, issuer, audience, description, enabled, rules: rules.map(ruleOf) };
};

/** The values for another provider. What was entered by hand stays. */
export function withPreset(values: Values, preset: Preset, isNew: boolean): Values {
  const all = Object.values(presets);
  const isPreset = (of: 'name' | 'issuer' | 'owner', typed: string) => all.some(one => one[of] === typed);
  const { name, issuer, owner } = presets[preset];
  const claims = (of: Rule) =>
    of.claims.map(claim =>
      claim.value === '' && isPreset('owner', claim.name) ? { ...claim, name: owner } : claim,
    );
  return {
    ...values,
    name: isNew && isPreset('name', values.name.trim()) ? name : values.name,
    issuer: isPreset('issuer', values.issuer.trim()) ? issuer : values.issuer,
    rules: values.rules.map(rule => ({ ...rule, claims: claims(rule) })),
  };
}

/** What is sent. */
export function wantedOf(values: Values, isNew: boolean): WantedTrustedIssuer {
  return {
    ...(isNew && { name: values.name.trim() }),
    issuer: values.issuer.trim(),
    audience: values.audience.trim(),
    description: values.description.trim(),
    enabled: values.enabled,
    rules: values.rules.map(({ name, claims, robot, seconds }) => ({
      name: name.trim(),
      claims: Object.fromEntries(claims.map(claim => [claim.name.trim(), claim.value.trim()])),
      robot,
      expires_in_s: Number(seconds),
    })),
  };
}
