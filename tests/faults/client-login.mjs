// Faults in signing in command-line clients.

const api = 'cargo test --workspace --test api client_login::';
const platform = 'cargo test -p waybill-platform --lib client_logins::';
const machines = 'cargo test -p waybill-machines --test charts';
const embedded = 'engine/platform/src/access/embedded/client_logins.rs';
const port = 'engine/platform/src/access/client_logins.rs';
const machine = 'engine/machines/src/machines/cli_login.rs';
const routes = 'api/src/components/access/client_logins.rs';
const page = 'ui/src/features/client-login/client.ts';

export default [
  {
    name: 'client-code-not-compared',
    file: embedded,
    text: 'if code.expose().trim().eq_ignore_ascii_case(waiting.code.expose()) {',
    replacement: 'if true || code.expose().trim().eq_ignore_ascii_case(waiting.code.expose()) {',
    test: `${platform}tests::three_wrong_codes`,
  },
  {
    name: 'wrong-client-codes-without-end',
    file: embedded,
    text: 'waiting.wrong_codes = waiting.wrong_codes.saturating_add(1);',
    replacement: 'waiting.wrong_codes = waiting.wrong_codes.saturating_add(1).min(1);',
    test: `${api}refusals::three_wrong_codes`,
  },
  {
    name: 'client-that-begins-again-has-new-tries',
    file: embedded,
    text: 'return if is_same { Ok(()) } else { Err(ClientLoginRefused::Used) };',
    replacement: 'if !is_same { return Err(ClientLoginRefused::Used) } else { clients.remove(&client); }',
    test: `${platform}tests::three_wrong_codes`,
  },
  {
    name: 'client-session-of-another-source-taken-over',
    file: embedded,
    text: 'let is_same = known.source == source && matches!(known.progress, Progress::Waiting);',
    replacement: 'let is_same = matches!(known.progress, Progress::Waiting);',
    test: `${api}refusals::strangers_at_one_address`,
  },
  {
    name: 'client-granted-twice',
    file: embedded,
    text: 'waiting.progress = Progress::Granting;\n            return Judged::Correct;',
    replacement: 'return Judged::Correct;',
    test: `${platform}tests::of_two_right_codes`,
  },
  {
    name: 'client-waits-for-ever',
    file: embedded,
    text: 'self.by_session.get(client).filter(|waiting| waiting.until > at)',
    replacement: 'self.by_session.get(client).filter(|waiting| true || waiting.until > at)',
    test: `${platform}tests::a_client_waits_five_minutes`,
  },
  {
    name: 'unfetched-client-token-kept',
    file: embedded,
    text: 'Progress::Granted { person, made } if waiting.until <= at => {',
    replacement: 'Progress::Granted { person, made } if false && waiting.until <= at => {',
    test: `${platform}tests::a_client_waits_five_minutes`,
  },
  {
    name: 'client-token-given-while-it-is-revoked',
    file: embedded,
    text: 'waiting.progress = Progress::Unfetched { person: person.clone(), token: token.clone() };',
    replacement: '',
    test: `${platform}tests::a_token_that_is_being_revoked`,
  },
  {
    name: 'client-token-kept-at-a-stop',
    file: 'api/src/components/access.rs',
    text: 'runtime.block_on(stopping.end_all_client_logins(SystemClock.now()));',
    replacement: '',
    test: `${api}refusals::a_restart_ends`,
  },
  {
    name: 'denied-client-granted',
    file: embedded,
    text: 'Progress::Waiting => waiting.progress = Progress::Denied,',
    replacement: 'Progress::Waiting => {}',
    test: `${api}refusals::a_denied_client`,
  },
  {
    name: 'client-token-of-a-disabled-user',
    file: embedded,
    text: 'let account = inner.active(&person)?;',
    replacement: 'let account = inner.account(&person)?;',
    test: `${platform}tests::a_user_who_is_disabled`,
  },
  {
    name: 'clients-of-a-source-without-bound',
    file: embedded,
    text: '&& of_source < CLIENT_LOGINS_OF_SOURCE_MAX',
    replacement: '&& (true || of_source < CLIENT_LOGINS_OF_SOURCE_MAX)',
    test: `${platform}tests::the_clients_of_one_source`,
  },
  {
    name: 'clients-of-many-sources-keep-all-others-out',
    file: embedded,
    text: 'clients.give_way(&source);',
    replacement: '',
    test: `${platform}tests::the_clients_of_one_source`,
  },
  {
    name: 'client-session-printed',
    file: port,
    text: 'f.write_str("[client session]")',
    replacement: 'f.write_str(self.0.expose())',
    test: `${platform}tests::a_session_is_a_uuid`,
  },
  {
    name: 'client-token-lost-by-a-head-request',
    file: routes,
    text: 'if method == Method::HEAD {',
    replacement: 'if false && method == Method::HEAD {',
    test: `${api}a_client_is_signed_in`,
  },
  {
    name: 'code-shown-by-the-name-of-a-client',
    file: page,
    text: "name === '' || hasCode ?",
    replacement: "name === '' || (hasCode && false) ?",
    test: 'npx vitest run client-login',
  },
  {
    name: 'client-granted-whatever-the-answer',
    file: machine,
    text: 'ClientLoginAnswer::Refused { notice } => State::Refused { notice: notice.clone() },',
    replacement:
      'ClientLoginAnswer::Refused { notice } => State::Granted { token_id: notice.code.clone() },',
    test: `${machines} every_invariant_holds`,
  },
  {
    name: 'signing-out-keeps-a-client-that-waits',
    file: 'engine/machines/src/machines/login_steps.rs',
    text: 'context.call(Call::tell(cli_login::Event::Reset {}));',
    replacement: '',
    test: 'cargo test -p waybill-tests --test scenarios -- signing_out_discards_the_client',
  },
];
