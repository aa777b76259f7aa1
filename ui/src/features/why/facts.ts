import { routes } from '@/generated/routes';
import type { Facts, Installation, Role, RouteName, View } from '@/generated/types';
import { titleOf } from '@/shell/paths';
import { texts as ofInstallation } from '@/texts/facts';
import { texts } from '@/texts/why';
import type { FactName, OtherFact } from './guards';

/** The facts of a record, and the view-as that was active. */
export interface KnownFacts {
  facts: Facts;
  view: View | null;
}

export interface FactRow {
  name: FactName;
  label: string;
  value: string;
}

const flag = (value: boolean) => (value ? texts.yes : texts.no);
const list = (values: readonly string[]) => (values.length > 0 ? values.join(', ') : texts.none);

/** The role that the facts amount to, for display. Access is decided by the server. */
function roleOf({ user }: Facts): Role {
  if (user.person === null) return 'anonymous';
  if (user.admin) return 'admin';
  return user.manages_projects ? 'project_admin' : 'user';
}

const seenAs = (own: string, seen: string | null) =>
  seen === null ? own : `${own}, ${texts.asSeen}: ${seen}`;

const licenceName = (licence: Facts['licence']) => (licence === 'NONE' ? texts.noLicence : licence);

/** A fact of the installation: most are shown as what they are. */
function ofTheInstallation(name: keyof Installation, { facts: { installation }, view }: KnownFacts): string {
  if (name === 'hidden_routes') return list(installation.hidden_routes.map(titleOf));
  const value = installation[name];
  if (typeof value !== 'boolean') return typeof value === 'string' ? value : list(value ?? []);
  const isFlavour = name === 'lightweight' || name === 'cloud';
  return seenAs(flag(value), isFlavour && view?.flavour ? flag(view.flavour === name) : null);
}

/** A fact as a line of the list. */
export function factOf(name: FactName, known: KnownFacts, route: RouteName): string {
  const { facts, view } = known;
  const row = routes.find(candidate => candidate.name === route);
  const values: Record<OtherFact, () => string> = {
    role: () => seenAs(texts.roles[roleOf(facts)], view?.role ? texts.roles[view.role] : null),
    signedIn: () => flag(facts.user.person !== null),
    visitors: () => flag(facts.anonymous_allowed),
    visitorsBlocked: () => flag(facts.anonymous_ui_blocked),
    licence: () => seenAs(licenceName(facts.licence), view?.licence ? licenceName(view.licence) : null),
    needs: () => (row ? texts.access[row.access] : texts.none),
    services: () => list(facts.services.map(service => `${service.name} ${service.version}`)),
    feature: () => row?.needs ?? texts.none,
    provider: () => facts.single_sign_on.provider_link ?? texts.none,
    firstLogin: () => flag(facts.user.first_login),
    onboarding: () => flag(facts.user.onboarding_owed),
  };
  return isOther(name) ? values[name]() : ofTheInstallation(name, known);
}

function isOther(name: FactName): name is OtherFact {
  return Object.hasOwn(texts.facts, name);
}

const labelOf = (name: FactName) => (isOther(name) ? texts.facts[name] : ofInstallation[name]);

export function factRows(names: readonly FactName[], known: KnownFacts, route: RouteName): FactRow[] {
  return names.map(name => ({ name, label: labelOf(name), value: factOf(name, known, route) }));
}
