// Faults in the registry of Cargo.

const client = 'cargo test --workspace --test api clients::cargo::';

export default [
  {
    name: 'yanked-versions-chosen',
    file: 'api/src/components/cargo/index.rs',
    text: 'to_raw_value(&stored.yanked)',
    replacement: 'to_raw_value(&false)',
    test: `${client}cargo_publishes`,
  },
  {
    name: 'renamed-dependencies-the-wrong-way-round',
    file: 'api/src/components/cargo/publication.rs',
    text: 'Some(alias) => (alias, Some(sent.name)),',
    replacement: 'Some(alias) => (sent.name, Some(alias)),',
    test: `${client}cargo_publishes`,
  },
  {
    name: 'features-of-two-forms-in-one',
    file: 'api/src/components/cargo/publication.rs',
    text: "value.starts_with(\"dep:\") || value.contains(\"?/\")",
    replacement: "false && (value.starts_with(\"dep:\") || value.contains(\"?/\"))",
    test: `${client}cargo_publishes`,
  },
  {
    name: 'crate-of-another-version',
    file: 'api/src/components/cargo/archive.rs',
    text: 'if manifest.package.name != name || manifest.package.version != version {',
    replacement: 'if false && (manifest.package.name != name || manifest.package.version != version) {',
    test: 'cargo test -p waybill --lib cargo::archive',
  },
  {
    name: 'versions-that-differ-in-build-metadata',
    file: 'api/src/components/cargo/publication.rs',
    text: 'are_same(&stored.version, &version)',
    replacement: 'stored.version == version',
    test: `${client}what_is_no_version`,
  },
  {
    name: 'two-spellings-published-at-once',
    file: 'engine/platform/src/repositories/embedded/packages.rs',
    text: 'known.map_or(Ok(()), |known| admits(&known))?;',
    replacement: '',
    test: `${client}spellings`,
  },
  {
    name: 'more-than-announced-taken',
    file: 'api/src/components/cargo/upload.rs',
    text: 'None => Some(Err(SourceError::NotValid)),',
    replacement: 'None => Some(Ok(portion)),',
    test: `${client}what_is_no_version`,
  },
  {
    name: 'yanked-without-the-right',
    file: 'api/src/components/cargo.rs',
    text: 'client.require(Action::Write, &repository, path)?;',
    replacement: 'let _ = path;',
    test: `${client}cargo_prints`,
  },
];
