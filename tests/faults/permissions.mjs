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
    file: 'engine/platform/src/repositories/embedded/artifacts.rs',
    text: 'if !stored.is_some_and(|stored| may_read(stored, &path)) {',
    replacement: 'if false && !stored.is_some_and(|stored| may_read(stored, &path)) {',
    test: `${api}a_digest_alone`,
  },
  {
    name: 'list-shows-what-may-not-be-read',
    file: 'api/src/components/artifacts/storage.rs',
    text: 'client.rights().allow(Action::Read, &stored, &file.path);',
    replacement: 'true || client.rights().allow(Action::Read, &stored, &file.path);',
    test: `${api}only_what_is_granted`,
  },
  {
    name: 'children-show-what-may-not-be-read',
    file: 'api/src/components/artifacts/access.rs',
    text: 'children.retain(|child| is_visible(client, &repository, &at.path, child));',
    replacement: 'children.retain(|child| true || is_visible(client, &repository, &at.path, child));',
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
    text: 'if anonymous.iter().any(|action| *action != Action::Read) {',
    replacement: 'if false && anonymous.iter().any(|action| *action != Action::Read) {',
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
];
