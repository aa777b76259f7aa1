//! Backups that root makes and restores for a server that runs as a user of its own.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, lchown, symlink};
use std::path::Path;
use std::process::Command;

use waybill_tests::{Place, can_run, waybill};

use super::{about, backed_up, done, shown, sound, text, tried};
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
    let is_given_away = lchown(place.data(), Some(USER), Some(USER)).is_ok();
    can_run(is_given_away, "giving files away needs root").then_some(place)
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
    let to = users_folder(&place);
    backed_up(&place, &to);
    server.stop();
    are_the_users(&place.data());

    // Without a server the command is carried on as the user.
    backed_up(&place, &to);
    sound(&place);
    for command in ["user add bob", "user list", "release-bundle list", "fsck --repair --yes"] {
        let (code, printed) = tried(&place, command);
        assert_eq!(code, Some(0), "{command}: {printed}");
        are_the_users(&place.data());
    }
    are_the_users(&place.path("backups"));
    // The records name who has started it.
    let list = done(&place, "audit list --platform");
    let users = list.split_whitespace().filter(|word| word.starts_with("user/"));
    let shown_logs = users.map(|user| done(&place, &format!("audit show {user} --json")));
    let logs: Vec<String> = shown_logs.collect();
    assert_eq!(logs.len(), 2, "{list}");
    for log in logs {
        assert!(log.contains("\"os_uid\":0"), "{log}");
        assert!(!log.contains("\"os_uid\":1234"), "{log}");
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

/// A folder for backups that belongs to the user.
fn users_folder(place: &Place) -> String {
    let folder = place.path("backups");
    fs::create_dir(&folder).expect("a folder");
    lchown(&folder, Some(USER), Some(USER)).expect("it is given away");
    shown(place, "backups")
}

#[test]
fn root_follows_no_links_of_the_servers_user() {
    let Some(place) = place() else { return };
    place.start().stop();
    let to = users_folder(&place);
    backed_up(&place, &to);
    let own = place.path("own");
    fs::create_dir(&own).expect("a folder");
    fs::set_permissions(&own, fs::Permissions::from_mode(0o700)).expect("it is root's");
    let secret = own.join("secret");
    fs::write(&secret, "what only root may read").expect("a file");

    // What is read for a backup.
    let link = place.data().join("logo/link");
    symlink(&secret, &link).expect("a link");
    let (code, printed) = tried(&place, &format!("backup {to}"));
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("Permission denied"), "{printed}");
    fs::remove_file(&link).expect("it is removed");

    // What is written beside it, and what is removed from it.
    let folder = place.path("backups");
    symlink(&secret, folder.join("compared.new")).expect("a link");
    symlink(&own, folder.join("incoming")).expect("a link");
    let _ = about(&place, &format!("backup prune {to}"));
    let _ = tried(&place, &format!("backup {to}"));
    let text = fs::read_to_string(&secret).expect("it is there");
    assert_eq!(text, "what only root may read");

    // Root's own data directory is not stored where the user could lead it elsewhere.
    let roots = Place::new();
    roots.start().stop();
    let (code, printed) = tried(&roots, &format!("backup {to}"));
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("name a folder that belongs to root"), "{printed}");
}

/// systemd's `DynamicUser` has the data directory below one that is closed for all but root.
#[test]
fn the_directory_may_lie_where_its_user_cannot_reach_it() {
    let Some(place) = place() else { return };
    place.start().stop();
    let to = users_folder(&place);
    let private = place.path("private");
    fs::create_dir(&private).expect("a folder");
    fs::set_permissions(&private, fs::Permissions::from_mode(0o700)).expect("it is closed");
    let data = private.join("data");
    fs::rename(place.data(), &data).expect("it is moved");
    symlink(&data, place.data()).expect("a link");
    for command in ["user add ann", "fsck", "fsck --repair --yes", &format!("backup {to}")] {
        let (code, printed) = tried(&place, command);
        assert_eq!(code, Some(0), "{command}: {printed}");
        are_the_users(&data);
    }
    fs::remove_dir_all(&data).expect("it is removed");
    fs::create_dir(&data).expect("a folder");
    lchown(&data, Some(USER), Some(USER)).expect("it is given away");
    done(&place, &format!("restore {to}"));
    are_the_users(&data);
    let (code, printed) = about(&place, &format!("backup prune {to} --keep 1"));
    assert_eq!(code, Some(0), "{printed}");
    sound(&place);
}

#[test]
fn a_folder_of_backups_stays_its_owners() {
    let Some(place) = place() else { return };
    let server = place.start();
    let folder = place.path("backups");
    let to = users_folder(&place);
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
