import type { NavigationState, Place } from '@/generated/types';
import { texts } from '@/texts/acts';
import { isolated } from './people';
import type { About, Entry, Table } from './sentences';

/** A step that is no act by itself: a guard's, a call's answer, a timer's, one of the start-up. */
const internal = null;

/** The acts of the machines that run in a session and its tabs. */
export const sessionTable: Pick<
  Table,
  | 'session'
  | 'startup'
  | 'login'
  | 'mfa'
  | 'password'
  | 'cli_login'
  | 'forgot_password'
  | 'reset_password'
  | 'idle'
  | 'navigation'
  | 'quick_setup'
  | 'onboarding'
  | 'personalisation'
  | 'retention'
  | 'log_viewer'
  | 'git_integration'
  | 'service_status'
  | 'search'
  | 'packages'
  | 'sso'
  | 'passkey'
> = {
  session: {
    open: internal,
    sign_in: ['signIn', ({ name }, { person }) => texts.signIn.signedIn({ who: name(person) })],
    close: ['signIn', ({ who }, { reason }) => closed(who, reason)],
  },
  startup: {
    start: internal,
    retry: internal,
    view_as: ['page', ({ who }) => texts.page.viewed({ who })],
    view_as_myself: ['page', ({ who }) => texts.page.viewedAsSelf({ who })],
    signed_in: internal,
    facts_changed: internal,
    introduced: internal,
    reset: internal,
    'access.current_user': internal,
    'settings.footer': internal,
    'topology.services': internal,
    'licences.entitlements': internal,
    'settings.load': internal,
  },
  login: {
    submit: internal,
    'access.authenticate': [
      'signIn',
      ({ name }, event) => {
        if (event.outcome === 'refused') return { refused: texts.signIn.refused };
        if (event.outcome === 'interrupted') return texts.signIn.interrupted;
        if (event.outcome !== 'credentials_expired') return internal;
        return texts.signIn.passwordExpired({ who: name(event.person) });
      },
    ],
    // the sign-in that follows is the act
    provider_answered: internal,
    passkey_answered: internal,
    second_factor_passed: internal,
    second_factor_forbidden: ['signIn', () => ({ refused: texts.signIn.factorForbidden })],
    password_changed: internal,
    cancel: ['signIn', () => texts.signIn.cancelled],
    set_me_up_seen: internal,
    log_out: internal,
    'access.log_out': internal,
    expire: internal,
    expire_idle: internal,
    revoke: internal,
  },
  sso: {
    begin: internal,
    callback: internal,
    denied: ['signIn', () => ({ refused: texts.signIn.refused })],
    'access.exchange_code': [
      'signIn',
      (_, event) => {
        if (event.outcome === 'refused') return { refused: texts.signIn.refused };
        return event.outcome === 'interrupted' ? texts.signIn.interrupted : internal;
      },
    ],
    cancel: internal,
  },
  passkey: {
    begin: internal,
    answer: internal,
    'access.check_passkey': [
      'signIn',
      (_, event) => {
        if (event.outcome === 'refused') return { refused: texts.signIn.passkeyRefused };
        return event.outcome === 'interrupted' ? texts.signIn.interrupted : internal;
      },
    ],
    cancel: internal,
    reset: internal,
  },
  mfa: {
    begin_enrolment: internal,
    begin_verification: internal,
    'access.begin_enrolment': internal,
    submit: internal,
    recover: internal,
    'access.confirm_enrolment': verified(
      () => texts.signIn.enrolled,
      () => texts.signIn.enrolRefused,
    ),
    // the sign-in that follows is the act
    'access.verify_code': verified(
      () => internal,
      () => texts.signIn.codeRefused,
    ),
    'access.verify_recovery': verified(
      () => texts.signIn.recoveryUsed,
      () => texts.signIn.recoveryRefused,
    ),
    passkey_verified: internal,
    passkey_enrolled: ['signIn', () => texts.signIn.enrolled],
    codes_saved: ['signIn', () => texts.signIn.codesSaved],
    reset: internal,
  },
  password: {
    require: internal,
    open: internal,
    submit: internal,
    'access.change_password': verified(
      () => texts.signIn.passwordChanged,
      () => texts.signIn.passwordRefused,
    ),
    cancel: internal,
    reset: internal,
  },
  cli_login: {
    open: internal,
    submit: internal,
    deny: ['signIn', ({ who }) => texts.signIn.clientDenied({ who })],
    'access.grant_client_login': ['signIn', (about, event) => answeredClient(about, event.outcome)],
    reset: internal,
  },
  forgot_password: {
    submit: internal,
    'access.forgot_password': [
      'signIn',
      (_, { outcome }) => {
        if (outcome === 'sent') return texts.signIn.linkRequested;
        return outcome === 'refused' ? { refused: texts.signIn.linkRequestRefused } : internal;
      },
    ],
    again: internal,
    reset: internal,
  },
  reset_password: {
    open: internal,
    // the change that follows is the act
    'access.check_reset_key': verified(
      () => internal,
      () => texts.signIn.resetLinkRefused,
    ),
    submit: internal,
    'access.reset_password': verified(
      () => texts.signIn.passwordReset,
      () => texts.signIn.passwordResetRefused,
    ),
    cancel: internal,
    reset: internal,
  },
  idle: {
    activity: internal,
    'access.check_session': internal,
    stay: internal,
    due: internal,
    reset: internal,
  },
  navigation: {
    go: ['page', (about, event) => wentTo(about, event.wanted)],
    application_ready: ['page', about => wentTo(about, null)],
    application_failed: ['page', about => wentTo(about, null)],
  },
  quick_setup: { open: internal, close: internal, navigated: internal, 'access.store_custom_data': internal },
  onboarding: {
    offer: internal,
    begin: ['change', ({ who }) => texts.guide.begun({ who })],
    restore: internal,
    choose: internal,
    describe: internal,
    want: internal,
    want_project: internal,
    next: internal,
    back: internal,
    send: ['change', ({ who }) => texts.guide.sent({ who })],
    later: ['change', ({ who }) => texts.guide.later({ who })],
    dismiss: ['change', ({ who }) => texts.guide.dismissed({ who })],
    'projects.create': internal,
    'access.store_custom_data': internal,
  },
  personalisation: { save: internal, send: internal, reset: internal, 'access.store_custom_data': internal },
  retention: { ask: internal, reset: internal, retry: internal, 'retention.status': internal },
  log_viewer: {
    open: internal,
    service_changed: internal,
    select_product: internal,
    select_node: internal,
    select_file: ['reading', ({ who }, { id }) => texts.reading.log({ who, name: isolated(id) })],
    pause: internal,
    resume: internal,
    refresh_now: internal,
    feed: internal,
    feed_lost: internal,
    reset: internal,
    due: internal,
    'logs.config': internal,
    'logs.data': internal,
  },
  // git_connection has what was changed
  git_integration: {
    open: internal,
    refresh: internal,
    create: internal,
    edit: internal,
    test: internal,
    save: internal,
    close_popover: internal,
    choose: internal,
    delete: internal,
    close: internal,
    reset: internal,
    'git.list': internal,
    'git.test': internal,
    'git.create': internal,
    'git.update': internal,
    'git.products': internal,
    'git.delete': internal,
  },
  service_status: {
    load: internal,
    'status.nodes': internal,
    'status.services': internal,
    ask_removal: internal,
    keep_node: internal,
    remove_node: internal,
    'status.remove_node': [
      'change',
      ({ who }, { outcome }) =>
        outcome === 'removed'
          ? texts.change.nodeRemoval({ who })
          : outcome === 'refused'
            ? { refused: texts.change.nodeRemovalRefused }
            : internal,
    ],
  },
  search: {
    open: internal,
    change_model: internal,
    change_query: internal,
    change_type: internal,
    search: ['page', about => searched(about)],
    search_again: ['page', about => searched(about)],
    clear: internal,
    navigated: internal,
    reset: internal,
    'access.recent_searches': internal,
    'access.store_custom_data': internal,
  },
  // navigation has the pages that were opened
  packages: {
    open: internal,
    sort: internal,
    more: internal,
    filter_versions: internal,
    sort_versions: internal,
    more_versions: internal,
    select_tab: internal,
    refresh: internal,
    reset: internal,
    'packages.list': internal,
    'packages.count': internal,
    'packages.package': internal,
    'packages.versions': internal,
    'packages.version': internal,
  },
};

/** A search; one without a query lists all packages. */
function searched({ who, state }: About<'search'>) {
  if (state === null) return { refused: texts.page.searchRefused({ who }) };
  const query = state.search.query_string;
  return query === ''
    ? texts.page.listedPackages({ who })
    : texts.page.searched({ who, query: isolated(query) });
}

function closed(who: string, reason: 'logged_out' | 'expired' | 'revoked' | 'abandoned' | 'unreadable') {
  const sentences = {
    logged_out: () => texts.signIn.signedOut({ who }),
    expired: () => texts.signIn.expired,
    revoked: () => texts.signIn.revoked,
    unreadable: () => texts.signIn.unreadable,
    // a visitor who does not come back
    abandoned: () => internal,
  };
  return sentences[reason]();
}

/** An answer about a code, a password or a link. */
function verified(accepted: () => string | null, refused: () => string) {
  const write = (_: unknown, { outcome }: { outcome: string }) => {
    if (outcome === 'accepted' || outcome === 'valid') return accepted();
    return outcome === 'interrupted' ? internal : { refused: refused() };
  };
  return ['signIn', write] as const satisfies Entry<'mfa', { outcome: string }>;
}

function answeredClient(
  { who, state }: About<'cli_login'>,
  outcome: 'granted' | 'wrong_code' | 'refused' | 'interrupted',
) {
  const sentences = {
    granted: () => texts.signIn.clientGranted({ who }),
    wrong_code: () => {
      const name = state?.state === 'asked' ? state.name : '';
      return { refused: texts.signIn.clientCodeRefused({ name: isolated(name) }) };
    },
    refused: () => ({ refused: texts.signIn.clientRefused }),
    interrupted: () => texts.signIn.clientInterrupted,
  };
  return sentences[outcome]();
}

/** Routes that stand for another: being led on from them is what the user wants. */
const LEADING_ON: readonly Place['route'][] = ['root', 'home', 'admin', 'login', 'logout'];

/** Rules that lead to what was asked for, or to what comes first. The others refuse it. */
const LEADING_RULES: readonly string[] = [
  'already_signed_in',
  'bundles_tab',
  'client_session_waits',
  'error_from_nowhere',
  'first_deployment',
  'leads_to',
  'old_bundles_path',
  'onboarding_owed',
  'scanning_available',
];

function wentTo({ who, state, page }: About<'navigation'>, asked: Place | null) {
  // a rejection has no state, and names what was asked for
  if (state === null) return asked ? texts.page.opened({ who, page: page(asked) }) : internal;
  if (state.state === 'leaving') return texts.page.left({ who, url: isolated(state.url) });
  return state.state === 'settled' ? settled(who, state, page) : internal;
}

type Settled = Extract<NavigationState, { state: 'settled' }>;

function settled(who: string, { place, decision }: Settled, page: (place: Place) => string) {
  const { wanted, outcome, hops } = decision;
  if (outcome === 'blocked') return { refused: texts.page.blocked({ who, page: page(wanted) }) };
  if (outcome === 'failed') return { refused: texts.page.failed({ who, page: page(wanted) }) };
  const byRule = hops.some(hop => !LEADING_RULES.includes(hop.guard));
  const isRefused = outcome === 'redirected' && byRule && !LEADING_ON.includes(wanted.route);
  if (!isRefused) return texts.page.opened({ who, page: page(place) });
  return { refused: texts.page.redirected({ who, wanted: page(wanted), page: page(place) }) };
}
