// Faults in builds.

const api = 'cargo test --workspace --test api -- builds::';

export default [
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
];
