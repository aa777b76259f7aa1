// Faults in the state machines and their rules.

const refusals = 'cargo test --workspace --test refusals';
const scenarios = 'cargo test --workspace --test scenarios';

export default [
  {
    name: 'second-factor-of-another-person',
    file: 'engine/machines/src/machines/login.rs',
    text: 'context.guard("factor_of_another", passed != person)',
    replacement: 'context.guard("factor_of_another", false && passed != person)',
    test: `${refusals} the_second_factor_of_another_user`,
  },
  {
    name: 'sign-in-without-a-new-cookie',
    file: 'engine/machines/src/machines/session.rs',
    text: 'context.guard("cookie_not_renewed", next == token)',
    replacement: 'context.guard("cookie_not_renewed", false && next == token)',
    test: `${refusals} a_session_rejects`,
  },
  {
    name: 'session-passes-to-another-person',
    file: 'engine/machines/src/machines/session.rs',
    text: 'person.as_ref().is_some_and(|now| now != who)',
    replacement: 'person.as_ref().is_some_and(|now| false && now != who)',
    test: `${refusals} a_session_rejects`,
  },
  {
    name: 'token-made-already-expired',
    file: 'engine/machines/src/machines/account.rs',
    text: 'context.guard("token_expired", token.until <= context.at)',
    replacement: 'context.guard("token_expired", false && token.until <= context.at)',
    test: `${refusals} an_access_token`,
  },
  {
    name: 'twenty-thread-dumps-refused',
    file: 'engine/machines/src/rules/support.rs',
    text: 'dump.count > THREAD_DUMPS_MAX',
    replacement: 'dump.count >= THREAD_DUMPS_MAX',
    test: 'cargo test -p waybill-machines --lib rules::support',
  },
  {
    name: 'blocked-visitor-before-external-redirect',
    file: 'engine/machines/src/rules/guards.rs',
    text: `    Guard { name: "external_redirect", ask: external_redirect },
    Guard { name: "anonymous_from_root", ask: anonymous_from_root },
`,
    replacement: `    Guard { name: "anonymous_from_root", ask: anonymous_from_root },
    Guard { name: "external_redirect", ask: external_redirect },
`,
    test: `${scenarios} external_redirect_before`,
  },
  {
    name: 'keep-search-query-ignored',
    file: 'engine/machines/src/machines/navigation.rs',
    text: 'let lost = moved && !place.query.contains_key(KEEP_SEARCH_QUERY);',
    replacement: 'let lost = moved;',
    test: `${scenarios} search_follows_the_route`,
  },
  {
    name: 'no-licence-keeps-the-session',
    file: 'engine/machines/src/machines/navigation.rs',
    text: 'if ENDS_THE_SESSION.contains(&guard) {',
    replacement: 'if guard != "no_licence" && ENDS_THE_SESSION.contains(&guard) {',
    test: `${scenarios} no_licence_and_no_admin`,
  },
  {
    name: 'changed-project-keeps-the-search',
    file: 'engine/machines/src/machines/navigation.rs',
    text: 'if lost || previous.project() != place.project() {',
    replacement: 'if lost {',
    test: `${scenarios} menus_follow_the_route`,
  },
  {
    name: 'idle-for-exactly-a-minute',
    file: 'engine/machines/src/machines/idle.rs',
    text: 'context.guard("not_away", *idle_ms < IDLE_MS)',
    replacement: 'context.guard("not_away", *idle_ms <= IDLE_MS)',
    test: `${scenarios} activity_after_a_minute_is_checked`,
  },
  {
    name: 'remembered-path-of-exactly-eight-hours',
    file: 'engine/machines/src/rules/path_memory.rs',
    text: '(0..=EXPIRY_MS).contains(&age_ms)',
    replacement: '(0..EXPIRY_MS).contains(&age_ms)',
    test: `${scenarios} remembered_path`,
  },
  {
    name: 'four-attempts-at-retention',
    file: 'engine/machines/src/machines/retention.rs',
    text: 'pub const ATTEMPTS_MAX: u8 = 3;',
    replacement: 'pub const ATTEMPTS_MAX: u8 = 4;',
    test: `${scenarios} three_attempts_in_all`,
  },
  {
    name: 'new-devices-push-out-old-ones',
    file: 'engine/machines/src/machines/account_steps.rs',
    text: 'filter(|(_, device)| !only_new || is_new(device));',
    replacement: 'filter(|(_, device)| !only_new || is_new(device) || true);',
    test: 'cargo test --workspace --test guessing a_burst_of_new_devices',
  },
  {
    name: 'oldest-device-gives-way',
    file: 'engine/machines/src/machines/account_steps.rs',
    text: 'let replaced = client.map_or(0, |_| replaced_device(&profile.devices, context.at));',
    replacement: 'let replaced = client.map_or(0, |_| replaced_device(&profile.devices, context.at) * 0);',
    test: 'cargo test --workspace --test guessing a_burst_of_new_devices',
  },
];
