// Faults in the proxy of Go modules.

const client = 'cargo test --workspace --test api clients::go::';
const unit = 'cargo test -p waybill --lib';

export default [
  {
    name: 'versions-of-commits-listed',
    file: 'api/src/components/go/versions.rs',
    text: 'versions.filter(|version| !is_pseudo(version)).collect();',
    replacement: 'versions.collect();',
    test: `${client}go_lists`,
  },
  {
    name: 'capital-letters-in-addresses',
    file: 'api/src/components/go/names.rs',
    text: "'A'..='Z' => return None,",
    replacement: '',
    test: `${client}documents`,
  },
  {
    name: 'module-of-another-major-version',
    file: 'api/src/components/go/publish.rs',
    text: 'if !are_matching(module, version) {',
    replacement: 'if false && !are_matching(module, version) {',
    test: `${client}what_is_no_version`,
  },
  {
    name: 'go-mod-of-another-module',
    file: 'api/src/components/go/archive.rs',
    text: 'Some(text) if module_of(&text).as_deref() != Some(module) => return Err(another()),',
    replacement: '',
    test: `${unit} go::archive`,
  },
  {
    name: 'files-that-differ-in-case',
    file: 'api/src/components/go/archive.rs',
    text: 'self.0.insert(hash(&folded(path))',
    replacement: 'self.0.insert(hash(path)',
    test: `${unit} go::archive`,
  },
  {
    name: 'replaced-go-mod',
    file: 'api/src/components/go/publish.rs',
    text: 'is_same.then(|| ().into_response()).ok_or_else(ApiError::made_of_the_file)',
    replacement: '(is_same || true).then(|| ().into_response()).ok_or_else(ApiError::made_of_the_file)',
    test: `${client}documents`,
  },
  {
    name: 'two-directories-in-a-zip-file',
    file: 'api/src/components/zipped.rs',
    text: 'if ends.next().is_some() {',
    replacement: 'if false {',
    test: `${unit} zipped`,
  },
];
