//! The server as a service: the units of docs/systemd, a socket that systemd hands over, and SIGHUP.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use waybill_tests::{Browser, Place, Tab, Tls, run, waybill};

use crate::certificates::{CERTIFICATE, certificate_is_made, tls_settings};
use crate::written;

const WITHIN: Duration = Duration::from_secs(30);

fn unit(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/systemd").join(name);
    fs::read_to_string(path).expect("the unit")
}

#[test]
fn the_units_are_valid_and_confine_the_server() {
    let folder = tempfile::tempdir().expect("a directory");
    let service = unit("waybill.service")
        .replace("/usr/bin/waybill", &waybill().display().to_string())
        .replace("Documentation=man:waybill(1)\n", "");
    fs::write(folder.path().join("waybill.service"), service).expect("a unit");
    fs::write(folder.path().join("waybill.socket"), unit("waybill.socket")).expect("a unit");
    let analyze = |arguments: &[&str]| {
        let files = ["waybill.service", "waybill.socket"].map(|name| folder.path().join(name));
        let files = if arguments[0] == "verify" { &files[..] } else { &files[..1] };
        Command::new("systemd-analyze").args(arguments).args(files).output()
    };
    let Ok(verified) = analyze(&["verify"]) else {
        println!("NOT RUN: there is no systemd-analyze");
        return;
    };
    assert!(verified.status.success() && verified.stderr.is_empty(), "{verified:?}");
    // 2 of 10: what is left is the network, and tracing itself.
    let confined = analyze(&["security", "--offline=yes", "--threshold=20"]).expect("it runs");
    let report = String::from_utf8_lossy(&confined.stdout).into_owned();
    assert!(confined.status.success(), "{report}");
}

/// A process that is killed when dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_socket_of_systemd_is_served_and_systemd_is_notified() {
    run(async {
        let place = Place::new();
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|one| one.local_addr()).expect("a port");
        let notified = UnixDatagram::bind(place.path("notify")).expect("a socket");
        notified.set_nonblocking(true).expect("an option");
        let mut command = Command::new("systemd-socket-activate");
        // The setting is not used: systemd listens.
        command.args(["-E", "NOTIFY_SOCKET", "-l", &port.to_string()]).arg(waybill());
        command.args(["serve", "--listen", "127.0.0.1:1", "--data"]).arg(place.data());
        command.env("NOTIFY_SOCKET", place.path("notify")).stdin(Stdio::null());
        let log = fs::File::create(place.path("log")).expect("a file");
        let Ok(child) = command.stdout(Stdio::null()).stderr(log).spawn() else {
            println!("NOT RUN: there is no systemd-socket-activate");
            return;
        };
        let child = Killed(child);
        let since = Instant::now();
        while std::net::TcpStream::connect(port).is_err() {
            assert!(since.elapsed() < WITHIN, "{}", place.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // The first connection starts the server.
        let answer = Browser::at(port).get("session").await;
        assert_eq!(answer.status, 200, "{}", place.log());
        received(&notified, "READY=1").await;
        let terminated = Command::new("kill").arg(child.0.id().to_string()).status();
        assert!(terminated.expect("kill runs").success());
        received(&notified, "STOPPING=1").await;
    });
}

/// Waits for a message to systemd.
async fn received(socket: &UnixDatagram, words: &str) {
    let since = Instant::now();
    let mut bytes = [0; 1_024];
    while since.elapsed() < WITHIN {
        match socket.recv(&mut bytes) {
            Ok(length) if String::from_utf8_lossy(&bytes[..length]).contains(words) => return,
            Ok(_) => {}
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    panic!("systemd received no {words}");
}

fn hang_up(process: u32) {
    let sent = Command::new("kill").args(["-HUP", &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

#[test]
fn a_renewed_certificate_is_used_after_sighup_and_open_sockets_stay() {
    let place = Place::new();
    let Some(settings) = tls_settings(&place) else { return };
    let place = place
        .with_settings(&format!("{settings}[installation.access]\nmfa_required = \"nobody\"\n"));
    let file = place.path(CERTIFICATE);
    let server = place.start();
    run(async {
        let mut before = Browser::new(&server).with_tls(Tls::trusting(&file));
        let mut tab = Tab::open(&mut before).await;
        // A certificate that cannot be used changes nothing.
        let first = fs::read(&file).expect("a certificate");
        fs::write(&file, "no certificate").expect("it is written");
        hang_up(server.id());
        written(&place.path("log"), "nothing was reloaded").await;
        assert_eq!(before.get("session").await.status, 200);
        assert!(certificate_is_made(&place) && fs::read(&file).expect("a certificate") != first);
        hang_up(server.id());
        written(&place.path("log"), "were read again").await;
        let mut after = Browser::new(&server).with_tls(Tls::trusting(&file));
        assert_eq!(after.get("session").await.status, 200);
        assert_eq!(tab.go("/login").await["type"], "ack");
    });
}

#[test]
fn settings_that_need_a_restart_are_named() {
    run(async {
        let place = Place::new();
        let server = place.start();
        fs::write(place.path("config.toml"), "hsts = \"off\"\n").expect("a configuration");
        hang_up(server.id());
        let log = written(&place.path("log"), "need a restart").await;
        assert!(log.contains("hsts") && log.contains("installation"), "{log}");
        fs::write(place.path("config.toml"), "hsts = 7\n").expect("a configuration");
        hang_up(server.id());
        written(&place.path("log"), "nothing was reloaded").await;
        assert_eq!(Browser::new(&server).get("session").await.status, 200);
    });
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let place = Place::new();
    let commands = ["serve", "audit", "scenario", "release-bundle"];
    for shell in ["bash", "zsh", "fish"] {
        let script = place.run(&["completions", shell]);
        let text = String::from_utf8_lossy(&script.stdout).into_owned();
        assert!(commands.iter().all(|command| text.contains(command)), "{shell}: {text}");
    }
    let folder = place.path("man");
    assert!(place.run(&["man", &folder.display().to_string()]).status.success());
    for command in commands {
        let page = fs::read_to_string(folder.join(format!("waybill-{command}.1")));
        assert!(page.expect("a page").contains(".TH"), "{command}");
    }
    let refused = place.run(&["man", "/proc/none"]);
    assert_eq!(refused.status.code(), Some(2));
}
