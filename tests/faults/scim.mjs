// Faults in provisioning users and groups.

const api = 'cargo test --workspace --test api scim::';
const platform = 'cargo test -p waybill-platform --lib access::embedded::provisioning::';
const lib = 'cargo test -p waybill --lib components::scim::';
const users = 'engine/platform/src/access/embedded/provisioning.rs';
const groups = 'engine/platform/src/access/embedded/provisioning/groups.rs';
const accounts = 'engine/platform/src/access/embedded/new_accounts.rs';
const bearer = 'api/src/bearer.rs';
const parser = 'api/src/components/scim/filter_parser.rs';

export default [
  {
    name: 'provisioning-client-changes-an-administrator',
    file: users,
    text: 'if self.administers_some(profile) || profile.auditor {',
    replacement: 'if false && (self.administers_some(profile) || profile.auditor) {',
    test: `${platform}tests::an_account_with_rights`,
  },
  {
    name: 'provisioning-client-changes-an-administrator-of-a-project',
    file: users,
    text: 'if self.administers_some(profile) || profile.auditor {',
    replacement: 'if self.is_admin(profile) || profile.auditor {',
    test: `${platform}tests::an_account_that_administers_a_project`,
  },
  {
    name: 'provisioning-client-unlinks-without-a-notice',
    file: users,
    text: 'self.notify(person, MailKind::IdentityUnlinked, context);',
    replacement: '',
    test: 'cargo test -p waybill-platform --test mail a_user_is_notified_of_an_identity_that_a_provisioning_client',
  },
  {
    name: 'provisioning-client-disables-the-last-administrator',
    file: users,
    text: 'self.require_admin_after(&account, &edit)?;\n        let (enabled, is_linked, unlinked)',
    replacement: 'let (enabled, is_linked, unlinked)',
    test: `${platform}tests::the_last_administrator`,
  },
  {
    name: 'provisioning-client-adopts-an-account',
    file: users,
    text: 'account.filter(|account| account.profile.provisioned.is_some())',
    replacement: 'account.filter(|_| true)',
    test: `${platform}tests::a_client_sees_and_changes_only`,
  },
  {
    name: 'provisioning-client-changes-what-it-has-not-seen',
    file: users,
    text: 'if self.existing_provisioned(person)? != *seen {',
    replacement: 'if false && self.existing_provisioned(person)? != *seen {',
    test: `${platform}tests::a_change_is_made_for_the_state`,
  },
  {
    name: 'provisioning-client-fills-a-group-that-administers',
    file: groups,
    text: 'self.refuse_admin_group(id, is_edited || !join.is_empty())?;\n        self.check_members(',
    replacement: 'self.check_members(',
    test: `${platform}tests::groups_that_administer`,
  },
  {
    name: 'provisioning-client-fills-a-group-that-administers-a-project',
    file: groups,
    text: 'group.admin || (does_more && gives_administration(group))',
    replacement: 'group.admin || (does_more && group.admin)',
    test: `${platform}tests::a_group_that_administers_a_project`,
  },
  {
    name: 'provisioning-client-puts-others-into-groups',
    file: groups,
    text: 'people.of_person(person).filter(|row| row.is_provisioned(None))',
    replacement: 'people.of_person(person).filter(|_| true)',
    test: `${platform}tests::a_client_sees_and_changes_only`,
  },
  {
    name: 'provisioned-user-joins-administrators-by-itself',
    file: accounts,
    text: 'if identity.is_some() || user.provisioned.is_some() || user.registered {',
    replacement: 'if identity.is_some() || user.registered {',
    test: `${platform}tests::groups_that_administer`,
  },
  {
    name: 'provisioned-user-joins-administrators-of-a-project-by-itself',
    file: accounts,
    text: 'is_some_and(|group| !gives_administration(group))',
    replacement: 'is_some_and(|group| !group.admin || !gives_administration(group))',
    test: `${platform}tests::a_group_that_administers_a_project`,
  },
  {
    name: 'provisioning-client-resets-the-address-of-an-administrator',
    file: users,
    text: 'email: if keeps_email {',
    replacement: 'email: if false && keeps_email {',
    test: `${api}users::an_address_that_an_administrator`,
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
