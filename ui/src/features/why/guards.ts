/** The nine guards in their order, and then the rules of single routes: the names that decisions are recorded with. */
export const guardNames = [
  'start_application',
  'cancel_pending',
  'skip_license_check',
  'external_redirect',
  'anonymous_from_root',
  'anonymous_not_allowed',
  'menu_item_hidden',
  'no_licence',
  'unauthorised',
  'log_out',
  'invitation_invalid',
  'client_session_missing',
  'provider_redirect',
  'already_signed_in',
  'onboarding_owed',
  'first_deployment',
  'feature_unsupported',
  'old_bundles_path',
  'bundles_tab',
  'scanning_available',
  'error_from_nowhere',
  'unknown_path',
  'leads_to',
] as const;

export type GuardName = (typeof guardNames)[number];

/** What a guard may look at, in the words of the list of facts. */
export type FactName =
  | 'role'
  | 'signedIn'
  | 'visitors'
  | 'visitorsBlocked'
  | 'licence'
  | 'lightweight'
  | 'needs'
  | 'services'
  | 'feature'
  | 'features'
  | 'externalRedirect'
  | 'hidden'
  | 'provider'
  | 'firstLogin'
  | 'onboarding'
  | 'announced';

/** Only these say something of a guard's answer; the rest of the facts would be noise. */
export const relevantFacts: Record<GuardName, readonly FactName[]> = {
  start_application: [],
  cancel_pending: [],
  skip_license_check: ['licence', 'role'],
  external_redirect: ['externalRedirect'],
  anonymous_from_root: ['signedIn', 'visitorsBlocked'],
  anonymous_not_allowed: ['signedIn', 'visitors', 'visitorsBlocked'],
  menu_item_hidden: ['hidden'],
  no_licence: ['licence', 'role'],
  unauthorised: ['role', 'needs', 'lightweight'],
  log_out: ['signedIn'],
  invitation_invalid: [],
  client_session_missing: [],
  provider_redirect: ['signedIn', 'provider'],
  already_signed_in: ['signedIn', 'role'],
  onboarding_owed: ['role', 'onboarding', 'features'],
  first_deployment: ['firstLogin', 'features'],
  feature_unsupported: ['feature', 'features'],
  old_bundles_path: ['services'],
  bundles_tab: ['licence', 'services'],
  scanning_available: ['licence', 'services'],
  error_from_nowhere: [],
  unknown_path: ['announced'],
  leads_to: ['lightweight'],
};

/** These only say more exactly where a page is: nobody was turned away, and nothing needs changing. */
const harmless: readonly GuardName[] = ['leads_to', 'bundles_tab', 'old_bundles_path', 'log_out'];

export function isGuardName(name: string): name is GuardName {
  return guardNames.some(known => known === name);
}

export function isHarmless(name: string): boolean {
  return harmless.some(known => known === name);
}
