// Faults in repositories of Maven.

const api = 'cargo test --workspace --test api maven::';
const unit = 'cargo test -p waybill --lib maven::';

export default [
  {
    name: 'release-published-again',
    file: 'api/src/components/maven/publish.rs',
    text: 'if is_final { allowed.min(Overwriting::SameContent) } else { allowed }',
    replacement: 'if is_final { allowed } else { allowed }',
    test: `${api}releases::a_file_is_stored_once`,
  },
  {
    name: 'snapshot-replaced-without-the-right',
    file: 'engine/platform/src/repositories/embedded/packages.rs',
    text: 'check_overwriting(before.as_ref(), &content, overwriting)?;',
    replacement: '',
    test: 'cargo test -p waybill-platform --test repositories a_file_is_replaced_only',
  },
  {
    name: 'replaced-file-counted-twice',
    file: 'engine/platform/src/repositories/embedded/view/versions.rs',
    text: 'Some(files.remove(at))',
    replacement: 'Some(files[at].clone())',
    test: 'cargo test -p waybill-platform --test repositories a_file_is_replaced_only',
  },
  {
    name: 'version-without-its-pom-is-offered',
    file: 'api/src/components/maven/metadata.rs',
    text: 'places(stored).any(|(place, _)| place.is_pom())',
    replacement: '!stored.files.is_empty()',
    test: `${api}releases::a_file_is_stored_once`,
  },
  {
    name: 'versions-in-the-order-of-their-texts',
    file: 'api/src/components/maven/metadata.rs',
    text: 'let versions = sort(versions, |stored| &stored.version);',
    replacement: '',
    test: `${api}metadata::versions_are_in_the_order`,
  },
  {
    name: 'snapshot-as-the-release',
    file: 'api/src/components/maven/metadata.rs',
    text: 'find(|stored| !is_snapshot(&stored.version))',
    replacement: 'next()',
    test: `${api}metadata::versions_are_in_the_order`,
  },
  {
    name: 'oldest-build-of-a-snapshot',
    file: 'api/src/components/maven/metadata.rs',
    text: 'known.build < found.build',
    replacement: 'known.build > found.build',
    test: `${api}snapshots::the_newest_build`,
  },
  {
    name: 'wrong-checksum-is-accepted',
    file: 'api/src/components/maven.rs',
    text: 'is_same.then(|| created(Response::default())).ok_or_else(refused)',
    replacement: '(is_same || !is_same).then(|| created(Response::default())).ok_or_else(refused)',
    test: `${api}releases::a_checksum_that_is_sent`,
  },
  {
    name: 'checksum-of-a-hidden-file',
    file: 'api/src/components/maven.rs',
    text: 'client.require(Action::Read, &at.repository, path)?;',
    replacement: '',
    test: `${api}rights::`,
  },
  {
    name: 'metadata-accepted-from-everyone',
    file: 'api/src/components/maven.rs',
    text: 'if !client.rights().may_allow_below(Action::Write, &at.repository, folder) {',
    replacement: 'if false {',
    test: `${api}rights::`,
  },
  {
    name: 'pom-of-another-version',
    file: 'api/src/components/maven/pom.rs',
    text: 'if found != *expected {',
    replacement: 'if false && found != *expected {',
    test: `${unit}pom::`,
  },
  {
    name: 'document-types-in-poms',
    file: 'api/src/components/maven/xml.rs',
    text: 'Event::DocType(_) => return Err(XmlError::DocumentType),',
    replacement: 'Event::DocType(_) => {}',
    test: `${unit}xml::`,
  },
  {
    name: 'poms-of-any-depth',
    file: 'api/src/components/maven/xml.rs',
    text: 'if texts.len() == DEPTH_MAX {',
    replacement: 'if false {',
    test: `${unit}xml::`,
  },
  {
    name: 'groups-with-dots-in-their-folders',
    file: 'api/src/components/maven/layout.rs',
    text: "matches!(byte, b'_' | b'-')",
    replacement: "matches!(byte, b'_' | b'-' | b'.')",
    test: `${unit}layout::`,
  },
  {
    name: 'refused-after-the-whole-file',
    file: 'api/src/components/maven/publish.rs',
    text: 'check_announced(state, client, &at, &place, &announced).await?;',
    replacement: '',
    test: `${api}refused::a_refusal_comes_before`,
  },
];
