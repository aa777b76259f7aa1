import { area } from './i18n/area';

interface Words {
  says: string;
  change: string;
}

// 'Why was I sent here?': a sentence for each guard, and what would change its answer.

export const why = {
  title: 'Why was I sent here?',
  wanted: 'You asked for “{{wanted}}” and are on “{{here}}”.',
  stayed: 'You asked for “{{wanted}}”, which was not opened. You are on “{{here}}”.',
  failed: 'You asked for “{{wanted}}”, which could not be opened. You are on “{{here}}”.',
  entered: 'You asked for “{{wanted}}” and are there. There was no redirect.',
  unsettled: 'The page has not been decided yet.',
  steps: 'The way here',
  step: 'From “{{from}}” to “{{to}}”',
  stopped: 'At “{{from}}”',
  decidedBy: 'Decided by',
  change: 'What would change it',
  circle: 'These steps formed a loop, so they were stopped after six.',
  factsTitle: 'Known at that time',
  facts: {
    role: 'Role',
    signedIn: 'Signed in',
    visitors: 'Anonymous access allowed',
    visitorsBlocked: 'Anonymous access blocked',
    licence: 'Licence',
    needs: 'The page is for',
    services: 'Services',
    feature: 'The page needs',
    provider: 'Sign-on provider',
    firstLogin: 'First sign-in',
    onboarding: 'Onboarding pending',
  },
  yes: 'yes',
  no: 'no',
  none: 'none',
  noLicence: 'none installed',
  roles: {
    anonymous: 'Visitor',
    user: 'User',
    project_admin: 'Project administrator',
    admin: 'Administrator',
  },
  access: {
    unauthenticated: 'everyone',
    console: 'everyone who can use the console',
    signed_in: 'everyone who is signed in',
    project_admin: 'users who can administer projects',
    project_settings: 'users who can administer the project',
    admin: 'administrators',
  },
  asSeen: 'viewed as',
  record: 'Record {{seq}}',
  recordAt: 'recorded {{at}}',
  decision: 'The decision',
  factsFrom: 'The facts',
  now: 'The record of the facts could not be read. These are the current facts.',
  noFacts: 'Nothing was known yet at the time of the decision.',
  loading: 'Reading the record of the facts…',
  copy: 'Copy as JSON',
  copied: 'Copied',
  licences: 'Install a licence',
  logIn: 'Sign in',
  askAgain: 'Try again',
  stopView: 'Return to your own view',
  /** What would change the answer of a guard, where the reader is an administrator. */
  asAdmin: {
    feature_unsupported: 'Add the feature to `features` in the configuration file, under [installation].',
    menu_item_hidden:
      'Remove the page from `hidden_routes` in the configuration file, or switch its service on.',
  },
  guards: {
    start_application: {
      says: 'The application could not be started, so the page could not be decided.',
      change: 'Try again. If it keeps failing, ask an administrator to check that all services are running.',
    },
    cancel_pending: {
      says: 'This page cancels every other navigation that was still under way.',
      change: 'Nothing needs changing: the last page that you asked for is opened.',
    },
    skip_license_check: {
      says: 'This link can be opened without a licence, so none was checked.',
      change: 'Nothing needs changing.',
    },
    external_redirect: {
      says: 'This installation redirects all users to another address.',
      change: 'Ask an administrator to remove the external address from the settings.',
    },
    anonymous_from_root: {
      says: 'Anonymous access to this console is blocked, so its start page leads to the sign-in page.',
      change: 'Sign in, or ask an administrator to allow anonymous access.',
    },
    anonymous_not_allowed: {
      says: 'You were not signed in, and this installation does not allow anonymous access.',
      change: 'Sign in, or ask an administrator to allow anonymous access.',
    },
    menu_item_hidden: {
      says: 'This page is hidden or turned off on this installation.',
      change: 'Ask an administrator to turn on the page.',
    },
    no_licence: {
      says: 'No licence is installed. Without one, only the page for installing a licence opens.',
      change: 'An administrator has to install a licence.',
    },
    unauthorised: {
      says: 'Your role does not allow this page, so your start page was opened.',
      change: 'Ask an administrator for the role that the page requires.',
    },
    log_out: {
      says: 'Signing out leads to the sign-in page.',
      change: 'Nothing needs changing: sign in to come back.',
    },
    invitation_invalid: {
      says: 'The invitation is not valid. This release does not send invitations.',
      change: 'Ask an administrator to create an account for you.',
    },
    client_session_missing: {
      says: 'No command-line client has started a sign-in from this browser.',
      change: 'Start the sign-in on the command line, and open the link that it shows.',
    },
    client_session_waits: {
      says: 'A command-line client waits for you to sign in.',
      change: 'Confirm its sign-in, or close this tab to cancel it.',
    },
    provider_redirect: {
      says: 'The sign-in page redirects to the sign-on provider.',
      change: 'Ask an administrator to turn off automatic sign-on.',
    },
    already_signed_in: {
      says: 'You are already signed in, so the sign-in pages do not open.',
      change: 'Sign out to sign in with another account.',
    },
    onboarding_owed: {
      says: 'You are an administrator and have not finished the first steps, so they were opened.',
      change: 'Finish or dismiss the quick setup.',
    },
    first_deployment: {
      says: 'This is your first sign-in, which begins with a first deployment.',
      change: 'This happens once. Next time, your start page opens.',
    },
    feature_unsupported: {
      says: 'This page is part of a feature that this installation does not support.',
      change: 'Ask an administrator to turn on the feature.',
    },
    old_bundles_path: {
      says: 'Release bundles have a new address, and the old one redirects to it.',
      change: 'Nothing needs changing. If this was a bookmark, update it.',
    },
    bundles_tab: {
      says: 'No tab was named, so the one that matches the licence and the services was opened.',
      change:
        'Nothing needs changing. An Enterprise Plus licence and a distribution service open the other tab.',
    },
    scanning_available: {
      says: 'Scanning is available here, so the policies were opened instead of their presentation.',
      change: 'Nothing needs changing.',
    },
    account_portal: {
      says: 'The address of the account portal is configured, so the page led there.',
      change: 'Ask an administrator to remove the address from the settings.',
    },
    error_from_nowhere: {
      says: 'No error led to this error page, so the start page was opened.',
      change: 'Nothing needs changing.',
    },
    unknown_path: {
      says: 'No page of the console has this address, and no service has announced it.',
      change:
        'Check the address. If a service should answer there, ask an administrator whether it is running.',
    },
    leads_to: {
      says: 'This address has no page of its own and redirects to the page that it belongs to.',
      change: 'Nothing needs changing.',
    },
  } satisfies Record<string, Words>,
  /** A name that this page does not know: the server is of another build. */
  unknown: {
    says: 'A rule that this page does not know made the decision.',
    change: 'Reload the page: the server may have a newer version.',
  },
} as const;

export const texts = area('why', why);
