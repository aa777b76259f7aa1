//! Giving up old backups.

use std::fs;

use serde_json::Value;
use waybill_tests::Place;

use super::{about, backed_up, done, flip, shown, sound};
use crate::secrets::files;

fn pruned(place: &Place, command: &str) -> Value {
    let (code, printed) = about(place, &format!("backup prune {command} --json"));
    assert_eq!(code, Some(0), "{printed}");
    serde_json::from_str(&printed).expect("JSON")
}

#[test]
fn old_backups_are_removed_with_what_only_they_use() {
    let place = Place::new();
    let server = place.start();
    let to = shown(&place, "backups");
    let changed = place.data().join("logo/changed");
    let mut names = Vec::new();
    for number in 0..4_u8 {
        fs::write(&changed, vec![number; 10_000]).expect("a file");
        names.push(backed_up(&place, &to)["name"].as_str().expect("a name").to_owned());
    }
    let stored = || files(&place.path("backups/objects"));
    let before = stored();
    let nothing = pruned(&place, &to);
    assert_eq!((&nothing["files"], &nothing["removed"]), (&0.into(), &serde_json::json!([])));

    // What is not named by a digest belongs to someone else, and what was being written to no backup.
    let foreign = before[0].parent().expect("a folder").join("notes");
    fs::write(&foreign, "mine").expect("a file");
    fs::create_dir(place.path("backups/incoming")).expect("a folder");
    fs::write(place.path("backups/incoming/1"), "a part").expect("a file");
    let command = format!("{to} --keep 2");
    let would = pruned(&place, &format!("{command} --dry-run"));
    assert_eq!(would["removed"].as_array().map(Vec::len), Some(2), "{would}");
    assert!(would["files"].as_u64() >= Some(3), "{would}");
    assert_eq!(stored().len(), before.len() + 1, "a dry run removes nothing");
    let mut done_so = pruned(&place, &command);
    assert_eq!(done_so["dry_run"], false);
    done_so["dry_run"] = true.into();
    assert_eq!(done_so, would);
    assert!(foreign.exists() && !place.path("backups/incoming/1").exists());
    assert!(would["bytes"].as_u64() >= Some(20_000), "{would}");
    assert_eq!(pruned(&place, &command)["files"], 0);

    for (number, name) in names.iter().enumerate() {
        let (code, printed) = about(&place, &format!("backup verify {to} --name {name}"));
        assert_eq!(code, Some(if number < 2 { 2 } else { 0 }), "{number}: {printed}");
    }
    // A backup that was given up by removing its list leaves what only it used.
    fs::remove_file(place.path(&format!("backups/snapshots/{}.json", names[2]))).expect("removed");
    assert!(pruned(&place, &to)["bytes"].as_u64() >= Some(10_000));
    let restored = Place::new();
    done(&restored, &format!("restore {to}"));
    sound(&restored);
    backed_up(&place, &to);
    assert_eq!(about(&place, &format!("backup verify {to}")).0, Some(0));
    drop(server);
}

#[test]
fn nothing_is_removed_while_it_is_not_known_what_a_backup_needs() {
    let place = Place::new();
    let server = place.start();
    let to = shown(&place, "backups");
    let changed = place.data().join("logo/changed");
    for number in 0..2_u8 {
        fs::write(&changed, vec![number; 10_000]).expect("a file");
        backed_up(&place, &to);
    }
    drop(server);
    let before = files(&place.path("backups"));
    let mut lists = files(&place.path("backups/snapshots"));
    lists.sort();
    flip(&lists[0], 100);
    for command in [to.clone(), format!("{to} --keep 2")] {
        let (code, printed) = about(&place, &format!("backup prune {command}"));
        assert_eq!(code, Some(1), "{printed}");
        assert!(printed.contains(&lists[0].display().to_string()), "{printed}");
    }
    assert_eq!(about(&place, &format!("backup prune {to} --keep 0")).0, Some(2));
    let lock = fs::File::open(place.path("backups/lock")).expect("a lock");
    lock.lock().expect("it is locked");
    let (code, printed) = about(&place, &format!("backup prune {to} --keep 1"));
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("another backup is being made"), "{printed}");
    assert_eq!(files(&place.path("backups")), before);
    drop(lock);
    // The damaged one may go.
    pruned(&place, &format!("{to} --keep 1"));
    assert_eq!(about(&place, &format!("backup verify {to}")).0, Some(0));
}
