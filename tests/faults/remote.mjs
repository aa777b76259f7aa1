// Faults in remote and virtual repositories: what is asked of other servers, kept of them, and joined.

const api = 'cargo test --workspace --test api remote_repositories::';

export default [
  {
    name: 'held-name-asked-of-upstreams',
    file: 'api/src/components/repositories/sources.rs',
    text: 'if lookup.is_held_by(member).await? {',
    replacement: 'if false && lookup.is_held_by(member).await? {',
    test: `${api}go::modules_of_several`,
  },
  {
    name: 'reserved-name-asked-of-upstreams',
    file: 'api/src/components/repositories/sources.rs',
    text: 'if lookup.is_reserved_by(joined) {',
    replacement: 'if false && lookup.is_reserved_by(joined) {',
    test: `${api}npm::packages_of_several`,
  },
  {
    name: 'uploads-to-a-remote-repository',
    file: 'api/src/components/repositories/sources.rs',
    text: 'let is_local = is_local(&repository);',
    replacement: 'let is_local = true || is_local(&repository);',
    test: `${api}generic::`,
  },
  {
    name: 'other-content-than-was-kept-is-listed',
    file: 'api/src/components/joined.rs',
    text: 'self.refuse_other_contents(repository, &mut index).await?;',
    replacement: 'let _ = Self::refuse_other_contents;',
    test: `${api}cargo::crates_of_another`,
  },
  {
    name: 'hidden-versions-joined',
    file: 'api/src/components/joined.rs',
    text: 'sight.shows_file(path) && (!is_joined(&source.repository)',
    replacement: '(true || sight.shows_file(path)) && (!is_joined(&source.repository)',
    test: `${api}joined::`,
  },
  {
    name: 'spellings-of-a-held-name-asked-of-upstreams',
    file: 'api/src/components/joined.rs',
    text: 'let found = published(self.state, repository, &name).await?;\n                Ok(',
    replacement: 'let found = published(self.state, repository, self.name).await?;\n                Ok(',
    test: `${api}cargo::crates_of_several`,
  },
  {
    name: 'spellings-of-a-reserved-name-asked-of-upstreams',
    file: 'api/src/components/joined.rs',
    text: 'members.reserve(&canonical(self.name))',
    replacement: 'members.reserve(self.name)',
    test: `${api}cargo::crates_of_several`,
  },
  {
    name: 'files-that-only-other-members-may-show',
    file: 'api/src/components/joined/files.rs',
    text: 'asked.retain(|member| self.client.rights().allow(Action::Read, member, path));',
    replacement: '',
    test: `${api}go::modules_of_several`,
  },
  {
    name: 'kept-file-asked-for-again',
    file: 'api/src/components/joined/files.rs',
    text: 'if kept.is_some() || member.settings.class',
    replacement: 'if member.settings.class',
    test: `${api}cargo::crates_of_another`,
  },
  {
    name: 'names-of-hidden-repositories-taken-from-others',
    file: 'api/src/components/joined/whole.rs',
    text: '!is_reserved && !held.contains(name) &&',
    replacement: '!is_reserved && (true || !held.contains(name)) &&',
    test: `${api}helm::charts_of_several`,
  },
  {
    name: 'names-with-priority-taken-from-others',
    file: 'api/src/components/joined/whole.rs',
    text: '(is_prior || !prior.contains(name))',
    replacement: '(true || is_prior || !prior.contains(name))',
    test: `${api}helm::charts_of_a_repository_with_priority`,
  },
  {
    name: 'other-bytes-than-the-index-names-kept',
    file: 'engine/platform/src/repositories/embedded/upstreams.rs',
    text: 'expected.check(&content).map_err(|mismatch| differs(&mismatch))?;',
    replacement: 'let _ = (expected, &differs);',
    test: `${api}helm::charts_of_another`,
  },
  {
    name: 'kept-document-lost-while-the-upstream-is-down',
    file: 'engine/platform/src/repositories/embedded/upstreams.rs',
    text: '(Some(kept), Keeping::Refreshed) => Ok(Some(kept)),',
    replacement: '(Some(kept), Keeping::Refreshed) if false => Ok(Some(kept)),',
    test: `${api}go::modules_of_another`,
  },
  {
    name: 'commands-that-publish-where-nothing-is-taken',
    file: 'api/src/components/repositories/console.rs',
    text: 'if !takes_uploads(&settings) {',
    replacement: 'if false && !takes_uploads(&settings) {',
    test: `${api}commands::`,
  },
];
