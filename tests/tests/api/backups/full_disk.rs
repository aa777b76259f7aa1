//! Disks that are full or fail, on either side of a backup.

use std::fs;
use std::path::Path;
use std::process::Command;

use waybill_tests::{Place, waybill};

use crate::can_trace;

use super::{about, backed_up, done, is_empty, shown, sound, text, tried};

/// A file that compression makes no smaller.
fn noise(bytes: usize) -> Vec<u8> {
    let mut number = 1_u64;
    let mut next = || {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        number.to_le_bytes()[7]
    };
    (0..bytes).map(|_| next()).collect()
}

/// Runs a command that may write no file of more than 1 MB, which is like a disk that is full.
fn limited(place: &Place, command: &str) -> (Option<i32>, String) {
    let script = format!(
        "trap '' XFSZ; ulimit -f 2000; exec {} {command} --data {}",
        waybill().display(),
        place.data().display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    (output.status.code(), text(&output))
}

/// Runs a command for which a system call on a file fails with an I/O error.
fn failing(place: &Place, call: &str, file: &Path, command: &str) -> (Option<i32>, String) {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-o", "/dev/null", "-P"]).arg(file);
    strace.arg("-e").arg(format!("inject={call}:error=EIO")).arg(waybill());
    strace.args(command.split(' '));
    if command.starts_with("restore") {
        strace.arg("--data").arg(place.data());
    }
    let output = strace.output().expect("it starts");
    (output.status.code(), text(&output))
}

#[test]
fn a_backup_without_room_is_none_and_the_next_one_goes_on() {
    let place = Place::new();
    let server = place.start();
    let to = shown(&place, "backups");
    let first = backed_up(&place, &to);
    let large = place.data().join("logo/large");
    fs::write(&large, noise(3_000_000)).expect("a file");
    for target in [to.clone(), shown(&place, "one.tar.zst")] {
        let (code, printed) = limited(&place, &format!("backup {target}"));
        assert_eq!(code, Some(2), "{printed}");
        assert!(printed.contains("there is no room for"), "{printed}");
        assert!(printed.contains("no part of this one counts"), "{printed}");
    }
    assert!(!place.path("one.tar.zst").exists());
    assert!(!place.path("backups/incoming").exists(), "it takes up no room");
    let listed = about(&place, &format!("backup list {to}")).1;
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert_eq!(about(&place, &format!("backup verify {to}")).0, Some(0));

    let next = backed_up(&place, &to);
    let restored = Place::new();
    done(&restored, &format!("restore {to}"));
    sound(&restored);
    for name in [&first["name"], &next["name"]] {
        let name = name.as_str().expect("a name");
        assert_eq!(about(&place, &format!("backup verify {to} --name {name}")).0, Some(0));
    }
    // A directory without room is no reason to give the backup up.
    let restored = Place::new();
    let (code, printed) = limited(&restored, &format!("restore {to}"));
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("there is no room for"), "{printed}");
    assert!(!printed.contains("earlier backups"), "{printed}");
    assert!(is_empty(&restored));
    drop(server);
}

#[test]
fn a_failing_disk_is_no_damage_of_the_backup() {
    if !can_trace() {
        return;
    }
    let place = Place::new();
    let server = place.start();
    fs::write(place.data().join("logo/large"), noise(3_000_000)).expect("a file");
    let (folder, one) = (shown(&place, "backups"), shown(&place, "one.tar.zst"));
    for to in [&folder, &one] {
        backed_up(&place, to);
        // The disk to which it is restored.
        let restored = Place::new();
        let target = restored.data().join("logo/large");
        let (code, printed) = failing(&restored, "write", &target, &format!("restore {to}"));
        assert_eq!(code, Some(2), "{printed}");
        assert!(printed.contains(&target.display().to_string()), "{printed}");
        assert!(!printed.contains("it was changed") && !printed.contains("damaged"), "{printed}");
        assert!(is_empty(&restored));
    }
    // The disk of the backup.
    let (code, printed) = failing(&place, "read", Path::new(&one), &format!("backup verify {one}"));
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("Input/output error"), "{printed}");
    let object = fs::read_dir(place.path("backups/objects")).expect("objects").flatten();
    let object = object.flat_map(|folder| fs::read_dir(folder.path()).expect("objects").flatten());
    let is_large =
        |path: &std::path::PathBuf| fs::metadata(path).is_ok_and(|it| it.len() == 3_000_000);
    let object = object.map(|entry| entry.path()).find(is_large).expect("the large one");
    let (code, printed) = failing(&place, "read", &object, &format!("backup verify {folder}"));
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains("cannot be read: Input/output error"), "{printed}");
    assert!(!printed.contains("it was changed"), "{printed}");
    // What is backed up.
    let large = place.data().join("logo/large");
    let again = shown(&place, "again");
    let command = format!("backup {again} --data {}", place.data().display());
    let (code, printed) = failing(&place, "read", &large, &command);
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("reading logo/large of the data directory"), "{printed}");
    assert_eq!(tried(&place, &format!("backup {again}")).0, Some(0));
    drop(server);
}

/// A generation that the disk does not give is none that was changed: another attempt, or a copy, may succeed.
#[test]
fn a_disk_that_cannot_read_a_journal_is_no_damage_of_it() {
    if !can_trace() {
        return;
    }
    let (first, place) = (Place::new(), Place::new());
    drop(first.start());
    let copy = shown(&first, "backups");
    backed_up(&first, &copy);
    // All of its generations are sealed.
    done(&place, &format!("restore {copy}"));
    let sealed = place.data().join("journal/platform/gen-000001/sealed");
    let command = format!("fsck --data {}", place.data().display());
    let (code, printed) = failing(&place, "pread64", &sealed, &command);
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("Input/output error"), "{printed}");
    assert!(!printed.contains("damaged"), "{printed}");
    sound(&place);
}
