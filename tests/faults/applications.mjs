// Faults in what applications of other vendors are let do.

const api = 'cargo test --workspace --test api';
const platform = 'cargo test -p waybill-platform --lib';
const machines = 'cargo test -p waybill-machines --lib';
const tokens = 'engine/platform/src/applications/tokens.rs';

export default [
  {
    name: 'sign-in-to-an-application-outlives-the-account',
    file: 'engine/platform/src/access/accounts.rs',
    text: 'self.enabled && self.credentials_ended_at.is_none_or(|ended_at| ended_at < began_at)',
    replacement: 'true || self.credentials_ended_at.is_none_or(|ended_at| ended_at < began_at)',
    test: `${api} a_sign_in_ends_with_the_account`,
  },
  {
    name: 'sign-in-to-an-application-comes-back-with-the-account',
    file: 'engine/platform/src/access/accounts.rs',
    text: 'self.enabled && self.credentials_ended_at.is_none_or(|ended_at| ended_at < began_at)',
    replacement:
      'self.enabled && self.credentials_ended_at.is_none_or(|ended_at| true || ended_at < began_at)',
    test: `${api} a_sign_in_ends_with_the_account`,
  },
  {
    name: 'application-may-have-every-scope',
    file: 'engine/machines/src/rules/applications/mod.rs',
    text: 'Some(permitted) => scopes & permitted,',
    replacement: 'Some(_) => scopes.clone(),',
    test: `${machines} an_application_of_an_older_record`,
  },
  {
    name: 'tokens-keep-a-scope-that-was-removed',
    file: tokens,
    text: 'began_at: line.began_at,\n            scopes: application.settings.permitted(&line.scopes),',
    replacement: 'began_at: line.began_at,\n            scopes: line.scopes.clone(),',
    test: `${api} what_an_application_may_no_longer_have`,
  },
  {
    name: 'administration-is-consented-to-without-the-password',
    file: 'api/src/components/applications/request.rs',
    text: 'self.is_login || is_too_old || self.scopes.contains(&ApplicationScope::Administration)',
    replacement: 'self.is_login || is_too_old',
    test: `${api} the_user_shows_the_password_where`,
  },
  {
    name: 'refresh-token-from-long-before-is-unknown',
    file: tokens,
    text: 'let line = self.refresh_tokens.line_of(client, token)?;',
    replacement: 'let line = self.refresh_tokens.line_of(client, token).filter(|_| false)?;',
    test: `${platform} a_refresh_token_from_long_before`,
  },
  {
    name: 'refresh-token-with-any-mac',
    file: 'engine/platform/src/applications/refresh_tokens.rs',
    text: 'is_issued.then_some(line)',
    replacement: '(true || is_issued).then_some(line)',
    test: `${platform} what_was_not_issued_here`,
  },
  {
    name: 'change-without-scopes-widens',
    file: 'engine/platform/src/applications/embedded.rs',
    text: 'if keeps_scopes {',
    replacement: 'if false && keeps_scopes {',
    test: `${api} a_change_that_names_no_scopes`,
  },
  {
    name: 'code-with-another-callback',
    file: tokens,
    text: 'if is_other || !verifies(',
    replacement: 'if (false && is_other) || !verifies(',
    test: `${platform} the_callback_may_be_missing`,
  },
];
