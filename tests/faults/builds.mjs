// Faults in builds and release bundles.

const api = 'cargo test --workspace --test api -- builds::';

export default [
  {
    name: 'build-promoted-with-another-image',
    file: 'api/src/components/builds/promotion/images.rs',
    text: 'if fits(&found) {',
    replacement: 'if fits(&found) || true {',
    test: 'cargo test --workspace --test api promotion::images::a_tag_that_names_another',
  },
  {
    name: 'bundle-deleted-during-its-removal',
    file: 'engine/platform/src/release_bundles/embedded/changing.rs',
    text: 'if known.as_ref().is_some_and(|known| known.removing) {',
    replacement: 'if false {',
    test: 'cargo test -p waybill-platform --test release_bundles a_received_bundle',
  },
  {
    name: 'received-bundle-removed-by-another-source',
    file: 'engine/platform/src/release_bundles/embedded/distributing.rs',
    text: 'if known.created_by.as_ref() != context.who.person() {',
    replacement: 'if false {',
    test: 'cargo test --workspace --test api distribution::received::a_received_bundle_is_removed',
  },
  {
    name: 'builds-without-a-permission',
    file: 'engine/platform/src/permissions/rights.rs',
    text: 'self.shows_project(project) || self.any(project, |target| target.has(name, number))',
    replacement: 'self.shows_project(project) || !name.is_empty()',
    test: `${api}nothing_is_granted_by_default`,
  },
  {
    name: 'build-replaced-without-delete',
    file: 'api/src/components/builds/public.rs',
    text: 'let may_replace = allows(Action::Delete);',
    replacement: 'let may_replace = true;',
    test: `${api}nothing_is_granted_by_default`,
  },
  {
    name: 'build-info-of-a-run-swept',
    file: 'engine/platform/src/builds/embedded.rs',
    text: 'if !table.has_document(&name) {',
    replacement: 'if !name.is_empty() {',
    test: `${api}a_build_is_published`,
  },
  {
    name: 'file-of-a-build-linked-after-it-is-gone',
    file: 'engine/platform/src/repositories/embedded/tree.rs',
    text: 'if may_read(repository, &path) && self.view.file(&id, &path)?.is_some() {',
    replacement: 'if may_read(repository, &path) && self.view.file(&id, &path)?.is_none() {',
    test: `${api}the_console_shows_runs`,
  },
  {
    name: 'build-promoted-without-write',
    file: 'api/src/components/builds/promotion.rs',
    text: 'if !allow(client.rights(), Action::Write, &stored) {',
    replacement: 'if !allow(client.rights(), Action::Read, &stored) {',
    test: 'cargo test --workspace --test api -- promotion::a_promotion_of_a_build',
  },
  {
    name: 'file-promoted-into-a-folder-of-its-name',
    file: 'api/src/components/copying.rs',
    text: 'into_folder: false',
    replacement: 'into_folder: true',
    test: 'cargo test --workspace --test api -- promotion::failing',
  },
  {
    name: 'records-of-a-promotion-without-its-token',
    file: 'api/src/components/builds/promotion.rs',
    text: 'trace::within(trace::current(), promotion',
    replacement: 'trace::within(None, promotion',
    test: 'cargo test --workspace --test api -- promotion::failing::records_of_promotions',
  },
  {
    name: 'promotion-of-any-length',
    file: 'engine/machines/src/machines/build.rs',
    text: 'if let Err(problem) = check_promotion(status, comment, repository.as_deref()) {',
    replacement:
      'if let (Err(problem), false) = (check_promotion(status, comment, repository.as_deref()), true) {',
    test: 'cargo test -p waybill-tests --test scenarios -- builds/promoted',
  },
];
