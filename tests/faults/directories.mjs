// Faults in signing in with directories and proxies.

const api = 'cargo test --workspace --test api directories::';
const platform = 'cargo test -p waybill-platform --lib directories::';
const machines = 'cargo test -p waybill-machines --lib user_directories::';
const lib = 'cargo test -p waybill --lib sso_proxies::';
const asking = 'engine/platform/src/access/embedded/directories.rs';
const ldap = 'engine/platform/src/directories/ldap/mod.rs';
const lookup = 'engine/platform/src/directories/ldap/looking_up.rs';
const checking = 'engine/platform/src/directories/checking.rs';
const proxies = 'api/src/sso_proxies.rs';

export default [
  {
    name: 'local-name-sent-to-a-directory',
    file: asking,
    text: 'Some(profile) => !profile.robot && (profile.external || has_directory(profile)),',
    replacement: 'Some(profile) => !profile.robot,',
    test: `${api}the_name_of_an_account_with_a_password_here`,
  },
  {
    name: 'empty-password-at-a-directory',
    file: ldap,
    text: '!name.is_empty() && !password.is_empty()',
    replacement: '!name.is_empty()',
    test: `${platform}ldap::tests::no_empty_name_and_no_empty_password`,
  },
  {
    name: 'id-of-an-entry-not-checked',
    file: lookup,
    text: 'is_uuid.then(|| digits.to_ascii_lowercase())',
    replacement: 'Some(digits.to_ascii_lowercase())',
    test: `${platform}ldap::looking_up::tests::an_id_is_one_value`,
  },
  {
    name: 'group-named-like-a-distinguished-name',
    file: checking,
    text: 'match normalized(wanted).filter(|_| has_places) {',
    replacement: 'match normalized(wanted).filter(|_| false) {',
    test: `${platform}checking::tests::groups_are_named`,
  },
  {
    name: 'invisible-names-at-a-directory',
    file: checking,
    text: 'letter.is_control() || is_invisible_in_names(letter)',
    replacement: 'letter.is_control()',
    test: `${platform}checking::tests::a_name_with_characters`,
  },
  {
    name: 'guesses-in-linking-from-an-own-device',
    file: asking,
    text: 'let named = name.as_deref().and_then(|name| self.find(name));',
    replacement: 'let named = context.who.person().cloned();',
    test: `${api}linking::guesses_of_a_user_who_links`,
  },
  {
    name: 'message-of-any-length',
    file: ldap,
    text: 'if length > MESSAGE_BYTES_MAX {',
    replacement: 'if false && length > MESSAGE_BYTES_MAX {',
    test: `${api}lying::a_server_that_answers_wrongly`,
  },
  {
    name: 'password-for-another-server',
    file: 'engine/machines/src/rules/user_directories.rs',
    text: '&& here.address() == there.address()',
    replacement: '',
    test: `${machines}tests::a_password_is_for_one_server`,
  },
  {
    name: 'name-without-a-password',
    file: 'engine/machines/src/rules/user_directories.rs',
    text: 'unless(has_password == wanted.server.account().is_some(), DirectoryProblem::Password)',
    replacement: 'Ok(())',
    test: `${machines}tests::a_name_at_a_directory`,
  },
  {
    name: 'header-of-any-peer',
    file: proxies,
    text: 'is_trusted && (1..=USER_BYTES_MAX)',
    replacement: '(is_trusted || true) && (1..=USER_BYTES_MAX)',
    test: `${lib}tests::only_one_header`,
  },
  {
    name: 'header-that-is-there-twice',
    file: proxies,
    text: 'let value = values.next().filter(|_| values.next().is_none());',
    replacement: 'let value = values.next();',
    test: `${lib}tests::only_one_header`,
  },
];
