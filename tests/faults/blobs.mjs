// Faults in collecting the contents that no record names.

const service = 'cargo test -p waybill-platform --test repositories';
const store = 'cargo test --workspace --test api clients::long::s3::';
const gc = 'cargo test --workspace --test api gc::';

export default [
  {
    name: 'no-lease-until-the-record',
    file: 'engine/platform/src/repositories/embedded/storing.rs',
    text: '        let path = new.at.path;\n',
    replacement: '        drop(lease);\n        let lease = ();\n        let path = new.at.path;\n',
    test: `${service} a_collection_without_grace`,
  },
  {
    name: 'dry-run-removes',
    file: 'engine/blobs/src/blobs.rs',
    text: 'if sweeping == Sweeping::Remove {',
    replacement: 'if true || sweeping == Sweeping::Remove {',
    test: 'cargo test -p waybill-blobs --test blobs a_sweep_takes',
  },
  {
    name: 'unused-since-is-not-written',
    file: 'engine/platform/src/repositories/embedded/sweep.rs',
    text: 'Sweeping::Remove => self.inner.view.note_unused(&noted),',
    replacement: 'Sweeping::Remove => Ok(()),',
    test: `${service} contents_that_no_file`,
  },
  {
    name: 'unused-since-before-it-was-used',
    file: 'engine/platform/src/repositories/embedded/view/apply.rs',
    text: 'unused.remove(blob.as_bytes()).map_err(of_view)?;',
    replacement: 'let _ = &mut unused;',
    test: `${service} contents_that_no_file`,
  },
  {
    name: 'collection-is-not-recorded',
    file: 'api/src/cli/gc.rs',
    text: 'if !self.dry_run {\n            server_acts',
    replacement: 'if false && !self.dry_run {\n            server_acts',
    test: `${gc} unused_contents_are_removed`,
  },
  {
    name: 's3-contents-of-others',
    file: 'engine/blobs/src/s3/ownership.rs',
    text: 'if found.installation == *installation && found.history == *history {',
    replacement: 'if true || found.installation == *installation && found.history == *history {',
    test: `${store} a_configuration_that_does_not_fit`,
  },
  {
    name: 's3-abandoned-uploads-stay',
    file: 'engine/blobs/src/s3/abandoned.rs',
    text: 'self.abort(upload).await?;',
    replacement: 'let _ = (self, upload);',
    test: `${store} of_an_upload_that_was_killed`,
  },
  {
    name: 's3-prefix-leads-out',
    file: 'engine/blobs/src/s3/settings.rs',
    text: 'is_word(name, b".-_") && name != "." && name != ".."',
    replacement: 'is_word(name, b".-_")',
    test: 'cargo test -p waybill-blobs --lib settings_lead',
  },
];
