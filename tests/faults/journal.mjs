// Faults in the durable log.

const durable = 'cargo test --workspace --test durable';
const needsFiu = 'needs fiu-run (Debian\'s fiu-utils), without which the test says that it did not run';
const needsStrace = 'needs strace, without which the test says that it did not run';

export default [
  {
    name: 'gap-in-the-numbers-accepted',
    file: 'engine/journal/src/verify.rs',
    text: 'if place.seq != seq || place.prev != prev ||',
    replacement: 'if place.prev != prev ||',
    test: 'cargo test --workspace --test verify a_missing_number_is_found',
  },
  {
    name: 'chain-not-compared',
    file: 'engine/journal/src/verify.rs',
    text: 'if place.seq != seq || place.prev != prev ||',
    replacement: 'if place.seq != seq ||',
    test: 'cargo test --workspace --test verify flaws',
  },
  {
    name: 'missing-generation-accepted',
    file: 'engine/journal/src/durable/open.rs',
    text: 'if place > 0 && numbers[place - 1] + 1 != *number {',
    replacement: 'if false && place > 0 && numbers[place - 1] + 1 != *number {',
    test: `${durable} a_generation_that_is_missing`,
  },
  {
    name: 'torn-group-not-removed',
    file: 'engine/journal/src/durable/open.rs',
    text: 'if !torn.is_empty() {',
    replacement: 'if false && !torn.is_empty() {',
    test: `${durable} the_rest_of_a_group`,
  },
  {
    name: 'checksum-of-a-frame-not-checked',
    file: 'engine/journal/src/durable/frame.rs',
    text: 'if crc32fast::hash(&frame[8..]).to_le_bytes() != frame[4..8] {',
    replacement: 'if false && crc32fast::hash(&frame[8..]).to_le_bytes() != frame[4..8] {',
    test: 'cargo test -p waybill-journal --lib durable::frame',
  },
  {
    name: 'missing-head-accepted',
    file: 'engine/journal/src/durable/open.rs',
    text: 'let is_new = count == 0;',
    replacement: 'let is_new = count == 0 || true;',
    test: `${durable} a_history_other_than_that`,
  },
  {
    name: 'no-fdatasync-of-our-own',
    file: 'engine/journal/src/durable/active.rs',
    text: 'self.file.sync_data().map_err(',
    replacement: 'Ok::<(), std::io::Error>(()).map_err(',
    test: 'cargo test --workspace --test failing_disk --test power',
    survives: needsFiu,
  },
  {
    name: 'head-not-synced-before-the-rename',
    file: 'engine/journal/src/durable/head_file.rs',
    text: '    file.sync_all()?;\n    fs::rename(',
    replacement: '    fs::rename(',
    test: 'cargo test --workspace --test failing_disk --test power',
    survives: needsFiu,
  },
  {
    name: 'directory-not-synced',
    file: 'engine/journal/src/durable/head_file.rs',
    text: 'File::open(dir)?.sync_all()',
    replacement: 'File::open(dir).map(drop)',
    test: 'cargo test --workspace --test failing_disk --test power',
    survives: needsFiu,
  },
  {
    name: 'full-disk-called-damage',
    file: 'engine/journal/src/durable/open_error.rs',
    text: '            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::NoSpace { dir, what },\n            _ => Self::Io',
    replacement: '            _ => Self::Io',
    test: `${durable} diagnoses::`,
  },
  {
    name: 'lock-of-another-program-not-looked-for',
    file: 'engine/journal/src/durable/active.rs',
    text: '        file_lock::check(&dir.join(FILE))?;\n',
    replacement: '        let _ = file_lock::check;\n',
    test: `${durable} diagnoses::`,
  },
  {
    name: 'folder-above-a-new-one-not-synced',
    file: 'engine/journal/src/durable/head_file.rs',
    text: '        _ => sync_dir(parent),',
    replacement: '        _ => Ok(()),',
    test: 'cargo test --workspace --test first_start',
    survives: needsStrace,
  },
  {
    name: 'damage-taken-for-a-torn-write',
    file: 'engine/journal/src/durable/tail.rs',
    text: 'if later > frame && whole.as_ref().is_some_and(|header| header.begins) {',
    replacement: 'if false && later > frame && whole.as_ref().is_some_and(|header| header.begins) {',
    test: `${durable} newest::`,
  },
  {
    name: 'torn-write-dropped-silently',
    file: 'engine/journal/src/durable/tail.rs',
    text: 'if later == frame || whole.is_some() {',
    replacement: 'if false && (later == frame || whole.is_some()) {',
    test: `${durable} newest::`,
  },
];
