// Faults in the registry of npm.

const api = 'cargo test --workspace --test api npm::';
const unit = 'cargo test -p waybill --lib npm::';

export default [
  {
    name: 'version-published-twice',
    file: 'engine/machines/src/machines/package_steps.rs',
    text: 'context.guard("version_exists", *exists)',
    replacement: 'context.guard("version_exists", false && *exists)',
    test: 'cargo test --workspace --test scenarios a_version_never',
  },
  {
    name: 'two-publish-a-version-at-once',
    file: 'engine/platform/src/repositories/embedded/packages.rs',
    text: 'let before = self.check_unpublished(repository, &new, &content, admits).await?;',
    replacement: 'let before: Option<FileInfo> = None;',
    test: `${api}of_two`,
  },
  {
    name: 'tags-of-a-removed-version-stay',
    file: 'engine/platform/src/repositories/embedded/view/versions.rs',
    text: 'tags.retain_in(range, |_, named| named != version)',
    replacement: 'tags.retain_in(range, |_, named| true || named != version)',
    test: 'cargo test -p waybill-platform --test repositories packages::what_a_version',
  },
  {
    name: 'metadata-of-a-removed-version-counts',
    file: 'engine/platform/src/repositories/embedded/view/versions.rs',
    text: 'self.0.refer(Some(referring(&place_of(path), &file)), None)?;',
    replacement: 'let _ = (before, file);',
    test: 'cargo test -p waybill-platform --test repositories packages::what_a_version',
  },
  {
    name: 'metadata-swept-away',
    file: 'engine/platform/src/repositories/embedded/view/versions.rs',
    text: 'self.0.refer(before, Some(referring(&place, file)))?;',
    replacement: 'let _ = file;',
    test: 'cargo test -p waybill-platform --test repositories packages::what_a_version',
  },
  {
    name: 'another-sha512',
    file: 'api/src/components/npm/publication.rs',
    text: 'if sha512s.peek().is_some() &&',
    replacement: 'if false && sha512s.peek().is_some() &&',
    test: `${api}what_is_no_version`,
  },
  {
    name: 'archive-of-another-version',
    file: 'api/src/components/npm/archive.rs',
    text: 'if text_at("name")? != name || inside != version {',
    replacement: 'if false && (text_at("name")? != name || inside != version) {',
    test: `${unit}archive`,
  },
  {
    name: 'only-the-first-entry-of-an-archive',
    file: 'api/src/components/tarball.rs',
    text: 'in entries.enumerate() {',
    replacement: 'in entries.enumerate().take(1) {',
    test: `${api}what_is_no_version`,
  },
  {
    name: 'names-of-other-headers-ignored',
    file: 'api/src/components/tarball.rs',
    text: 'next_name = name.or(next_name);',
    replacement: '',
    test: 'cargo test -p waybill --lib tarball::',
  },
  {
    name: 'tag-moved-from-a-version-of-others',
    file: 'api/src/components/npm/change.rs',
    text: 'tags.try_for_each(|tag| match published.tags.get(tag) {',
    replacement: 'tags.try_for_each(|tag| match published.tags.get(tag).filter(|_| false) {',
    test: `${api}versions_are_shown`,
  },
  {
    name: 'repository-changed-on-an-old-page',
    file: 'api/src/components/repositories/console.rs',
    text: 'if revision_of(&stored.settings)? != body.revision {',
    replacement: 'if false && revision_of(&stored.settings)? != body.revision {',
    test: 'cargo test --workspace --test api the_console_makes',
  },
  {
    name: 'hidden-versions-shown',
    file: 'api/src/components/package_index.rs',
    text: 'stored.files.retain(|file| sight.shows_file(&file.path));',
    replacement: 'let _ = &sight;',
    test: `${api}versions_are_shown`,
  },
  {
    name: 'published-where-writing-is-not-allowed',
    file: 'api/src/components/npm/publish.rs',
    text: 'client.require(Action::Write, repository, &publication.path())?;',
    replacement: '',
    test: `${api}versions_are_shown`,
  },
  {
    name: 'outdated-revision-accepted',
    file: 'api/src/components/npm/change.rs',
    text: 'seen.is_none_or(|seen| *seen == revision_of(known.revision))',
    replacement: 'seen.is_none_or(|seen| true || *seen == revision_of(known.revision))',
    test: `${api}versions_tags`,
  },
  {
    name: 'base64-after-padding',
    file: 'api/src/components/npm/splitter.rs',
    text: 'if self.is_padded && !self.letters.is_empty() {',
    replacement: 'if false && self.is_padded && !self.letters.is_empty() {',
    test: `${unit}splitter`,
  },
];
