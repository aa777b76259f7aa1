//! Encrypted backups.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use waybill_tests::{Place, waybill};

use super::{about, done, is_empty, shown, sound, text, tried};
use crate::secrets::files;

#[test]
fn an_encrypted_backup_needs_its_key() {
    let place = Place::new();
    let server = place.start();
    done(&place, "user add ann --admin");
    fs::write(place.path("right"), "a passphrase\n").expect("a file");
    fs::write(place.path("wrong"), "another\n").expect("a file");
    let [right, wrong] = ["right", "wrong"].map(|name| shown(&place, name));
    for name in ["folder", "one.tar.zst.age"] {
        let to = shown(&place, name);
        done(&place, &format!("backup {to} --passphrase-file {right}"));
        if name == "folder" {
            // Another one needs no passphrase, and neither does comparing what is stored.
            done(&place, &format!("backup {to}"));
            assert_eq!(about(&place, &format!("backup verify {to}")).0, Some(0));
        }
        let verify =
            |key: &str| about(&place, &format!("backup verify {to} --passphrase-file {key}"));
        assert_eq!(verify(&right).0, Some(0), "{}", verify(&right).1);
        assert_eq!(verify(&wrong).0, Some(2), "{}", verify(&wrong).1);
        let restored = Place::new();
        for keys in [String::new(), format!(" --passphrase-file {wrong}")] {
            let (code, printed) = tried(&restored, &format!("restore {to}{keys}"));
            assert_eq!(code, Some(2), "{printed}");
            assert!(printed.contains("cannot be decrypted"), "{printed}");
            assert!(is_empty(&restored));
        }
        done(&restored, &format!("restore {to} --passphrase-file {right}"));
        sound(&restored);
        // Nothing of the vault can be read in it.
        let key = fs::read(place.data().join("vault/master.key")).expect("a key");
        let stored = if name == "folder" { files(Path::new(&to)) } else { vec![to.clone().into()] };
        for path in stored {
            let bytes = fs::read(&path).expect("a file");
            assert!(!bytes.windows(key.len()).any(|part| part == key), "{}", path.display());
        }
    }
    drop(server);
}

#[test]
fn of_two_first_backups_at_once_one_decides_for_the_folder() {
    let place = Place::new();
    let server = place.start();
    let to = shown(&place, "folder");
    let children = ["one", "two"].map(|name| {
        let key = place.path(name);
        fs::write(&key, format!("passphrase {name}\n")).expect("a file");
        let mut command = Command::new(waybill());
        command.args(["backup", &to, "--passphrase-file"]).arg(&key);
        command.arg("--data").arg(place.data()).stdout(Stdio::piped()).stderr(Stdio::piped());
        (key, command.spawn().expect("it starts"))
    });
    let mut made = 0;
    for (key, child) in children {
        let output = child.wait_with_output().expect("it ends");
        let key = key.display();
        if output.status.success() {
            made += 1;
            done(&Place::new(), &format!("restore {to} --passphrase-file {key}"));
        } else {
            assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        }
    }
    assert_eq!(made, 1);
    drop(server);
}
