//! The network that a test runs in: three namespaces, in which forbidden addresses are those of servers that count what
//! comes to them.

use std::fs::{self, File};
use std::net::{Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use waybill_tests::{can_run, run, waybill};

use super::cases::{self, PORT};
use super::names::Names;

/// The folder of the namespaces, for a test that runs inside.
const FOLDER: &str = "WAYBILL_TEST_NETWORK";
const SCRIPT: &str = include_str!("namespaces.sh");
/// Set where the tests are to pass without networks of their own, in CI too.
const WITHOUT: &str = "WAYBILL_WITHOUT_NAMESPACES";
/// What is printed when there are namespaces, and at the end of a test inside.
const ENTERED: &str = "inside of the namespaces";
const ENDED: &str = "the test in the namespaces ran to its end";
/// Where names are asked for.
const NAME_SERVER: &str = "11.0.1.1:53";
/// How long a connection inside of the machine may take.
const WITHIN: Duration = Duration::from_secs(10);
/// How long after a test a packet may still come, and how long none comes before it.
const QUIET: Duration = Duration::from_millis(500);

/// The network.
pub(super) struct Network {
    folder: PathBuf,
    /// The server of names.
    pub(super) names: Names,
    /// The connections to forbidden addresses of other machines, and to this machine.
    closed: Connections,
    here: Connections,
    /// The packets that have come to other machines before the test.
    packets: u64,
}

/// Runs a test, by its name, in a network. Afterwards nothing has come to a forbidden address.
pub(super) fn inside<F: Future<Output = ()>>(name: &str, work: impl FnOnce(Arc<Network>) -> F) {
    let Some(folder) = std::env::var_os(FOLDER) else { return enter(name) };
    run(async {
        let network = Arc::new(Network::open(PathBuf::from(folder)));
        work(Arc::clone(&network)).await;
        network.is_untouched();
        println!("{ENDED}");
    });
}

/// Runs this test again inside.
fn enter(name: &str) {
    let folder = tempfile::tempdir().expect("a directory");
    let output = Command::new("unshare")
        .args(["--net", "--mount", "--map-root-user", "sh", "-c", SCRIPT, "sh"])
        .arg(std::env::current_exe().expect("this test"))
        .args([name, "--exact", "--nocapture"])
        .env(FOLDER, folder.path())
        .env("ENTERED", ENTERED)
        .env("OPEN", cases::OPEN.join(" "))
        .env("CLOSED", cases::CLOSED.join(" "))
        .env("WAYBILL_BIN", waybill())
        .output();
    let text = output.as_ref().map_or_else(ToString::to_string, |output| {
        String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into()
    });
    let why_not = format!("networks of its own cannot be made here: {text}");
    // In CI, no one would read that nothing was tested.
    let may_not_run = std::env::var_os("CI").is_none() || std::env::var_os(WITHOUT).is_some();
    assert!(may_not_run || text.contains(ENTERED), "{why_not}\nIf that is meant, set {WITHOUT}.");
    if can_run(text.contains(ENTERED), &why_not) {
        let has_succeeded = output.is_ok_and(|output| output.status.success());
        assert!(has_succeeded && text.contains(ENDED), "{text}");
    }
}

impl Network {
    /// Serves names and listens at all forbidden addresses. Each of them can be reached from here and is counted.
    fn open(folder: PathBuf) -> Self {
        let listen = || TcpListener::bind((Ipv6Addr::UNSPECIFIED, PORT)).expect("a free port");
        let closed = Connections::of(within(&folder.join("closed"), listen));
        let here = Connections::of(listen());
        let socket = || UdpSocket::bind(NAME_SERVER).expect("a free port");
        let names = Names::serve(within(&folder.join("open"), socket));
        let mut network = Self { folder, names, closed, here, packets: 0 };
        network.is_reached();
        network
    }

    fn is_reached(&mut self) {
        let reached = |address: SocketAddr| TcpStream::connect_timeout(&address, WITHIN).is_ok();
        let before = self.packets_now();
        let (mut closed, mut here) = (0, 0);
        for address in cases::closed() {
            assert!(reached(SocketAddr::new(address, PORT)), "{address} does not answer");
            closed += 1;
        }
        for address in cases::HERE {
            assert!(reached(cases::at(address)), "{address} does not answer");
            here += 1;
        }
        for address in cases::UNREACHABLE {
            assert!(!reached(cases::at(address)), "{address} answers");
        }
        let since = Instant::now();
        while (self.closed.all().len(), self.here.all().len()) != (closed, here) {
            thread::sleep(QUIET / 10);
            let (closed, here) = (self.closed.all(), self.here.all());
            assert!(since.elapsed() < WITHIN, "not each is counted: {closed:?} {here:?}");
        }
        // The last of these connections are still being closed.
        self.packets = self.packets_now();
        loop {
            thread::sleep(QUIET);
            let now = self.packets_now();
            if now == self.packets {
                break;
            }
            assert!(since.elapsed() < 2 * WITHIN, "packets do not end");
            self.packets = now;
        }
        assert!(self.packets > before, "packets are not counted");
        self.closed.all().clear();
        self.here.all().clear();
    }

    /// Whether nothing has come to a forbidden address since the beginning.
    fn is_untouched(&self) {
        thread::sleep(QUIET);
        let (closed, here) = (self.closed.all(), self.here.all());
        assert!(closed.is_empty() && here.is_empty(), "connections to {closed:?} and {here:?}");
        assert_eq!(self.packets_now(), self.packets, "packets came to forbidden addresses");
    }

    /// A socket that listens at an address of the internet, or at one that may be opened.
    pub(super) fn listener(&self, address: &str) -> tokio::net::TcpListener {
        let address = cases::at(address);
        let listen = || TcpListener::bind(address).expect("a free port");
        let listener = within(&self.folder.join("open"), listen);
        listener.set_nonblocking(true).expect("it does not block");
        tokio::net::TcpListener::from_std(listener).expect("a runtime")
    }

    /// How many packets have come to the namespace of the forbidden addresses, except those to many receivers, which
    /// the kernel sends by itself.
    fn packets_now(&self) -> u64 {
        within(&self.folder.join("closed"), || {
            let read = |name: &str| {
                fs::read_to_string(format!("/proc/thread-self/net/{name}")).expect("counters")
            };
            let (v4, v6) = (read("snmp"), read("snmp6"));
            let mut lines = v4.lines().filter_map(|line| line.strip_prefix("Ip: "));
            let (names, values) = (lines.next().expect("names"), lines.next().expect("values"));
            let mut counters = names.split(' ').zip(values.split(' '));
            let (_, packets) = counters.find(|(name, _)| *name == "InReceives").expect("one");
            let of_v6 = |name: &str| {
                let mut fields = v6.lines().map(str::split_whitespace);
                let found =
                    fields.find_map(|mut words| (words.next()? == name).then(|| words.next())?);
                found.and_then(|value| value.parse::<u64>().ok()).expect("a counter")
            };
            let packets: u64 = packets.parse().expect("a number");
            packets + of_v6("Ip6InReceives") - of_v6("Ip6InMcastPkts")
        })
    }
}

/// The connections that a socket has accepted, by the address that they are to.
struct Connections(Arc<Mutex<Vec<SocketAddr>>>);

impl Connections {
    fn of(listener: TcpListener) -> Self {
        let connections = Self(Arc::default());
        let counted = Arc::clone(&connections.0);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let address = stream.local_addr().expect("an address");
                counted.lock().unwrap_or_else(PoisonError::into_inner).push(address);
            }
        });
        connections
    }

    fn all(&self) -> MutexGuard<'_, Vec<SocketAddr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a function in another namespace. A socket stays in the one that it was made in.
fn within<T: Send>(namespace: &Path, work: impl FnOnce() -> T + Send) -> T {
    let file = File::open(namespace).expect("a namespace");
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let entered = move_into_link_name_space(file.as_fd(), Some(LinkNameSpaceType::Network));
            entered.expect("it may be entered");
            work()
        });
        thread.join().expect("it ends")
    })
}
