// Faults in the repositories of Python packages.

const api = 'cargo test --workspace --test api ';
const unit = 'cargo test -p waybill --lib pypi::';

export default [
  {
    name: 'yanked-python-versions-chosen',
    file: 'api/src/components/pypi/simple.rs',
    text: 'stored.yanked.then(',
    replacement: 'false.then(',
    test: `${api}clients::pypi::yanked`,
  },
  {
    name: 'one-file-for-each-version',
    file: 'engine/platform/src/repositories/embedded/packages.rs',
    text: 'let is_one_file = !repository.settings.package_type.has_several_files();',
    replacement: 'let is_one_file = true;',
    test: `${api}pypi::files::a_version_has`,
  },
  {
    name: 'wheels-that-differ-in-case',
    file: 'api/src/components/pypi/names.rs',
    text: 'tags.to_ascii_lowercase()',
    replacement: 'tags.clone()',
    test: `${api}pypi::of_two`,
  },
  {
    name: 'form-of-another-version',
    file: 'api/src/components/pypi/publication.rs',
    text: 'if !is_of(name, version, &self.file) {',
    replacement: 'if false && !is_of(name, version, &self.file) {',
    test: `${api}pypi::what_is_no_file`,
  },
  {
    name: 'metadata-of-another-version',
    file: 'api/src/components/pypi/archive.rs',
    text: 'let is_same = is_of(&read.name, &read.version, name);',
    replacement: 'let is_same = true;',
    test: `${api}pypi::what_is_no_file`,
  },
  {
    name: 'head-of-a-part-without-bound',
    file: 'api/src/components/pypi/form.rs',
    text: 'bytes <= WAITING_BYTES_MAX && portions < WAITING_PORTIONS_MAX',
    replacement: 'true || bytes <= WAITING_BYTES_MAX && portions < WAITING_PORTIONS_MAX',
    test: `${api}pypi::a_form_without_end`,
  },
  {
    name: 'entries-that-only-some-clients-see',
    file: 'api/src/components/zipped.rs',
    text: 'zipped.validate_header_consistency().map_err(|_| ZipProblem::Ambiguous)?;',
    replacement: '',
    test: `${unit}wheel`,
  },
  {
    name: 'index-as-html-by-its-author',
    file: 'api/src/components/pypi/page.rs',
    text: "'<' => safe.push_str(\"&lt;\"),",
    replacement: '',
    test: `${unit}page`,
  },
];
