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
  entered: 'You asked for “{{wanted}}” and are there. Nobody sent you anywhere else.',
  unsettled: 'This page has not been decided yet.',
  steps: 'The way here',
  step: 'From “{{from}}” to “{{to}}”',
  stopped: 'At “{{from}}”',
  decidedBy: 'Decided by',
  change: 'What would change it',
  circle: 'These steps went round in a circle, so the way was given up after six of them.',
  factsTitle: 'What was known then',
  facts: {
    role: 'Role',
    signedIn: 'Signed in',
    visitors: 'Visitors may look around',
    visitorsBlocked: 'Visitors are kept out',
    licence: 'Licence',
    needs: 'The page is for',
    services: 'Services',
    feature: 'The page needs',
    provider: 'Sign-on provider',
    firstLogin: 'First time inside',
    onboarding: 'Onboarding still owed',
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
    unauthenticated: 'everybody',
    console: 'everybody who may use the console',
    signed_in: 'everybody who has signed in',
    project_admin: 'who may administer projects',
    admin: 'administrators',
  },
  asSeen: 'seen as',
  record: 'Record {{seq}}',
  recordAt: 'recorded {{at}}',
  decision: 'The decision',
  factsFrom: 'The facts',
  now: 'The record of the facts could not be read. These are the facts as they are now.',
  noFacts: 'Nothing was known yet when this was decided.',
  loading: 'Reading the record of the facts…',
  copy: 'Copy as JSON',
  copied: 'Copied',
  licences: 'Install a licence',
  logIn: 'Sign in',
  askAgain: 'Ask again',
  stopView: 'Look with your own eyes again',
  guards: {
    start_application: {
      says: 'The application could not be started, so nothing could be decided about the page.',
      change: 'Try again. If it keeps failing, ask an administrator whether every service runs.',
    },
    cancel_pending: {
      says: 'This page drops whatever else was still on its way.',
      change: 'Nothing needs changing: the page that you asked for last counts.',
    },
    skip_license_check: {
      says: 'This link may be followed without a licence, so none was asked for.',
      change: 'Nothing needs changing.',
    },
    external_redirect: {
      says: 'This installation sends everybody on to another address.',
      change: 'Ask an administrator to take the external address out of the settings.',
    },
    anonymous_from_root: {
      says: 'Visitors are kept out of this console, so its start page leads to the sign-in page.',
      change: 'Sign in, or ask an administrator to let visitors in.',
    },
    anonymous_not_allowed: {
      says: 'Nobody was signed in, and this installation does not let visitors look around.',
      change: 'Sign in, or ask an administrator to allow anonymous access.',
    },
    menu_item_hidden: {
      says: 'This page is hidden or switched off on this installation.',
      change: 'Ask an administrator to switch the page on.',
    },
    no_licence: {
      says: 'No licence is installed, and without one nothing opens but the page where one is installed.',
      change: 'An administrator has to install a licence.',
    },
    unauthorised: {
      says: 'Your role does not allow this page, so you were brought to your start page.',
      change: 'Ask an administrator for the role that the page needs.',
    },
    log_out: {
      says: 'Signing out leads to the sign-in page.',
      change: 'Nothing needs changing: sign in to come back.',
    },
    invitation_invalid: {
      says: 'The invitation is not valid. Invitations are not sent by this release.',
      change: 'Ask an administrator to make an account for you.',
    },
    client_session_missing: {
      says: 'No command-line client has begun to sign in from this browser.',
      change: 'Start signing in from the command line, and follow the link that it shows.',
    },
    provider_redirect: {
      says: 'The sign-in page leads straight to the sign-on provider.',
      change: 'Ask an administrator to turn off the automatic sign-on.',
    },
    already_signed_in: {
      says: 'You are signed in already, and have no business on the pages of signing in.',
      change: 'Sign out to sign in as someone else.',
    },
    onboarding_owed: {
      says: 'You are an administrator who has not been through the first steps, so you were brought to them.',
      change: 'Finish the quick setup or dismiss it.',
    },
    first_deployment: {
      says: 'This is your first time inside, and here it begins with a first deployment.',
      change: 'It happens once: the next time you come to your start page.',
    },
    feature_unsupported: {
      says: 'This page is part of a feature that this installation does not support.',
      change: 'Ask an administrator to switch the feature on.',
    },
    old_bundles_path: {
      says: 'Release bundles have moved to an address of their own, and the old one leads there.',
      change: 'Nothing needs changing. Renew the bookmark, if it was one.',
    },
    bundles_tab: {
      says: 'No tab was named, so the one that fits the licence and the services was opened.',
      change:
        'Nothing needs changing. An Enterprise Plus licence and a distribution service open the other tab.',
    },
    scanning_available: {
      says: 'Scanning is available here, so instead of a page about it you got the policies themselves.',
      change: 'Nothing needs changing.',
    },
    error_from_nowhere: {
      says: 'An error page that nothing has led to says nothing, so you were brought to the start page.',
      change: 'Nothing needs changing.',
    },
    unknown_path: {
      says: 'No page of the console has this address, and none of the services has announced it.',
      change:
        'Look for a slip in the address. If a service should answer there, ask an administrator whether it runs.',
    },
    leads_to: {
      says: 'This address has no page of its own. It leads on to the one that belongs to it.',
      change: 'Nothing needs changing.',
    },
  } satisfies Record<string, Words>,
  /** A name that this page does not know: the server is of another build. */
  unknown: {
    says: 'A rule that this page does not know has decided this.',
    change: 'Reload the page: the server may be of a newer version.',
  },
} as const;

export const texts = area('why', why);
