// Faults in the access service.

const meanwhile = 'cargo test --workspace --test meanwhile';

export default [
  {
    name: 'second-enrolment-over-the-first',
    file: 'engine/platform/src/access/embedded/second_factors.rs',
    text: 'Some(account) if account.profile.totp.is_some() => {\n                return failed(',
    replacement: 'Some(account) if false && account.profile.totp.is_some() => {\n                return failed(',
    test: `${meanwhile} an_enrolled_second_factor`,
  },
  {
    name: 'code-of-a-replaced-factor',
    file: 'engine/platform/src/access/embedded/second_factors.rs',
    text: 'Ok(profile) if factor.secret_of(&profile) == Some(name) => {',
    replacement: 'Ok(profile) if true || factor.secret_of(&profile) == Some(name) => {',
    test: `${meanwhile} a_code_of_a_factor`,
  },
  {
    name: 'password-changed-while-it-is-compared',
    file: 'engine/platform/src/access/embedded/sign_in.rs',
    text: 'current.filter(|current| current.profile.password == compared.hash);',
    replacement: 'current.filter(|current| true || current.profile.password == compared.hash);',
    test: 'cargo test -p waybill-platform --lib a_password_changed_during',
  },
  {
    name: 'set-up-link-beside-an-administrator',
    file: 'engine/platform/src/access/embedded/setup.rs',
    text: '_ if self.has_admin(None)? => Err(SetupRefused::Done.into()),',
    replacement: '_ if false && self.has_admin(None)? => Err(SetupRefused::Done.into()),',
    test: `${meanwhile} an_administrator_made_elsewhere`,
  },
  {
    name: 'new-password-is-the-old-one',
    file: 'engine/platform/src/access/embedded/password.rs',
    text: 'if new.expose() == current.expose() {',
    replacement: 'if false && new.expose() == current.expose() {',
    test: 'cargo test --workspace --test contract changing_ones_password',
  },
  {
    name: 'last-administrator-disabled',
    file: 'engine/platform/src/access/embedded/administration.rs',
    text: 'another.then_some(()).ok_or_else(',
    replacement: '(another || true).then_some(()).ok_or_else(',
    test: 'cargo test --workspace --test contract what_administrators_do',
  },
  {
    name: 'waiting-session-has-no-turn',
    file: 'engine/platform/src/access/slow_down/tickets.rs',
    text: 'self.0.get(session).is_some_and(|turn| turn.key == *account && turn.is_now(at))',
    replacement: 'self.0.get(session).is_some_and(|turn| turn.key != *account && turn.is_now(at))',
    test: 'cargo test -p waybill-platform --test guessing whatever_strangers_do',
  },
  {
    name: 'device-known-to-every-account',
    file: 'engine/platform/src/access/embedded/devices.rs',
    text: 'presented.iter().find(|device| known.contains(device)).cloned()',
    replacement: 'presented.iter().find(|device| true || known.contains(device)).cloned()',
    test: 'cargo test -p waybill-platform --test guessing a_link_works_once',
  },
  {
    name: 'restart-forgets-attempts',
    file: 'engine/platform/src/access/embedded/attempts_file.rs',
    text: 'Ok(saved) => Some(saved),',
    replacement: 'Ok(_) => None,',
    test: 'cargo test -p waybill-platform --test guessing a_restart_gives_strangers',
  },
  {
    name: 'stop-of-codes-not-recorded',
    file: 'engine/platform/src/access/embedded/second_factors.rs',
    text: 'if counted.reserved.is_last {',
    replacement: 'if false && counted.reserved.is_last {',
    test: 'cargo test -p waybill-platform --test guessing wrong_codes_over_all_sources',
  },
  {
    name: 'distrusted-device-keeps-a-link-from-working',
    file: 'engine/platform/src/access/slow_down.rs',
    text: 'for device in attempt.device.into_iter().chain(attempt.link) {',
    replacement: 'for device in attempt.device.or(attempt.link) {',
    test: 'cargo test -p waybill-platform --lib a_link_is_taken_beside',
  },
  {
    name: 'attempt-that-was-not-verified-delays',
    file: 'engine/platform/src/access/slow_down/table.rs',
    text: '            entry.open_at = entry.last;\n        }\n    }\n\n    /// Forgets the attempts in a row and all',
    replacement: '            let _ = entry;\n        }\n    }\n\n    /// Forgets the attempts in a row and all',
    test: 'cargo test -p waybill-platform --lib a_success_resets',
  },
  {
    name: 'nothing-is-kept-for-newcomers',
    file: 'engine/platform/src/limits/shared.rs',
    text: '        match of_kept {\n            Ok(()) => {',
    replacement: '        match of_kept {\n            Ok(()) if false => {',
    test: 'cargo test -p waybill-platform --lib a_newcomer_is_served',
  },
];
