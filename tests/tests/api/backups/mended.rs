//! Damaged files of earlier backups, which the next backup stores again.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use serde_json::Value;
use waybill_tests::Place;

use super::{about, backed_up, done, flip, shown, sound, tried};

/// The path of a file in the data directory.
const PATH: &str = "logo/image";

/// Where a folder stores the content of a file, as `list` names it.
fn object(list: &Path, path: &str) -> PathBuf {
    let text = fs::read_to_string(list).expect("a list");
    let (json, _) = text.trim_end().rsplit_once('\n').expect("a digest");
    let list_json: Value = serde_json::from_str(json).expect("JSON");
    let files = list_json["files"].as_array().expect("files").iter();
    let digest = files.filter(|file| file["path"] == path).find_map(|file| file["sha256"].as_str());
    let digest = digest.expect("the file is in the list");
    let folder = list.parent().and_then(Path::parent).expect("a folder of backups");
    folder.join("objects").join(&digest[..2]).join(digest)
}

fn list(place: &Place, folder: &str, made: &Value) -> PathBuf {
    let name = made["name"].as_str().expect("a name");
    place.path(folder).join(format!("snapshots/{name}.json"))
}

fn shorten(object: &Path) {
    let file = OpenOptions::new().write(true).open(object).expect("an object");
    file.set_len(file.metadata().expect("its length").len() / 2).expect("it is shorter");
}

#[test]
fn a_damaged_file_of_earlier_backups_is_stored_again() {
    let place = Place::new();
    let server = place.start();
    fs::write(place.data().join(PATH), vec![7; 50_000]).expect("a file");
    fs::write(place.path("key"), "a passphrase\n").expect("a file");
    for (folder, keys) in [("plain", None), ("sealed", Some(shown(&place, "key")))] {
        let to = shown(&place, folder);
        let options = keys.as_ref().map(|key| format!(" --passphrase-file {key}"));
        let options = options.unwrap_or_default();
        let first: Value =
            serde_json::from_str(&done(&place, &format!("backup {to}{options} --json")))
                .expect("JSON");
        let object = object(&list(&place, folder, &first), PATH);
        let damages: [fn(&Path); 3] = [
            shorten,
            |object| flip(object, 300),
            |object| fs::remove_file(object).expect("it is removed"),
        ];
        for (number, damage) in damages.into_iter().enumerate() {
            damage(&object);
            assert_eq!(about(&place, &format!("backup verify {to}")).0, Some(1), "{number}");
            let made = backed_up(&place, &to);
            let mended = made["mended"].as_array().expect("files");
            assert_eq!(mended.len(), 1, "{folder} {number}: {made}");
            let text = mended[0].as_str().expect("a text");
            assert!(text.contains(PATH), "{folder} {number}: {text}");
            assert!(text.contains(&object.display().to_string()), "{folder} {number}: {text}");
            // Earlier backups are whole again too, whether they are compared as they are stored or decrypted.
            let name = first["name"].as_str().expect("a name");
            for options in [options.as_str(), ""] {
                for name in [name, made["name"].as_str().expect("a name")] {
                    let verify = format!("backup verify {to} --name {name}{options}");
                    let (code, printed) = about(&place, &verify);
                    assert_eq!(code, Some(0), "{folder} {number}: {printed}");
                }
            }
            assert_eq!(backed_up(&place, &to)["mended"].as_array().map(Vec::len), Some(0));
        }
        let name = first["name"].as_str().expect("a name");
        let restored = Place::new();
        done(&restored, &format!("restore {to} --name {name}{options}"));
        sound(&restored);
    }
    drop(server);
}

#[test]
fn damage_of_earlier_backups_that_cannot_be_mended_is_named() {
    let place = Place::new();
    let server = place.start();
    fs::write(place.data().join(PATH), vec![7; 50_000]).expect("a file");
    let to = shown(&place, "backups");
    let first = backed_up(&place, &to);
    let object = object(&list(&place, "backups", &first), PATH);
    fs::remove_file(place.data().join(PATH)).expect("it is removed");
    for damage in [shorten, |object: &Path| fs::remove_file(object).expect("it is removed")] {
        damage(&object);
        let (code, printed) = tried(&place, &format!("backup {to}"));
        assert_eq!(code, Some(1), "{printed}");
        let expected = format!("{PATH} ({}) is damaged or missing", object.display());
        assert!(printed.contains(&expected), "{printed}");
        // The new one is complete.
        assert_eq!(about(&place, &format!("backup verify {to}")).0, Some(0));
    }
    drop(server);
}
