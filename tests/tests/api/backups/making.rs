//! Backups of a server that works, and of a directory that no server uses.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use waybill_tests::{Browser, Place, Request, Server, Tab, run};

use super::{about, backed_up, done, records, shown, sound};
use crate::logo::{png, upload};
use crate::{ANN, PASSWORD, own, signed_in};

async fn with_token(server: &Server, token: &str) -> u16 {
    let request = Request::new("GET", "release_bundles");
    let request = request.header("authorization", &format!("Bearer {token}"));
    Browser::new(server).send(request).await.status
}

/// How long a slow machine may need until the server has worked enough.
const WORK_TIME_MAX: Duration = Duration::from_mins(2);

/// Ends the load when it is dropped, so that a failure in the middle of a test is reported at once.
struct EndsLoad<'a>(&'a AtomicBool);

impl Drop for EndsLoad<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Signs in, and navigates until it is asked to stop.
async fn work(address: std::net::SocketAddr, stop: &AtomicBool, commands: &AtomicU64) {
    let mut browser = Browser::at(address);
    browser.visit().await;
    browser.sign_in(ANN, PASSWORD).await;
    let mut tab = Tab::open(&mut browser).await;
    tab.settle("/ui/").await;
    for path in ["/ui/admin", "/ui/"].into_iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        tab.go(path).await;
        commands.fetch_add(1, Ordering::Relaxed);
        // A tab that sends more than fifty commands per second is closed, and would be no load.
        tokio::time::sleep(Duration::from_millis(22)).await;
    }
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
        let (commands, accounts) = (AtomicU64::new(0), AtomicU64::new(0));
        let address = server.address();
        let before = records(&place);
        let (first, last) = thread::scope(|scope| {
            let load = EndsLoad(&stop);
            for _ in 0..3 {
                scope.spawn(|| run(work(address, &stop, &commands)));
            }
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let made = accounts.load(Ordering::Relaxed);
                    done(&place, &format!("user add u{made}"));
                    done(&place, &format!("user reset-password u{made}"));
                    accounts.fetch_add(1, Ordering::Relaxed);
                }
            });
            let first = backed_up(&place, &to);
            // Backups go on until the server has worked beside them, however slow the machine is.
            let (began, mut made) = (Instant::now(), 1);
            let worked =
                || commands.load(Ordering::Relaxed) > 20 && accounts.load(Ordering::Relaxed) > 2;
            while made < 4 || (!worked() && began.elapsed() < WORK_TIME_MAX) {
                backed_up(&place, &to);
                made += 1;
                thread::sleep(Duration::from_millis(200));
            }
            let last = backed_up(&place, &to);
            drop(load);
            assert!(worked(), "{commands:?} commands, {accounts:?} accounts");
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
