//! The addresses that no request may reach, and how a request is led to them.

use std::net::{IpAddr, SocketAddr};

use super::names::Record;

/// The port of every server here.
pub(super) const PORT: u16 = 8046;
/// Addresses of the internet, where honest servers are.
pub(super) const GLOBAL: &str = "8.8.8.8";
pub(super) const GLOBAL_SECOND: &str = "8.8.4.4";
pub(super) const GLOBAL_V6: &str = "2001:4860:4860::8888";
/// A private address that an administrator opens.
pub(super) const OPENED: &str = "10.99.0.1";
/// All of these.
pub(super) const OPEN: &[&str] = &[GLOBAL, GLOBAL_SECOND, GLOBAL_V6, OPENED];
/// A name that leads to where clouds have their metadata.
pub(super) const INNER: &str = "inner.ssrf.test";
pub(super) const METADATA: &str = "169.254.169.254";

/// Addresses of other machines, of every kind that is blocked and can be given to a machine.
pub(super) const CLOSED: &[&str] = &[
    "0.0.0.8",
    "10.0.0.1",
    "100.64.0.1",
    METADATA,
    "172.16.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "240.0.0.1",
    // Compatible with IPv4, translated, NAT64, Teredo, 6to4 and ISATAP.
    "::a00:1",
    "::ffff:0:a00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "2001:0:1::1",
    "2002:a00:1::1",
    "2a02::5efe:a00:1",
    "100::1",
    "2001:2::1",
    "2001:db8::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00::1",
    "fec0::1",
];
/// An address of another machine in the form of IPv6.
const MAPPED: &str = "::ffff:10.0.0.1";
/// Addresses of this machine, global ones among them. Between two of one network, the kernel connects from another one.
pub(super) const HERE: &[&str] = &[
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "11.0.1.2",
    "11.0.1.3",
    "11.0.2.2",
    "2a01:1::2",
];
/// Addresses that the kernel connects to nothing.
pub(super) const UNREACHABLE: &[&str] = &["224.0.0.1", "255.255.255.255", "fe80::1", "ff02::1"];

/// Where a redirect leads.
pub(super) const LOCATIONS: &[&str] = &[
    "http://169.254.169.254:8046/latest/meta-data",
    "http://inner.ssrf.test:8046/",
    "http://127.0.0.1:8046/",
    "http://[::ffff:10.0.0.1]:8046/",
    "//10.0.0.1:8046/",
    "http://11.0.1.3:8046/",
];
pub(super) const REDIRECTS: [u16; 5] = [301, 302, 303, 307, 308];

pub(super) fn ip(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

/// A server's address.
pub(super) fn at(address: &str) -> SocketAddr {
    SocketAddr::new(ip(address), PORT)
}

/// The forbidden addresses of other machines that exist.
pub(super) fn closed() -> impl Iterator<Item = IpAddr> {
    CLOSED.iter().chain([&MAPPED]).map(|text| ip(text))
}

/// All forbidden addresses.
pub(super) fn rows() -> Vec<IpAddr> {
    closed().chain(HERE.iter().chain(UNREACHABLE).map(|text| ip(text))).collect()
}

/// The same as URLs.
pub(super) fn urls() -> Vec<String> {
    let url = |address| format!("http://{}", SocketAddr::new(address, PORT));
    rows().into_iter().map(url).collect()
}

/// The same in other forms, of hosts and of ports.
pub(super) fn other_forms() -> Vec<String> {
    [
        "http://0x7f000001:8046/",
        "http://2130706433:8046/",
        "http://0177.0.0.1:8046/",
        "http://127.1:8046/",
        "http://0:8046/",
        "http://10.1:8046/",
        "http://[::ffff:a9fe:a9fe]:8046/",
        "http://localhost:8046/",
        "http://inner.ssrf.test:8046/",
        "http://8.8.8.8:25/",
    ]
    .map(str::to_owned)
    .into()
}

/// A name that is honest at first.
pub(super) struct Case {
    pub(super) key: String,
    pub(super) host: String,
    /// Where it leads to later.
    pub(super) later: Record,
}

impl Case {
    pub(super) fn url(&self) -> String {
        format!("http://{}:{PORT}", self.host)
    }
}

/// A name for each forbidden address, and those that lead to one among others or by another name.
pub(super) fn cases() -> Vec<Case> {
    let alone = rows().into_iter().map(|address| Record::Addresses(vec![address]));
    let among = [
        [GLOBAL, "10.0.0.1"],
        ["10.0.0.1", GLOBAL],
        [GLOBAL, "fd00::1"],
        [GLOBAL_V6, METADATA],
        [OPENED, "127.0.0.1"],
    ];
    let among = among.map(|list| Record::Addresses(list.map(ip).into()));
    let records = alone.chain(among).chain(["localhost", INNER].map(Record::Alias));
    records
        .enumerate()
        .map(|(number, later)| {
            let key = format!("case-{number:02}");
            Case { host: format!("{key}.ssrf.test"), key, later }
        })
        .collect()
}
