// Faults in provisioning users and groups.

const api = 'cargo test --workspace --test api scim::';
const platform = 'cargo test -p waybill-platform --lib access::embedded::provisioning::';
const lib = 'cargo test -p waybill --lib components::scim::';
const users = 'engine/platform/src/access/embedded/provisioning.rs';
const groups = 'engine/platform/src/access/embedded/provisioning/groups.rs';
const accounts = 'engine/platform/src/access/embedded/administration.rs';
const bearer = 'api/src/bearer.rs';
const parser = 'api/src/components/scim/filter_parser.rs';

export default [
  {
    name: 'directory-changes-an-administrator',
    file: users,
    text: 'if self.is_admin(profile) || profile.auditor {',
    replacement: 'if false && (self.is_admin(profile) || profile.auditor) {',
    test: `${platform}tests::an_account_with_rights`,
  },
  {
    name: 'directory-disables-the-last-administrator',
    file: users,
    text: 'self.require_admin_after(&account, &edit)?;\n        let (enabled, unlinked)',
    replacement: 'let (enabled, unlinked)',
    test: `${platform}tests::the_last_administrator`,
  },
  {
    name: 'directory-adopts-an-account',
    file: users,
    text: 'account.filter(|account| account.profile.provisioned.is_some())',
    replacement: 'account.filter(|_| true)',
    test: `${platform}tests::a_program_sees_and_changes_only`,
  },
  {
    name: 'directory-changes-what-it-has-not-seen',
    file: users,
    text: 'if self.existing_provisioned(person)? != *seen {',
    replacement: 'if false && self.existing_provisioned(person)? != *seen {',
    test: `${platform}tests::a_change_is_made_for_the_state`,
  },
  {
    name: 'directory-fills-a-group-that-administers',
    file: groups,
    text: 'self.refuse_admin_group(id)?;\n        self.check_members(',
    replacement: 'self.check_members(',
    test: `${platform}tests::groups_that_administer`,
  },
  {
    name: 'directory-puts-others-into-groups',
    file: groups,
    text: 'people.of_person(person).filter(|row| row.is_provisioned(None))',
    replacement: 'people.of_person(person).filter(|_| true)',
    test: `${platform}tests::a_program_sees_and_changes_only`,
  },
  {
    name: 'provisioned-user-joins-administrators-by-itself',
    file: accounts,
    text: 'if identity.is_some() || user.provisioned.is_some() {',
    replacement: 'if identity.is_some() {',
    test: `${platform}tests::groups_that_administer`,
  },
  {
    name: 'any-token-provisions',
    file: bearer,
    text: '(_, true) => return Err(ApiError::token_does_not_provision()),',
    replacement: '(_, true) => {}',
    test: `${api}rights::only_a_token_that_was_made_for_it`,
  },
  {
    name: 'token-for-provisioning-does-more',
    file: bearer,
    text: '(Some(scope), false) if scope.provisions => return Err(ApiError::token_only_provisions()),',
    replacement: '(Some(scope), false) if scope.provisions => {}',
    test: `${api}rights::only_a_token_that_was_made_for_it`,
  },
  {
    name: 'provisioning-without-the-switch',
    file: 'api/src/caller/provisioner.rs',
    text: 'if !settings.enabled {',
    replacement: 'if false && !settings.enabled {',
    test: `${api}rights::nothing_is_provisioned_until`,
  },
  {
    name: 'filter-without-a-depth',
    file: parser,
    text: 'if self.depth > DEPTH_MAX {',
    replacement: 'if false && self.depth > DEPTH_MAX {',
    test: `${lib}filter::tests::what_is_no_filter`,
  },
  {
    name: 'filter-with-any-number-of-comparisons',
    file: parser,
    text: 'if self.comparisons > COMPARISONS_MAX {',
    replacement: 'if false && self.comparisons > COMPARISONS_MAX {',
    test: `${lib}filter::tests::what_is_no_filter`,
  },
];
