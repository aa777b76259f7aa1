// Faults in the storage of files and in the service of repositories.

const service = 'cargo test -p waybill-platform --test repositories';
const blobs = 'cargo test -p waybill-blobs --test blobs';

export default [
  {
    name: 'another-content-without-the-right',
    file: 'engine/machines/src/machines/package_steps.rs',
    text: 'other.is_some() && !may_replace)',
    replacement: 'false && other.is_some() && !may_replace)',
    test: 'cargo test --workspace --test scenarios a_file_is_replaced',
  },
  {
    name: 'repository-becomes-another-one',
    file: 'engine/machines/src/machines/repository.rs',
    text: 'if fixed(known) == fixed(wanted) {',
    replacement: 'if true || fixed(known) == fixed(wanted) {',
    test: 'cargo test --workspace --test scenarios a_key_stays',
  },
  {
    name: 'upload-ends-in-the-next-repository-of-the-key',
    file: 'engine/platform/src/repositories/embedded/mod.rs',
    text: '(known.id == seen.id).then_some(known)',
    replacement: '(true || known.id == seen.id).then_some(known)',
    test: `${service} an_upload_into_a_deleted`,
  },
  {
    name: 'records-of-others-left-out-of-the-index',
    file: 'engine/platform/src/repositories/embedded/view/following.rs',
    text: 'others.iter().chain([&own])',
    replacement: 'others.iter().take(0).chain([&own])',
    test: `${service} the_index_is`,
  },
  {
    name: 'index-of-another-journal',
    file: 'engine/platform/src/repositories/embedded/view.rs',
    text: 'Ok((last == last_before(journal, position)).then_some(position))',
    replacement: 'Ok((true || last == last_before(journal, position)).then_some(position))',
    test: `${service} the_index_is`,
  },
  {
    name: 'unused-content-removed-at-once',
    file: 'engine/platform/src/repositories/embedded/sweep.rs',
    text: 'if unused_ms < self.kept.as_millis() {',
    replacement: 'if false && unused_ms < self.kept.as_millis() {',
    test: `${service} contents_that_no_file`,
  },
  {
    name: 'swept-without-records',
    file: 'engine/platform/src/repositories/embedded/sweep.rs',
    text: 'if inner.streams.may_lack_records() || inner.view.is_incomplete() {',
    replacement: 'if false && inner.view.is_incomplete() {',
    test: `${service} contents_that_no_file`,
  },
  {
    name: 'leased-content-swept',
    file: 'engine/blobs/src/leases.rs',
    text: 'if holders.held > 0 || holders.is_removed {',
    replacement: 'if (false && holders.held > 0) || holders.is_removed {',
    test: `${blobs} a_sweep_takes`,
  },
  {
    name: 'import-of-another-file',
    file: 'api/src/import/content.rs',
    text: 'expected.is_some_and(|expected| !expected.eq_ignore_ascii_case(is))',
    replacement: 'false && expected.is_some_and(|expected| !expected.eq_ignore_ascii_case(is))',
    test: 'cargo test --workspace --test api a_hostile_source',
  },
  {
    name: 'import-of-a-deprecated-version-as-a-good-one',
    file: 'api/src/components/npm/import.rs',
    text: 'deprecate(job, item, reason).await?;',
    replacement: 'let _ = reason;',
    test: 'cargo test --workspace --test api folders_and_repositories',
  },
  {
    name: 'catalog-of-hidden-repositories',
    file: 'api/src/components/docker/catalog.rs',
    text: 'if !is_shown(state, client.rights(), &repository).await? {',
    replacement: 'if false && !is_shown(state, client.rights(), &repository).await? {',
    test: 'cargo test --workspace --test api images_of_all',
  },
];
