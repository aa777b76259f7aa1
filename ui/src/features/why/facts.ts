import { routes } from '@/generated/routes';
import type { Facts, Role, RouteName, View } from '@/generated/types';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/why';
import type { FactName } from './guards';

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

/** A fact as a line of the list. */
export function factOf(name: FactName, { facts, view }: KnownFacts, route: RouteName): string {
  const row = routes.find(candidate => candidate.name === route);
  const { installation } = facts;
  const values: Record<FactName, () => string> = {
    role: () => seenAs(texts.roles[roleOf(facts)], view?.role ? texts.roles[view.role] : null),
    signedIn: () => flag(facts.user.person !== null),
    visitors: () => flag(facts.anonymous_allowed),
    visitorsBlocked: () => flag(facts.anonymous_ui_blocked),
    licence: () => seenAs(licenceName(facts.licence), view?.licence ? licenceName(view.licence) : null),
    lightweight: () =>
      seenAs(flag(installation.lightweight), view?.flavour ? flag(view.flavour === 'lightweight') : null),
    needs: () => (row ? texts.access[row.access] : texts.none),
    services: () => list(facts.services.map(service => `${service.name} ${service.version}`)),
    feature: () => row?.needs ?? texts.none,
    features: () => list(installation.features),
    externalRedirect: () => installation.external_redirect ?? texts.none,
    hidden: () => list(installation.hidden_routes.map(titleOf)),
    provider: () => facts.single_sign_on.provider_link ?? texts.none,
    firstLogin: () => flag(facts.user.first_login),
    onboarding: () => flag(facts.user.onboarding_owed),
    announced: () => list(installation.announced_paths),
  };
  return values[name]();
}

export function factRows(names: readonly FactName[], known: KnownFacts, route: RouteName): FactRow[] {
  return names.map(name => ({ name, label: texts.facts[name], value: factOf(name, known, route) }));
}
