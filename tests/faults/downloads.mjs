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
  {
    name: 'refused-download-recorded-twice-in-an-hour',
    file: 'engine/platform/src/download_rules/violations.rs',
    text: 'if self.recorded.get(key).is_some_and(|known| is_within(*known, at)) {',
    replacement: 'if self.recorded.get(key).is_some_and(|known| false && is_within(*known, at)) {',
    test: 'cargo test -p waybill-platform violations::',
  },
  {
    name: 'refused-downloads-without-a-limit',
    file: 'engine/machines/src/machines/download_violations.rs',
    text: 'context.guard("too_many", violations >= DOWNLOAD_VIOLATIONS_MAX)',
    replacement: 'context.guard("too_many", false && violations >= DOWNLOAD_VIOLATIONS_MAX)',
    test: 'cargo test -p waybill-machines an_hour_has_only',
  },
];
