import type { Installation } from '@/generated/types';
import type { texts } from '@/texts/why';

/** The guards that the catalogue has sentences for: those of the navigation machine, by the names in its records. */
export type GuardName = keyof typeof texts.guards;

/** What else a guard may look at beside the facts of the installation. */
export type OtherFact = keyof typeof texts.facts;

/** What a guard may look at, by the names in the list of facts. */
export type FactName = keyof Installation | OtherFact;

/** Every guard with the facts that its answer depends on; the others would be noise. */
export const relevantFacts: Record<GuardName, readonly FactName[]> = {
  start_application: [],
  cancel_pending: [],
  skip_license_check: ['licence', 'role'],
  external_redirect: ['external_redirect'],
  anonymous_from_root: ['signedIn', 'visitorsBlocked'],
  anonymous_not_allowed: ['signedIn', 'visitors', 'visitorsBlocked'],
  menu_item_hidden: ['hidden_routes'],
  no_licence: ['licence', 'role'],
  unauthorised: ['role', 'needs', 'lightweight'],
  log_out: ['signedIn'],
  invitation_invalid: [],
  client_session_missing: [],
  provider_redirect: ['signedIn', 'provider'],
  already_signed_in: ['signedIn', 'role'],
  client_session_waits: [],
  onboarding_owed: ['role', 'onboarding', 'features'],
  first_deployment: ['firstLogin', 'features'],
  feature_unsupported: ['feature', 'features'],
  old_bundles_path: ['services'],
  bundles_tab: ['licence', 'services'],
  scanning_available: ['licence', 'services'],
  account_portal: ['account_portal_url'],
  error_from_nowhere: [],
  unknown_path: ['announced_paths'],
  leads_to: ['lightweight'],
};

export function isGuardName(name: string): name is GuardName {
  return Object.hasOwn(relevantFacts, name);
}
