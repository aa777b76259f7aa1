// Faults in permissions and in the rights that they give.

const api = 'cargo test --workspace --test api permissions::';

export default [
  {
    name: 'excluded-paths-are-granted',
    file: 'engine/machines/src/rules/permissions.rs',
    text: 'any(&self.includes) && !any(&self.excludes)',
    replacement: 'any(&self.includes) && (true || !any(&self.excludes))',
    test: `${api}only_what_is_granted`,
  },
  {
    name: 'folder-removed-with-files-that-are-excluded',
    file: 'engine/machines/src/rules/permissions.rs',
    text: '&& !self.excludes.iter().any(|pattern| may_be_below(pattern, folder))',
    replacement: '&& (true || !self.excludes.iter().any(|pattern| may_be_below(pattern, folder)))',
    test: `${api}only_what_is_granted`,
  },
  {
    name: 'digest-is-enough',
    file: 'engine/platform/src/repositories/embedded/storing.rs',
    text: 'if !stored.is_some_and(|stored| may_read(stored, &path)) {',
    replacement: 'if false && !stored.is_some_and(|stored| may_read(stored, &path)) {',
    test: `${api}a_digest_alone`,
  },
  {
    name: 'list-shows-what-may-not-be-read',
    file: 'engine/platform/src/repositories/embedded/view/read.rs',
    text: 'if sees(path) {',
    replacement: 'if true || sees(path) {',
    test: `${api}only_what_is_granted`,
  },
  {
    name: 'children-show-what-may-not-be-read',
    file: 'engine/platform/src/repositories/embedded/view/read.rs',
    text: 'if if is_folder { sight.shows_folder(&path) } else { sight.shows_file(&path) } {',
    replacement: 'if true || if is_folder { sight.shows_folder(&path) } else { sight.shows_file(&path) } {',
    test: `${api}only_what_is_granted`,
  },
  {
    name: 'everyone-writes',
    file: 'engine/machines/src/rules/permissions.rs',
    text: 'if self.anonymous_reads && action == Action::Read {',
    replacement: 'if self.anonymous_reads && (true || action == Action::Read) {',
    test: 'cargo test -p waybill-machines --lib permissions',
  },
  {
    name: 'everyone-is-granted-more-than-reading',
    file: 'api/src/components/permissions.rs',
    text: 'if actions != [Action::Read].into() {',
    replacement: 'if false && actions != [Action::Read].into() {',
    test: `${api}permissions_are_records`,
  },
  {
    name: 'administrator-of-a-project-sets-its-quota',
    file: 'api/src/components/repositories.rs',
    text: 'if !client.rights().is_admin() && is_for_admins(&wanted) {',
    replacement: 'if false && !client.rights().is_admin() && is_for_admins(&wanted) {',
    test: `${api}an_administrator_of_a_project`,
  },
  {
    name: 'permission-becomes-another-one',
    file: 'engine/machines/src/machines/permission.rs',
    text: 'if known.name == wanted.name {',
    replacement: 'if true || known.name == wanted.name {',
    test: 'cargo test --workspace --test scenarios a_name_stays',
  },
  {
    name: 'rights-that-ended-during-the-upload',
    file: 'api/src/components/artifacts/body.rs',
    text: 'None if self.permit.holds().await => None,',
    replacement: 'None if true || self.permit.holds().await => None,',
    test: `${api}rights_that_end`,
  },
  {
    name: 'properties-of-others-lost-by-sending-the-same-content',
    file: 'engine/platform/src/repositories/embedded/storing.rs',
    text: 'let is_repeated = new.overwriting == Overwriting::SameContent;',
    replacement: 'let is_repeated = false && new.overwriting == Overwriting::SameContent;',
    test: `${api}only_what_is_granted`,
  },
  {
    name: 'settings-of-an-administrator-undone',
    file: 'engine/platform/src/repositories/embedded/mod.rs',
    text: 'if known != seen {',
    replacement: 'if false && known != seen {',
    test: 'cargo test -p waybill-platform --test repositories settings_that',
  },
  {
    name: 'scope-of-a-token-ignored',
    file: 'engine/platform/src/permissions/rights.rs',
    text: 'if self.scope.as_ref().is_some_and(|scope| !scope.has(action, key)) {',
    replacement: 'if false && self.scope.as_ref().is_some_and(|scope| !scope.has(action, key)) {',
    test: 'cargo test --workspace --test api token_scopes::',
  },
  {
    name: 'token-with-a-scope-administers',
    file: 'api/src/bearer.rs',
    text: 'if scope.is_some() && !route.is_for_clients {',
    replacement: 'if false && scope.is_some() && !route.is_for_clients {',
    test: 'cargo test --workspace --test api token_scopes::',
  },
];
