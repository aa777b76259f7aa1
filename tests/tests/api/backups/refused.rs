//! What is no backup, no data directory, or of a newer build.

use std::fs;

use waybill_platform::secret::sha256_hex;
use waybill_tests::Place;

use super::{about, backed_up, is_empty, shown, tried};
use crate::secrets::files;

#[test]
fn what_cannot_be_used_is_refused_and_a_newer_build_is_named() {
    let place = Place::new();
    let server = place.start();
    let to = shown(&place, "backups");
    backed_up(&place, &to);
    assert_eq!(tried(&place, &format!("restore {to}")).0, Some(2), "a server uses it");
    fs::create_dir(place.path("mine")).expect("a folder");
    fs::write(place.path("mine/letter"), "mine").expect("a file");
    let mine = shown(&place, "mine");
    assert_eq!(tried(&place, &format!("backup {mine}")).0, Some(2));
    assert_eq!(about(&place, &format!("backup list {mine}")).0, Some(2));
    let restored = Place::new();
    assert_eq!(tried(&restored, &format!("restore {mine}")).0, Some(2));
    assert_eq!(tried(&restored, &format!("restore {to} --name none")).0, Some(2));
    assert_eq!(tried(&Place::new(), &format!("backup {to}")).0, Some(2), "there is no data");

    // A downgrade: the journals, and then the backup itself, are of a newer format.
    let format = place.data().join("journal/platform/FORMAT");
    let known = fs::read(&format).expect("a format");
    fs::write(&format, "waybill-journal 99\n").expect("another");
    let newer = shown(&place, "newer");
    backed_up(&place, &newer);
    fs::write(&format, known).expect("as it was");
    let refused = |from: &str| {
        let (code, printed) = tried(&restored, &format!("restore {from}"));
        assert_eq!(code, Some(2), "{printed}");
        assert!(printed.contains("newer Waybill"), "{printed}");
        assert!(is_empty(&restored));
    };
    refused(&newer);
    let list = files(&place.path("backups/snapshots")).remove(0);
    let text = fs::read_to_string(&list).expect("a list");
    let (json, _) = text.trim_end().rsplit_once('\n').expect("a digest");
    let json = json.replace("\"format\": 1", "\"format\": 99");
    let digest = sha256_hex(json.as_bytes());
    fs::write(&list, format!("{json}\n{digest}\n")).expect("another");
    refused(&to);
    drop(server);
}
