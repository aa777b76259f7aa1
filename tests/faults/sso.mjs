// Faults in signing in with providers of OpenID Connect and OAuth 2.

const api = 'cargo test --workspace --test api sso::';
const lib = 'cargo test -p waybill --lib components::sso::';
const platform = 'cargo test -p waybill-platform --lib sso::';
const machines = 'cargo test -p waybill-machines --lib sso::';
const browser = 'api/src/components/sso/browser.rs';
const flows = 'engine/platform/src/session_flows.rs';
const ways = 'cargo test -p waybill-platform --lib session_flows::';
const givingWay = 'engine/platform/src/giving_way.rs';
const gives = 'cargo test -p waybill-platform --lib giving_way::tests::';
const claims = 'engine/platform/src/sso/claims.rs';
const documents = 'engine/platform/src/sso/documents.rs';
const machine = 'engine/machines/src/machines/sso.rs';

export default [
  {
    name: 'callback-with-a-parameter-twice',
    file: browser,
    text: 'if all.insert(name.into_owned(), value.into_owned()).is_some() {',
    replacement: 'if all.insert(name.into_owned(), value.into_owned()).is_some() && false {',
    test: `${lib}browser::tests::a_callback_has_a_state`,
  },
  {
    name: 'callback-without-a-bound',
    file: browser,
    text: 'if query.len() > CALLBACK_BYTES_MAX {',
    replacement: 'if false && query.len() > CALLBACK_BYTES_MAX {',
    test: `${lib}browser::tests::a_callback_has_a_state`,
  },
  {
    name: 'reset-link-as-an-invitation',
    file: browser,
    text: '.filter(|token| token.purpose() == invitation)',
    replacement: '.filter(|token| true || token.purpose() == invitation)',
    test: `${lib}browser::tests::a_link_for_a_forgotten_password`,
  },
  {
    name: 'logout-token-used-twice',
    file: 'engine/platform/src/sso/logout_token.rs',
    text: 'if used.get(id).is_some_and(|until| *until > at) {',
    replacement: 'if false && used.get(id).is_some_and(|until| *until > at) {',
    test: `${platform}logout_token::tests::a_token_is_good_until`,
  },
  {
    name: 'failed-sign-in-leads-to-the-provider-again',
    file: browser,
    text: '.with(KEEPS_FORM, "true").with(',
    replacement: '.with(',
    test: `${api}outages::a_provider_that_is_down`,
  },
  {
    name: 'flow-of-another-session',
    file: flows,
    text: 'if known.flows.get(digest)?.session != session {',
    replacement: 'if false && known.flows.get(digest)?.session != session {',
    test: `${ways}tests::a_way_is_of_one_session`,
  },
  {
    name: 'flow-that-has-expired',
    file: flows,
    text: '(at < until).then_some(flow)',
    replacement: '(true || at < until).then_some(flow)',
    test: `${ways}tests::a_way_is_of_one_session`,
  },
  {
    name: 'sign-ins-begun-without-a-limit',
    file: flows,
    text: 'if *count >= times_max {',
    replacement: 'if false && *count >= times_max {',
    test: `${api}callbacks::sign_ins_are_begun`,
  },
  {
    name: 'flows-without-a-bound',
    file: flows,
    text: 'known.remove(&digest);',
    replacement: 'let _ = digest;',
    test: `${ways}tests::ways_and_begins`,
  },
  {
    name: 'flows-that-give-way-wherever-they-came-from',
    file: givingWay,
    text: 'keep_heaviest(&mut left, |by| by.networks[level]);',
    replacement: 'let _ = level;',
    test: `${gives}a_stranger_with_a_range`,
  },
  {
    name: 'flows-of-users-that-give-way-to-strangers',
    file: givingWay,
    text: 'keep_heaviest(&mut left, |by| by.is_user);',
    replacement: 'keep_heaviest(&mut left, |by| false && by.is_user);',
    test: `${gives}users_give_way`,
  },
  {
    name: 'state-of-another-flow',
    file: machine,
    text: 'person: now } => {\n                if context.guard("other_flow", *returned != flow.digest) {',
    replacement: 'person: now } => {\n                if context.guard("other_flow", false && *returned != flow.digest) {',
    test: `${machines}tests::a_callback_is_for_one_flow`,
  },
  {
    name: 'callback-after-another-sign-in',
    file: machine,
    text: '*now != flow.person',
    replacement: 'false && *now != flow.person',
    test: `${machines}tests::a_callback_is_for_one_flow`,
  },
  {
    name: 'document-of-another-issuer',
    file: documents,
    text: 'if configuration.issuer != issuer {',
    replacement: 'if false && configuration.issuer != issuer {',
    test: `${api}outages::a_provider_that_publishes`,
  },
  {
    name: 'keys-not-fetched-again',
    file: 'engine/platform/src/sso/proving.rs',
    text: 'Err(ProviderFault::UnknownKey) => {',
    replacement: 'Err(ProviderFault::UnknownKey) if false => {',
    test: `${api}tokens::keys_that_change`,
  },
  {
    name: 'second-factor-by-any-value',
    file: 'engine/platform/src/sso/proven.rs',
    text: 'provider.amr_satisfies.iter().any(|wanted| wanted == value)',
    replacement: 'provider.amr_satisfies.iter().any(|wanted| true || wanted == value)',
    test: `${platform}claims::tests::a_second_factor_counts`,
  },
  {
    name: 'claims-of-another-user',
    file: claims,
    text: 'subject.is_none() || user.id("sub") != subject',
    replacement: 'false && user.id("sub") != subject',
    test: `${platform}claims::tests::claims_that_an_id_token_lacks`,
  },
  {
    name: 'mail-address-that-was-not-verified',
    file: claims,
    text: '.filter(|_| is_verified)',
    replacement: '.filter(|_| true || is_verified)',
    test: `${platform}claims::tests::a_mail_address`,
  },
  {
    name: 'groups-of-administrators-by-a-claim',
    file: 'engine/platform/src/access/embedded/identities.rs',
    text: '|group| !gives_administration(group)',
    replacement: '|group| true || !gives_administration(group)',
    test: `${api}accounts::groups_follow`,
  },
  {
    name: 'groups-of-project-administrators-by-a-claim',
    file: 'engine/platform/src/access/embedded/identities.rs',
    text: '|group| !gives_administration(group)',
    replacement: '|group| !group.admin || !gives_administration(group)',
    test: `cargo test -p waybill-platform --lib access::embedded::identities::tests::a_group_that`,
  },
  {
    name: 'confirming-without-the-password-that-there-is',
    file: 'api/src/components/sso/identities.rs',
    text: 'if account.is_none_or(|account| account.external) {',
    replacement: 'if true || account.is_none_or(|account| account.external) {',
    test: `${api}saml::a_user_with_a_password_here`,
  },
];
