//! Files that are generated from the state machines are committed, and healed here when they are stale.
//! covers: [EVT-10]

use std::fs;
use std::path::Path;

#[test]
fn generated_files_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/generated");
    let mut stale = Vec::new();
    for (name, wanted) in waybill_machines::typescript::files() {
        let path = folder.join(name);
        if fs::read_to_string(&path).unwrap_or_default() != wanted {
            fs::create_dir_all(&folder).expect("the folder can be made");
            fs::write(&path, wanted).expect("a stale file can be rewritten");
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "{stale:?} were stale and have been rewritten; look at the diff");
}
