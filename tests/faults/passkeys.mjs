// Faults in signing in with passkeys.

const api = 'cargo test --workspace --test api passkeys::';
const machines = 'cargo test -p waybill-machines --lib passkey';
const platform = 'cargo test -p waybill-platform --lib access::webauthn::';
const questions = 'cargo test -p waybill-platform --lib access::embedded::passkeys::sealed::tests::';
const machine = 'engine/machines/src/machines/passkey.rs';
const mfa = 'engine/machines/src/machines/mfa.rs';
const account = 'engine/machines/src/machines/account_passkeys.rs';
const webauthn = 'engine/platform/src/access/webauthn.rs';
const adding = 'engine/platform/src/access/embedded/passkeys/adding.rs';
const asking = 'engine/platform/src/access/embedded/passkeys.rs';
const checking = 'engine/platform/src/access/embedded/passkeys/checking.rs';
const sealed = 'engine/platform/src/access/embedded/passkeys/sealed.rs';
const signIn = 'engine/platform/src/access/embedded/sign_in.rs';
const handlers = 'api/src/components/access/passkeys.rs';

export default [
  {
    name: 'challenge-of-another-session',
    file: machine,
    text: 'context.guard("other_challenge", *digest != ceremony.digest)',
    replacement: 'context.guard("other_challenge", false && *digest != ceremony.digest)',
    test: `${machines}::tests::a_challenge_is_answered_once`,
  },
  {
    name: 'challenge-without-an-end',
    file: machine,
    text: 'context.guard("challenge_expired", !(',
    replacement: 'context.guard("challenge_expired", false && !(',
    test: `${machines}::tests::a_challenge_is_answered_once`,
  },
  {
    name: 'passkey-after-another-sign-in',
    file: machine,
    text: 'context.guard("signed_in_meanwhile", *person != ceremony.person)',
    replacement: 'context.guard("signed_in_meanwhile", false && *person != ceremony.person)',
    test: `${machines}::tests::a_challenge_is_answered_once`,
  },
  {
    name: 'passkey-of-another-user-as-a-second-factor',
    file: mfa,
    text: 'Event::PasskeyVerified { person: owner, token } if owner == person => {',
    replacement: 'Event::PasskeyVerified { person: owner, token } if owner == person || owner != person => {',
    test: `${machines}::tests::a_passkey_of_another_user`,
  },
  {
    name: 'counter-that-goes-back',
    file: account,
    text: 'context.guard("counter_went_back", counts && ',
    replacement: 'context.guard("counter_went_back", false && counts && ',
    test: `${api}answers::a_counter_that_goes_back`,
  },
  {
    name: 'passkey-without-recovery-codes',
    file: adding,
    text: 'let needs_codes = account.profile.recovery.is_none();',
    replacement: 'let needs_codes = false && account.profile.recovery.is_none();',
    test: `${api}a_user_signs_in_with_a_passkey_alone`,
  },
  {
    name: 'recovery-codes-without-a-second-factor',
    file: account,
    text: 'if !profile.has_second_factor() {',
    replacement: 'if false && !profile.has_second_factor() {',
    test: machines,
  },
  {
    name: 'passkey-that-is-no-second-factor',
    file: signIn,
    text: 'match (profile.has_second_factor(), is_required) {',
    replacement: 'match (profile.totp.is_some(), is_required) {',
    test: `${api}after_the_password_a_passkey`,
  },
  {
    name: 'passkey-of-the-address-with-a-number',
    file: webauthn,
    text: 'origins.iter().filter(by_name).find(|url| is_secure(url))',
    replacement: 'origins.iter().find(|url| url.scheme() == "http" || is_secure(url))',
    test: `${platform}tests::passkeys_belong_to_a_name`,
  },
  {
    name: 'user-whom-the-authenticator-does-not-name',
    file: webauthn,
    text: 'map_or(is_found, |named|',
    replacement: 'map_or(true, |named|',
    test: `${api}answers::a_passkey_of_another_user`,
  },
  {
    name: 'passkeys-alone-against-the-settings',
    file: asking,
    text: 'if purpose == PasskeyPurpose::SignIn && self.settings.passkeys != PasskeyPolicy::Alone {',
    replacement: 'if false && purpose == PasskeyPurpose::SignIn && self.settings.passkeys != PasskeyPolicy::Alone {',
    test: `${api}settings::an_installation_may_accept`,
  },
  {
    name: 'enrolment-beside-a-second-factor',
    file: asking,
    text: 'PasskeyPurpose::Enrolment if profile.has_second_factor() => {',
    replacement: 'PasskeyPurpose::Enrolment if false && profile.has_second_factor() => {',
    test: `${api}of_two_enrolments`,
  },
  {
    name: 'sessions-of-a-removed-passkey-go-on',
    file: handlers,
    text: 'state.engine.end_by_passkey(&person, &id, &session).await?;',
    replacement: 'let _ = (&person, &id, &session);',
    test: `${api}answers::an_unknown_or_removed`,
  },
  {
    name: 'questions-without-a-limit',
    file: asking,
    text: 'self.ceremonies.count(purpose, &source, at).map_err(PasskeyRefused::from)?;',
    replacement: 'let _ = self.ceremonies.count(purpose, &source, at);',
    test: `${api}answers::questions_are_limited`,
  },
  {
    name: 'visitors-who-keep-others-from-asking',
    file: 'engine/platform/src/session_flows.rs',
    text: 'return Ok(());',
    replacement: 'return Err(TooManyBegins);',
    test: `${questions}questions_of_one_address_keep_no_other`,
  },
  {
    name: 'challenge-that-the-server-has-not-made',
    file: sealed,
    text: 'if hmac::verify(&self.key, &marked(wanted, made), mark).is_err() {',
    replacement: 'if false && hmac::verify(&self.key, &marked(wanted, made), mark).is_err() {',
    test: `${questions}a_challenge_that_was_changed`,
  },
  {
    name: 'question-of-a-visitor-without-an-end',
    file: sealed,
    text: '(0..CEREMONY_MS).contains(&at.ms_since(since))',
    replacement: 'true || (0..CEREMONY_MS).contains(&at.ms_since(since))',
    test: `${questions}a_question_is_for_one_session`,
  },
  {
    name: 'question-of-a-visitor-answered-twice',
    file: sealed,
    text: 'if answered.known.contains(digest) {',
    replacement: 'if false && answered.known.contains(digest) {',
    test: `${questions}a_question_is_answered_once`,
  },
  {
    name: 'answer-to-an-earlier-question-of-a-session',
    file: checking,
    text: '&& digest_of(&challenge) == *digest',
    replacement: '&& (true || digest_of(&challenge) == *digest)',
    test: `${api}questions::a_question_of_a_visitor_is_answered_once`,
  },
];
