//! Backups of the real server: made while it works, restored into another directory, interrupted and damaged.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Browser, Place, Request, Server, Tab, run, waybill};

use crate::logo::{png, upload};
use crate::secrets::files;
use crate::{ANN, PASSWORD, own, signed_in};

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

/// Runs a command on the data directory of a place, and returns its exit code and all that it printed.
fn tried(place: &Place, command: &str) -> (Option<i32>, String) {
    let arguments: Vec<&str> = command.split(' ').chain(["--data", "{data}"]).collect();
    let output = place.run(&arguments);
    (output.status.code(), text(&output))
}

fn done(place: &Place, command: &str) -> String {
    let (code, text) = tried(place, command);
    assert_eq!(code, Some(0), "{command}: {text}");
    text
}

/// A command about a backup, which takes no data directory.
fn about(place: &Place, command: &str) -> (Option<i32>, String) {
    let output = place.run(&command.split(' ').collect::<Vec<_>>());
    (output.status.code(), text(&output))
}

fn shown(place: &Place, name: &str) -> String {
    place.path(name).display().to_string()
}

fn backed_up(place: &Place, to: &str) -> Value {
    serde_json::from_str(&done(place, &format!("backup {to} --json"))).expect("JSON")
}

/// Asserts that everything in a data directory verifies, and comes out again as it was decided.
fn sound(place: &Place) {
    for command in ["fsck", "audit verify", "audit replay", "audit replay --platform"] {
        done(place, command);
    }
}

/// The number of records of each session.
fn records(place: &Place) -> Vec<(String, u64)> {
    let listed: Value = serde_json::from_str(&done(place, "audit list --json")).expect("JSON");
    let rows = listed.as_array().expect("rows").iter();
    rows.map(|row| {
        let session = row["session"].as_str().expect("an id").to_owned();
        (session, row["records"].as_u64().expect("a number"))
    })
    .collect()
}

async fn with_token(server: &Server, token: &str) -> u16 {
    let request = Request::new("GET", "release_bundles");
    let request = request.header("authorization", &format!("Bearer {token}"));
    Browser::new(server).send(request).await.status
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("its bytes");
    bytes[at] ^= 4;
    fs::write(path, bytes).expect("it is changed");
}

fn is_empty(place: &Place) -> bool {
    fs::read_dir(place.data()).is_ok_and(|mut entries| entries.next().is_none())
}

/// Works until it is asked to stop: signs in, navigates, and changes accounts.
async fn work(address: std::net::SocketAddr, stop: &AtomicBool) -> u64 {
    let mut browser = Browser::at(address);
    browser.visit().await;
    browser.sign_in(ANN, PASSWORD).await;
    let mut tab = Tab::open(&mut browser).await;
    tab.settle("/ui/").await;
    let mut commands = 0;
    while !stop.load(Ordering::Relaxed) {
        tab.go(if commands % 2 == 0 { "/ui/admin" } else { "/ui/" }).await;
        commands += 1;
    }
    commands
}

#[test]
fn a_backup_under_load_is_one_cut_and_is_restored() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        assert_eq!(upload(&mut ann, png(32, 8, &vec![7; 50_000])).await.status, 200);
        let token = done(&place, "token make --user ann");
        let token = token.lines().last().expect("a token").to_owned();
        assert_eq!(with_token(&server, &token).await, 200);

        let (stop, to) = (AtomicBool::new(false), shown(&place, "backups"));
        let address = server.address();
        let before = records(&place);
        let (first, last) = thread::scope(|scope| {
            let load: Vec<_> = (0..3)
                .map(|_| {
                    scope.spawn(|| {
                        let mut commands = 0;
                        run(async { commands = work(address, &stop).await });
                        commands
                    })
                })
                .collect();
            let accounts = scope.spawn(|| {
                let mut made = 0;
                while !stop.load(Ordering::Relaxed) {
                    done(&place, &format!("user add u{made}"));
                    done(&place, &format!("user reset-password u{made}"));
                    made += 1;
                }
                made
            });
            let first = backed_up(&place, &to);
            for _ in 0..3 {
                backed_up(&place, &to);
                thread::sleep(Duration::from_millis(200));
            }
            let last = backed_up(&place, &to);
            stop.store(true, Ordering::Relaxed);
            let commands: u64 = load.into_iter().map(|one| one.join().expect("it works")).sum();
            let made = accounts.join().expect("it works");
            assert!(commands > 20 && made > 2, "{commands} commands, {made} accounts");
            (first, last)
        });
        // The first one has the logo, which no later one copies again.
        assert!(first["copied_bytes"].as_u64() > Some(50_000), "{first}");
        assert!(last["bytes"].as_u64() > first["bytes"].as_u64(), "{first} {last}");
        let new_bytes = last["bytes"].as_u64().expect("a number") - 50_000;
        assert!(last["copied_bytes"].as_u64() <= Some(new_bytes), "{last}");
        assert_eq!(ann.get("ui/auth/sessions").await.status, 200);
        assert!(server.stop().success());

        for made in [&first, &last] {
            let name = made["name"].as_str().expect("a name");
            assert_eq!(about(&place, &format!("backup verify {to} --name {name}")).0, Some(0));
            let restored = Place::new();
            done(&restored, &format!("restore {to} --name {name}"));
            sound(&restored);
            // What was acknowledged before is in it.
            let found = records(&restored);
            for (session, count) in &before {
                assert!(found.iter().any(|(id, has)| id == session && has >= count), "{session}");
            }
            let server = restored.start();
            assert_eq!(with_token(&server, &token).await, 401);
            // The cookie of before opens nothing.
            let mut old = ann.beside().reached_at(server.address());
            old.cookies = ann.cookies.clone();
            assert_ne!(old.get("ui/auth/sessions").await.status, 200);
            signed_in(&server).await;
            let shown = done(&restored, "audit list --platform");
            let account = shown.lines().find(|line| line.contains("user/")).expect("an account");
            let stream = account.rsplit(' ').next().expect("its stream");
            assert!(done(&restored, &format!("audit show {stream}")).contains("account.restore"));
            assert!(server.stop().success());
            sound(&restored);
        }
    });
}

#[test]
fn a_directory_that_no_server_uses_is_backed_up_whether_it_was_closed_or_not() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        signed_in(&server).await;
        server.kill();
        let before = records(&place);
        for (name, folder) in [("one.tar.zst", false), ("folder", true)] {
            let to = shown(&place, name);
            backed_up(&place, &to);
            let restored = Place::new();
            done(&restored, &format!("restore {to}"));
            sound(&restored);
            let found = records(&restored);
            assert_eq!(found.len(), before.len());
            signed_in(&restored.start()).await;
            assert_eq!(about(&place, &format!("backup list {to}")).0 == Some(0), folder);
        }
        // Another epoch, and other parts: those of two directories cannot be mixed.
        let restored = Place::new();
        done(&restored, &format!("restore {}", shown(&place, "folder")));
        for id in ["epoch", "journal/platform/ID", "vault/ID"] {
            let read = |place: &Place| fs::read(place.data().join(id)).expect("an id");
            assert_ne!(read(&restored), read(&place), "{id}");
        }
    });
}

#[test]
fn each_changed_file_of_a_backup_is_named_and_none_is_restored() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        drop(signed_in(&server).await);
        let to = shown(&place, "backups");
        backed_up(&place, &to);
        for path in files(&place.path("backups")) {
            let length = fs::metadata(&path).expect("a file").len();
            if length == 0 {
                continue;
            }
            let at = usize::try_from(length / 2).expect("a short file");
            flip(&path, at);
            let (code, printed) = about(&place, &format!("backup verify {to}"));
            assert_eq!(code, Some(1), "{}: {printed}", path.display());
            assert!(printed.contains(&path.display().to_string()), "{}: {printed}", path.display());
            let restored = Place::new();
            let (code, printed) = tried(&restored, &format!("restore {to}"));
            assert_eq!(code, Some(1), "{}: {printed}", path.display());
            assert!(is_empty(&restored), "{}", path.display());
            flip(&path, at);
        }
        assert_eq!(about(&place, &format!("backup verify {to}")).0, Some(0));

        let one = shown(&place, "one.tar.zst");
        backed_up(&place, &one);
        let length = fs::metadata(&one).expect("a file").len();
        for part in 0..40 {
            let at = usize::try_from(length * part / 40).expect("a short file");
            flip(Path::new(&one), at);
            let (code, printed) = about(&place, &format!("backup verify {one}"));
            assert_ne!(code, Some(0), "byte {at}: {printed}");
            flip(Path::new(&one), at);
        }
        let whole = fs::read(&one).expect("its bytes");
        for part in [0, 1, 20, 39] {
            let length = whole.len() * part / 40;
            fs::write(&one, &whole[..length]).expect("a part");
            let restored = Place::new();
            assert_ne!(tried(&restored, &format!("restore {one}")).0, Some(0), "{length} bytes");
            assert!(is_empty(&restored));
        }
    });
}

#[test]
fn an_interrupted_backup_or_restore_looks_like_none() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        // Something that takes its time.
        let mut random = Vec::new();
        let mut block = [1; 32];
        while random.len() < 24_000_000 {
            block = Sha256::digest(block).into();
            random.extend_from_slice(&block);
        }
        fs::write(place.data().join("logo/large"), random).expect("a file");
        let to = shown(&place, "backups");
        backed_up(&place, &shown(&place, "reference"));
        let start = |arguments: &[&str], data: PathBuf| {
            let mut command = Command::new(waybill());
            command.args(arguments).arg("--data").arg(data);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
        };
        let mut whole = BTreeSet::new();
        for delay_ms in [5, 20, 40, 60, 80, 120, 200, 400] {
            let mut running = start(&["backup", &to], place.data());
            thread::sleep(Duration::from_millis(delay_ms));
            running.kill().expect("it is killed");
            running.wait().expect("it ends");
            let snapshots = place.path("backups/snapshots");
            let listed = if snapshots.exists() {
                fs::read_dir(snapshots).expect("listed").count()
            } else {
                0
            };
            let folder = place.path("backups");
            let there = if folder.exists() { files(&folder) } else { Vec::new() };
            let names: Vec<String> = there
                .iter()
                .filter_map(|path| {
                    path.file_name()?.to_str()?.strip_suffix(".json").map(str::to_owned)
                })
                .collect();
            assert!(names.len() <= listed);
            for name in names {
                let (code, printed) = about(&place, &format!("backup verify {to} --name {name}"));
                assert_eq!(code, Some(0), "{name}: {printed}");
                whole.insert(name);
            }
        }
        backed_up(&place, &to);
        let listed = about(&place, &format!("backup list {to}")).1;
        assert_eq!(listed.lines().count(), whole.len() + 2, "{listed}");
        assert!(!place.path("backups/incoming").exists());
        assert!(server.stop().success());

        let mut interrupted = 0;
        for delay_ms in [5, 15, 30, 60, 100, 150, 250] {
            let restored = Place::new();
            let mut running = start(&["restore", &to], restored.data());
            thread::sleep(Duration::from_millis(delay_ms));
            running.kill().expect("it is killed");
            running.wait().expect("it ends");
            let manifest = fs::read_to_string(restored.data().join("manifest.json"));
            match manifest {
                Ok(manifest) if manifest.contains("restoring") => {}
                Ok(_) => {
                    // It was complete.
                    sound(&restored);
                    continue;
                }
                // Nothing was restored yet.
                Err(_) => {
                    assert!(!restored.data().join("journal").exists());
                    continue;
                }
            }
            interrupted += 1;
            let output = restored.start_fails("127.0.0.1:0");
            assert_eq!(output.status.code(), Some(2), "{}", text(&output));
            assert!(text(&output).contains("is being restored into"), "{}", text(&output));
            assert_eq!(tried(&restored, "user list").0, Some(2));
            let (code, printed) = tried(&restored, &format!("restore {to}"));
            assert_eq!(code, Some(2), "{printed}");
            assert!(printed.contains("is not empty"), "{printed}");
            fs::remove_dir_all(restored.data()).expect("removed");
            done(&restored, &format!("restore {to}"));
            sound(&restored);
        }
        assert!(interrupted > 0, "no restore was interrupted");
    });
}

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

#[test]
fn people_who_were_erased_since_are_erased_again() {
    let place = Place::new();
    let server = place.start();
    done(&place, "user add ann --admin");
    done(&place, "user add bob");
    let listed: Value = serde_json::from_str(&done(&place, "user list --json")).expect("JSON");
    let people = listed.as_array().expect("people").iter();
    let bob = people.filter(|user| user["name"] == "bob").map(|user| user["person"].as_str());
    let bob = bob.flatten().next().expect("an id").to_owned();
    let to = shown(&place, "backups");
    backed_up(&place, &to);
    drop(server);
    // Bob is erased in this one, and then in one that is restored while it is still there.
    let (later, restored) = (Place::new(), Place::new());
    // A wrong id would erase no person; the directory of another installation, or half of one, all of them.
    let other = Place::new();
    drop(other.start());
    let half = Place::new();
    done(&half, &format!("restore {to}"));
    fs::remove_file(half.data().join("vault/people/keys")).expect("removed");
    let foreign = [&other, &half].map(|place| format!("--erased-in {}", place.data().display()));
    for wrong in ["--erase p_none", "--erased-in /none", &foreign[0], &foreign[1]] {
        let (code, printed) = tried(&restored, &format!("restore {to} {wrong}"));
        assert!(code.is_some_and(|code| code != 0), "{wrong}: {printed}");
        assert!(is_empty(&restored), "{wrong}: {printed}");
    }
    done(&later, &format!("restore {to} --erase {bob}"));
    let erased_in = later.data().display().to_string();
    done(&restored, &format!("restore {to} --erased-in {erased_in}"));
    for place in [&later, &restored] {
        let listed = done(place, "user list");
        assert!(listed.contains("(erased)") && listed.contains(&bob), "{listed}");
        assert!(listed.contains(ANN) && !listed.contains("bob "), "{listed}");
        sound(place);
    }
}
