//! Real proxies before the server, configured as docs/proxies says: a user signs in and works through each of them, and
//! the log names the client, whatever the client claims.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use waybill_tests::{Answer, Browser, Place, Server, Tab, Tls, or_not_run, run};

use crate::certificates::{CERTIFICATE, KEY, certificate_is_made};
use crate::secrets::free_port;
use crate::{ANN, PASSWORD, written};

const READY_WITHIN: Duration = Duration::from_secs(60);

/// A proxy program that runs before a server.
struct Proxy {
    child: Child,
    address: SocketAddr,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // By SIGTERM, on which its workers end as well.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// An example from docs/proxies with the certificate, the port and the server of this test.
fn example(name: &str, place: &Place, port: u16, server: SocketAddr) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proxies").join(name);
    let text = fs::read_to_string(path).expect("the example");
    let file = |name: &str| place.path(name).display().to_string();
    // The address of the server comes last: its port may begin with 443.
    let text = text.replace(":443", &format!(":{port}")).replace("443 ssl", &format!("{port} ssl"));
    let text = text.replace("127.0.0.1:8046", &server.to_string());
    text.replace("/etc/ssl/waybill.pem", &file("certificate.pem"))
        .replace("/etc/ssl/waybill.key", &file("key.pem"))
        .replace("/etc/ssl/waybill-with-key.pem", &file("both.pem"))
}

/// Starts a program and waits until it listens; none if it is not installed.
fn started(place: &Place, command: &mut Command, port: u16) -> Option<Proxy> {
    let log = fs::File::create(place.path("proxy-log")).expect("a file");
    let to_log = log.try_clone().expect("a file");
    command.stdin(Stdio::null()).stdout(to_log).stderr(log).current_dir(place.path("."));
    let child = command.spawn().ok()?;
    let mut proxy = Proxy { child, address: SocketAddr::from(([127, 0, 0, 1], port)) };
    let since = Instant::now();
    while std::net::TcpStream::connect(proxy.address).is_err() {
        let log = || fs::read_to_string(place.path("proxy-log")).unwrap_or_default();
        let ended = proxy.child.try_wait().expect("a status");
        assert!(ended.is_none(), "the proxy ended with {ended:?}: {}", log());
        assert!(since.elapsed() < READY_WITHIN, "the proxy does not listen: {}", log());
        std::thread::sleep(Duration::from_millis(10));
    }
    Some(proxy)
}

/// The base path of an example.
fn base_path_of(example: &str) -> &'static str {
    if example.starts_with("below-a-path/") { "/waybill" } else { "" }
}

/// A place with a certificate, at the public address that a proxy will listen at.
fn place_at(port: u16, base_path: &str, settings: &str) -> Option<Place> {
    let place = Place::new();
    let settings = settings.replace("FOLDER", &place.path(".").display().to_string());
    let place = place.with_settings(&format!(
        "public_url = \"https://127.0.0.1:{port}{base_path}\"\ntrusted_proxies = [\"127.0.0.1\"]\n{settings}\
         [installation.access]\nmfa_required = \"nobody\"\n"
    ));
    if !certificate_is_made(&place) {
        return None;
    }
    let both = [CERTIFICATE, KEY].map(|name| fs::read(place.path(name)).expect("PEM"));
    fs::write(place.path("both.pem"), both.concat()).expect("a file");
    Some(place)
}

/// Signs in through the proxy and works; every request is logged with the client's own address.
async fn signs_in_and_works(place: &Place, server: &Server, proxy: &Proxy, base_path: &str) {
    let mut browser = Browser::new(server)
        .reached_at(proxy.address)
        .with_tls(Tls::trusting(&place.path(CERTIFICATE)))
        .behind_proxy("x-forwarded-for", "198.51.100.7");
    browser = browser.clone().below(&browser.origin, base_path);
    if !base_path.is_empty() {
        let bare = &mut browser.clone().below(&browser.origin, "");
        assert!(!is_waybill(&bare.get("/ui/").await), "only the path is Waybill's");
        let redirect = bare.get(base_path).await;
        let location = redirect.header("location").expect("a redirect");
        // nginx adds the slash first.
        assert!(location.ends_with("/waybill/") || location == "/waybill/ui/", "{location}");
    }
    browser.visit().await;
    browser.set_up(server, ANN, PASSWORD).await;
    browser.sign_in(ANN, PASSWORD).await;
    let mut tab = Tab::open(&mut browser).await;
    assert_eq!(tab.go("/login").await["type"], "ack");
    let log = place.data().join("log/access/access-request.log");
    let own = format!("|{}|", browser.source());
    let lines = written(&log, &own).await;
    assert!(!lines.contains("|198.51.100.7|") && !lines.contains("|127.0.0.1|"), "{lines}");
}

fn is_waybill(answer: &Answer) -> bool {
    answer.header("content-security-policy").is_some()
}

/// Runs a proxy as its example says.
fn through(name: &str, settings: &str, command: impl Fn(&Place, u16, &str) -> Command) {
    let (port, base_path) = (free_port().port(), base_path_of(name));
    let Some(place) = place_at(port, base_path, settings) else { return };
    run(async {
        let server = place.start();
        let text = example(name, &place, port, server.address());
        let mut command = command(&place, port, &text);
        let proxy = started(&place, &mut command, port);
        let why_not = format!("there is no {}", command.get_program().display());
        if let Some(proxy) = or_not_run(proxy, &why_not) {
            signs_in_and_works(&place, &server, &proxy, base_path).await;
        }
    });
}

fn write(place: &Place, name: &str, text: &str) -> String {
    fs::write(place.path(name), text).expect("a file");
    place.path(name).display().to_string()
}

fn nginx(name: &str) {
    through(name, "", |place, _, site| {
        let site = write(place, "site.conf", site);
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|name| {
            format!("{name}_temp_path {};", place.path(&format!("nginx-{name}")).display())
        });
        let whole = format!(
            "daemon off; user root; pid {}; error_log stderr;\nevents {{}}\nhttp {{ access_log off; {} include {site}; }}",
            place.path("nginx.pid").display(),
            paths.concat()
        );
        let whole = if is_root() { whole } else { whole.replace("user root; ", "") };
        let mut command = Command::new("nginx");
        command.args(["-c", &write(place, "nginx.conf", &whole), "-p", "."]);
        command
    });
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0\n"))
}

#[test]
fn nginx_forwards_the_client() {
    nginx("nginx.conf");
}

#[test]
fn nginx_forwards_a_path() {
    nginx("below-a-path/nginx.conf");
}

fn apache(name: &str) {
    through(name, "", |place, port, site| {
        let modules = ["mpm_event", "authz_core", "ssl", "proxy", "proxy_http", "socache_shmcb"];
        let modules = modules.map(|name| {
            format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n")
        });
        let whole = format!(
            "ServerRoot .\nServerName 127.0.0.1\nPidFile {}\nErrorLog /dev/stderr\nListen 127.0.0.1:{port}\n\
             DefaultRuntimeDir {}\n{}{site}",
            place.path("apache.pid").display(),
            place.path(".").display(),
            modules.concat(),
        );
        let mut command = Command::new("apache2");
        command.args(["-D", "FOREGROUND", "-f", &write(place, "apache.conf", &whole)]);
        command
    });
}

#[test]
fn apache_forwards_the_client() {
    apache("apache.conf");
}

#[test]
fn apache_forwards_a_path() {
    apache("below-a-path/apache.conf");
}

fn caddy(name: &str) {
    through(name, "", |place, port, site| {
        let certificate = place.path(CERTIFICATE).display().to_string();
        let key = place.path("key.pem").display().to_string();
        let address = format!("https://127.0.0.1:{port} {{\n\ttls {certificate} {key}");
        let site = site.replace("waybill.example.org {", "example.org {");
        let site = site.replace("\nexample.org {", &format!("\n{address}"));
        let whole = format!("{{\n\tadmin off\n\tauto_https off\n}}\n{site}");
        let mut command = Command::new("caddy");
        let home = place.path("caddy");
        command.env("HOME", &home).env("XDG_DATA_HOME", &home).env("XDG_CONFIG_HOME", &home);
        let file = write(place, "Caddyfile", &whole);
        command.args(["run", "--adapter", "caddyfile", "--config", &file]);
        command
    });
}

#[test]
fn caddy_forwards_the_client() {
    caddy("Caddyfile");
}

#[test]
fn caddy_forwards_a_path() {
    caddy("below-a-path/Caddyfile");
}

fn haproxy(place: &Place, text: &str) -> Command {
    let mut command = Command::new("haproxy");
    command.args(["-db", "-f", &write(place, "haproxy.cfg", text)]);
    command
}

#[test]
fn haproxy_forwards_the_client() {
    through("haproxy.cfg", "", |place, _, text| haproxy(place, text));
}

#[test]
fn haproxy_forwards_a_path() {
    through("below-a-path/haproxy.cfg", "", |place, _, text| haproxy(place, text));
}

#[test]
fn haproxy_forwards_connections_by_either_version_of_the_proxy_protocol() {
    let settings = "trusted_proxy_header = \"proxy-protocol\"\n\
                    tls = { certificate = \"FOLDER/certificate.pem\", key = \"FOLDER/key.pem\" }\n";
    for version in ["send-proxy-v2", "send-proxy\n"] {
        through("haproxy-tcp.cfg", settings, |place, _, text| {
            haproxy(place, &text.replace("send-proxy-v2", version))
        });
    }
}
