//! Backups that root makes and restores for a server that runs as a user of its own.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, lchown};
use std::path::Path;
use std::process::Command;

use waybill_tests::{Place, waybill};

use super::{backed_up, done, shown, sound, text, tried};
use crate::secrets::files;

/// A user that no program here runs as.
const USER: u32 = 1234;

/// A place whose data directory belongs to the user, and whose server runs as that user; `None` if this process may not
/// give files away.
fn place() -> Option<Place> {
    let user = USER.to_string();
    let place =
        Place::new().started_by(&["setpriv", "--reuid", &user, "--regid", &user, "--clear-groups"]);
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(place.path(""), open).expect("others may look in");
    fs::create_dir(place.data()).expect("a folder");
    if lchown(place.data(), Some(USER), Some(USER)).is_err() {
        println!("NOT RUN: giving files away needs root");
        eprintln!("NOT RUN: giving files away needs root");
        return None;
    }
    Some(place)
}

fn are_the_users(folder: &Path) {
    for file in files(folder) {
        let metadata = fs::symlink_metadata(&file).expect("it is there");
        assert_eq!((metadata.uid(), metadata.gid()), (USER, USER), "{}", file.display());
        let above = fs::metadata(file.parent().expect("a folder")).expect("it is there");
        assert_eq!(above.uid(), USER, "{}", file.display());
    }
}

#[test]
fn root_leaves_no_files_that_the_servers_user_cannot_use() {
    let Some(place) = place() else { return };
    let server = place.start();
    done(&place, "user add ann --admin");
    let to = shown(&place, "backups");
    backed_up(&place, &to);
    server.stop();
    are_the_users(&place.data());

    // Reading changes nothing, and root changes nothing while no server runs.
    backed_up(&place, &to);
    sound(&place);
    for command in ["user add bob", "user list", "fsck --repair --yes"] {
        let (code, printed) = tried(&place, command);
        assert_eq!(code, Some(2), "{command}: {printed}");
        assert!(printed.contains("sudo -u '#1234'"), "{command}: {printed}");
    }
    are_the_users(&place.data());

    let Some(restored) = self::place() else { return };
    done(&restored, &format!("restore {to}"));
    are_the_users(&restored.data());
    let server = restored.start();
    done(&restored, "user add bob");
    server.stop();
    are_the_users(&restored.data());
}

#[test]
fn a_folder_of_backups_stays_its_owners() {
    let Some(place) = place() else { return };
    let server = place.start();
    let folder = place.path("backups");
    fs::create_dir(&folder).expect("a folder");
    lchown(&folder, Some(USER), Some(USER)).expect("it is given away");
    let to = shown(&place, "backups");
    backed_up(&place, &to);
    are_the_users(&folder);
    // The server's user goes on.
    let user = USER.to_string();
    let mut command = Command::new("setpriv");
    command.args(["--reuid", &user, "--regid", &user, "--clear-groups"]).arg(waybill());
    command.args(["backup", &to, "--data"]).arg(place.data());
    let output = command.output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    done(&place, &format!("backup {to}"));
    are_the_users(&folder);
    drop(server);
}
