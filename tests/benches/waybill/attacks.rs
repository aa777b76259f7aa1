//! What visitors who attack the server from many addresses cost: memory, disk, and the time of a signed-in user.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use waybill_tests::{Browser, Connection, Hello, Place, Server, Tab};

use crate::memory::resident;
use crate::{commands_while, p99, row};

const ADDRESSES: usize = 64;
/// Together less than this process may have files.
const CONNECTIONS_EACH: usize = 240;
const EACH_FOR: Duration = Duration::from_secs(10);
/// How often the time of a command is measured; the median is printed. A window has four of the slowest hundredth only.
const WINDOWS: usize = 3;
const GROWTH_BYTES: f64 = 64.0 * 1024.0 * 1024.0;
const DISK_BYTES_A_MINUTE: f64 = 1024.0 * 1024.0;
/// How much slower than beside a process that only spins.
const SLOWER: f64 = 3.0;
/// What may be used at once is used up soon, so that what lasts is measured.
const SETTINGS: &str = "[limits.address]\n\
    requests = { at_once = 100, a_minute = 6000 }\n\
    [limits.visitors]\n\
    requests = { at_once = 1000, a_minute = 60000 }\n\
    recorded_bytes = { at_once = 65536, a_minute = 524288 }\n\
    sign_in_bytes = { at_once = 65536, a_minute = 524288 }\n\
    [installation.access]\nmfa_required = \"nobody\"\n";

#[derive(Debug, Clone, Copy)]
enum Attack {
    Commands,
    Sockets,
    Sessions,
    Connections,
    Pings,
    Passwords,
}

const ALL: [Attack; 6] = [
    Attack::Commands,
    Attack::Sockets,
    Attack::Sessions,
    Attack::Connections,
    Attack::Pings,
    Attack::Passwords,
];

/// Prints three rows for each attack, each on a server of its own.
pub async fn endured() {
    for attack in ALL {
        endured_one(attack).await;
    }
}

async fn endured_one(attack: Attack) {
    let place = Place::new().with_settings(SETTINGS);
    let server = place.start();
    let mut user = Browser::visiting(&server).await;
    user.set_up(&server, "ann", "correct horse battery").await;
    user.sign_in("ann", "correct horse battery").await;
    let hello = Hello::of(&mut user).await;
    let mut tab = Tab::open_with(&user, &hello).await;
    window(&mut tab, Duration::from_secs(2)).await;
    let beside_spinner = {
        let spinning = Arc::new(AtomicBool::new(true));
        let spin = Arc::clone(&spinning);
        let spinner = std::thread::spawn(move || while spin.load(Ordering::Relaxed) {});
        let p99 = commands(&mut tab).await;
        spinning.store(false, Ordering::Relaxed);
        spinner.join().expect("it ends");
        p99
    };
    let rest = resident(&server);
    let stop = Arc::new(AtomicBool::new(false));
    let attackers = start(attack, &server, &hello, &stop);
    let under_attack = commands(&mut tab).await;
    // Without the user, whose records are no attacker's.
    let (disk, since) = (disk_bytes(&place.data().join("journal")), Instant::now());
    tokio::time::sleep(EACH_FOR).await;
    let minutes = since.elapsed().as_secs_f64() / 60.0;
    let recorded = (disk_bytes(&place.data().join("journal")) - disk) / minutes;
    let grown = resident(&server) - rest;
    stop.store(true, Ordering::Relaxed);
    attackers.join().expect("they end");
    print(attack, grown, recorded, [under_attack, beside_spinner].map(|p99| p99.as_secs_f64()));
}

fn print(attack: Attack, grown: f64, recorded: f64, [attacked, alone]: [f64; 2]) {
    let name = format!("{attack:?}").to_lowercase();
    let mib = |bytes: f64| bytes / 1024.0 / 1024.0;
    let what = format!("attack with {name} from 64 addresses: memory");
    row(&what, &format!("+{:.1} MB", mib(grown)), "<= 64 MB", grown / GROWTH_BYTES);
    let what = format!("attack with {name}: journal in a minute");
    let measured = format!("{:.2} MB", mib(recorded));
    row(&what, &measured, "<= 1 MB", recorded / DISK_BYTES_A_MINUTE);
    let what = format!("attack with {name}: a user's command, p99");
    let ratio = attacked / alone;
    let measured = format!("{ratio:.2}x ({:.1} of {:.1} ms)", attacked * 1e3, alone * 1e3);
    row(&what, &measured, "<= 3x of beside a spinner", ratio / SLOWER);
}

/// The 99th percentile of a user's commands: the median of all windows.
async fn commands(tab: &mut Tab) -> Duration {
    let mut windows = Vec::new();
    for _ in 0..WINDOWS {
        windows.push(window(tab, EACH_FOR).await);
    }
    windows.sort_unstable();
    windows[WINDOWS / 2]
}

/// The 99th percentile of a user's commands within a time.
async fn window(tab: &mut Tab, within: Duration) -> Duration {
    let since = Instant::now();
    p99(&mut commands_while(tab, || since.elapsed() < within).await)
}

/// The bytes that the files below a folder take on the disk.
fn disk_bytes(folder: &Path) -> f64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => disk_bytes(&entry.path()),
        Ok(found) => std::os::unix::fs::MetadataExt::blocks(&found) as f64 * 512.0,
        Err(_) => 0.0,
    });
    bytes.sum()
}

/// Starts all attackers on a thread of their own, which takes one processor at most as the spinner does, and keeps the
/// user's requests waiting in the server only.
fn start(
    attack: Attack,
    server: &Server,
    hello: &Hello,
    stop: &Arc<AtomicBool>,
) -> std::thread::JoinHandle<()> {
    let attackers: Vec<_> = (0..ADDRESSES)
        .map(|_| {
            let (browser, hello, stop) = (Browser::new(server), hello.clone(), Arc::clone(stop));
            let (sockets, connections) = (Vec::new(), Vec::new());
            let mut attacker = Attacker { browser, hello, sockets, connections };
            async move {
                while !stop.load(Ordering::Relaxed) {
                    // An attacker whom the server keeps waiting begins again.
                    let _ = timeout(Duration::from_secs(2), attacker.once(attack)).await;
                }
            }
        })
        .collect();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let attackers: Vec<_> = attackers.into_iter().map(tokio::spawn).collect();
            for attacker in attackers {
                let _ = timeout(Duration::from_secs(5), attacker).await;
            }
        });
    })
}

/// An attacker, and what it keeps open.
struct Attacker {
    browser: Browser,
    hello: Hello,
    sockets: Vec<Socket>,
    connections: Vec<TcpStream>,
}

type Socket = WebSocketStream<Connection>;

impl Attacker {
    async fn once(&mut self, attack: Attack) {
        match attack {
            Attack::Sessions => drop(self.browser.beside().get("session").await),
            Attack::Connections => {
                // The oldest are closed first, as by the server.
                if self.connections.len() >= CONNECTIONS_EACH {
                    self.connections.remove(0);
                }
                self.connections.push(self.browser.connect().await);
            }
            Attack::Passwords => {
                if self.browser.cookies.is_empty() {
                    self.browser.get("session").await;
                }
                self.browser.log_in("ann", "a wrong password").await;
            }
            Attack::Sockets => {
                let socket = self.socket().await;
                self.sockets.extend(socket);
            }
            Attack::Pings => {
                let Some(socket) = self.socket().await else { return };
                let mut connection = socket.into_inner();
                let pings = [0x89, 0x80, 0, 0, 0, 0].repeat(10_000);
                while connection.write_all(&pings).await.is_ok() {}
            }
            Attack::Commands => {
                let Some(mut socket) = self.socket().await else { return };
                for number in 0_u64.. {
                    let path = format!("/login?{}", "x".repeat(900));
                    let command = json!({
                        "type": "command", "id": format!("c_{number:016x}"), "machine": "navigation",
                        "event": {"type": "go", "path": path, "trigger": "link"}, "expected": null,
                    });
                    let sent = socket.send(Message::text(command.to_string())).await;
                    if sent.is_err() || !matches!(socket.next().await, Some(Ok(_))) {
                        return;
                    }
                }
            }
        }
    }

    /// A socket that has been welcomed, of a session with room for it.
    async fn socket(&mut self) -> Option<Socket> {
        if self.browser.cookies.is_empty() || self.sockets.len() % 8 == 7 {
            self.browser = self.browser.beside();
            self.browser.get("session").await;
        }
        let opened = Tab::try_connect(&self.browser, Some(&self.browser.origin)).await;
        let (mut socket, _) = opened.ok()?;
        socket.send(Message::text(self.hello.0.to_string())).await.ok()?;
        socket.next().await?.ok()?;
        Some(socket)
    }
}
