// Faults in what is recorded of downloads.

const api = 'cargo test --workspace --test api -- downloads::';

export default [
  {
    name: 'head-counted-as-a-download',
    file: 'api/src/downloads.rs',
    text: '    if is_head {',
    replacement: '    if is_head && part.to == 0 {',
    test: `${api}each_download_is_one_line`,
  },
  {
    name: 'lines-not-compared-with-their-digest',
    file: 'engine/platform/src/downloads/proof.rs',
    text: 'if found.lines() == *lines {',
    replacement: 'if found.count == lines.count {',
    test: `${api}each_download_is_one_line`,
  },
  {
    name: 'lines-of-a-killed-server-not-recorded',
    file: 'engine/platform/src/downloads/recover.rs',
    text: 'if begins < *minute || *seen <= *lines {',
    replacement: 'if begins <= *minute || *seen <= *lines {',
    test: 'cargo test -p waybill-platform downloads::',
  },
  {
    name: 'download-sent-without-its-record',
    file: 'api/src/downloads.rs',
    text: 'is_audited: repository.settings.audit == Audit::Full,',
    replacement: 'is_audited: repository.settings.audit == Audit::Full && file.path.is_empty(),',
    test: `${api}a_repository_with_full_audit`,
  },
];
