// Faults in the tree of artifacts.

const api = 'cargo test --workspace --test api tree::';
const unit = 'cargo test -p waybill-platform --test repositories trash::';
const relocating = 'cargo test -p waybill-platform --test repositories relocating::';

export default [
  {
    name: 'tree-of-all-repositories',
    file: 'api/src/components/tree.rs',
    text: 'if is_readable {',
    replacement: 'if is_readable || true {',
    test: `${api}the_tree_shows`,
  },
  {
    name: 'tree-of-hidden-files',
    file: 'engine/platform/src/repositories/embedded/view/pages.rs',
    text: 'if !lists_folders && sight.shows_file(&path) {',
    replacement: 'if !lists_folders {',
    test: `${api}the_tree_shows`,
  },
  {
    name: 'changes-of-hidden-files',
    file: 'api/src/components/tree/topic.rs',
    text: 'Changed::File(file) if sight.shows_file(&file.path) => {',
    replacement: 'Changed::File(file) => {',
    test: `${api}an_open_tree`,
  },
  {
    name: 'ticket-that-works-twice',
    file: 'api/src/components/tree/tickets.rs',
    text: 'self.all().remove(&Digest(sha256_hex(secret.as_bytes())))',
    replacement: 'self.all().get(&Digest(sha256_hex(secret.as_bytes()))).cloned()',
    test: `${api}transfers::a_ticket_downloads`,
  },
  {
    name: 'ticket-that-outlives-its-session',
    file: 'api/src/components/tree/transfers.rs',
    text: 'if state.engine.person_of(&ticket.session) != ticket.person {',
    replacement: 'if false {',
    test: `${api}transfers::a_ticket_downloads`,
  },
  {
    name: 'upload-that-replaces-unasked',
    file: 'api/src/components/tree/transfers.rs',
    text: 'if replace && may_replace { Overwriting::Always }',
    replacement: 'if may_replace { Overwriting::Always }',
    test: `${api}transfers::a_ticket_uploads`,
  },
  {
    name: 'trash-without-contents',
    file: 'engine/platform/src/repositories/embedded/view/trash.rs',
    text: 'if let Some(blob) = blob {',
    replacement: 'if let Some(blob) = blob.filter(|_| false) {',
    test: `${unit}a_file_in_the_trash`,
  },
  {
    name: 'trash-beyond-the-quota',
    file: 'engine/platform/src/repositories/embedded/artifacts.rs',
    text: 'bytes: usage.bytes.saturating_add(trash.bytes)',
    replacement: 'bytes: usage.bytes',
    test: `${unit}what_is_in_the_trash`,
  },
  {
    name: 'restoring-over-another-file',
    file: 'engine/machines/src/machines/package_steps.rs',
    text: 'if context.guard("path_taken", *exists) {',
    replacement: 'if context.guard("path_taken", false) {',
    test: `${api}trash::a_folder_goes`,
  },
  {
    name: 'copy-that-replaces-unasked',
    file: 'api/src/components/relocation.rs',
    text: 'let allowed = if self.replaces { allowed } else { allowed.min(Overwriting::SameContent) };',
    replacement: '',
    test: `${api}relocations::`,
  },
  {
    name: 'move-of-a-content-that-came-later',
    file: 'engine/platform/src/repositories/embedded/relocating/one.rs',
    text: 'check_expected(wanted, Some(&again.content))?;',
    replacement: '',
    test: relocating,
  },
  {
    name: 'properties-for-a-content-that-came-later',
    file: 'engine/platform/src/repositories/embedded/artifacts.rs',
    text: 'expected.check_at(&at, Some(&file.content))?;',
    replacement: 'let _ = expected;',
    test: relocating,
  },
  {
    name: 'copy-that-shows-hidden-files',
    file: 'api/src/components/relocation.rs',
    text: 'Kind::File => sight.shows_file(&from.path),',
    replacement: 'Kind::File => true,',
    test: `${api}relocations::`,
  },
  {
    name: 'joined-folder-with-one-name-twice',
    file: 'engine/platform/src/repositories/embedded/view/joined.rs',
    text: 'all.dedup_by(|later, first| later.at == first.at);',
    replacement: '',
    test: `${api}joined::`,
  },
  {
    name: 'joined-changes-of-hidden-files',
    file: 'api/src/components/tree/topic.rs',
    text: 'sights.get(*at).is_some_and(|sight| sight.shows_file(path))',
    replacement: 'sights.get(*at).is_some_and(|_| !path.is_empty())',
    test: `${api}joined::`,
  },
  {
    name: 'version-deleted-beyond-rights',
    file: 'api/src/components/tree/versions.rs',
    text: 'if !paths.iter().all(may_delete) {',
    replacement: 'if !paths.iter().any(may_delete) {',
    test: `${api}versions::`,
  },
];
