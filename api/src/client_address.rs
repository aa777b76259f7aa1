//! The address that a request comes from: that of the connection, or behind a trusted proxy the one that the proxy
//! names.
//!
//! A client can send any header. Each proxy appends the address of its own peer, so the list is read from its end, and
//! only as far as trusted proxies wrote it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderName, header};
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;
use serde::{Deserialize, Serialize};

use crate::state::AppState;

/// More proxies than any installation has: what is beyond is not read.
const PROXIES_MAX: usize = 32;

/// Where proxies name the clients: in one header, and nowhere else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProxyHeader {
    /// A list of addresses.
    #[default]
    XForwardedFor,
    /// RFC 7239.
    Forwarded,
    /// None: they send the client's address before its first byte.
    ProxyProtocol,
}

/// A network, written as `10.0.0.0/8`, or as the address of its only host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network(pub IpNet);

/// A text that names no network.
#[derive(Debug, thiserror::Error)]
#[error("'{0}' is neither an address nor a network such as 10.0.0.0/8")]
pub struct NoNetwork(String);

impl TryFrom<String> for Network {
    type Error = NoNetwork;

    fn try_from(text: String) -> Result<Self, NoNetwork> {
        let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map(Self).map_err(|_| NoNetwork(text))
    }
}

impl From<Network> for String {
    fn from(network: Network) -> Self {
        network.0.to_string()
    }
}

/// The proxies before this server.
#[derive(Debug, Clone, Default)]
pub struct Proxies {
    /// Their networks. The header of any other peer is ignored.
    pub trusted: Vec<Network>,
    /// The header that they write.
    pub header: ProxyHeader,
}

/// The address of the client, as an extension of its request.
#[derive(Debug, Clone, Copy)]
struct ClientAddress(IpAddr);

/// Middleware: finds the client's address once per request.
pub async fn resolve(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    if let Some(peer) = peer {
        let client = state.edge.proxies.client(peer, request.headers());
        request.extensions_mut().insert(ClientAddress(client));
    }
    next.run(request).await
}

/// The address of a request's client, if it came over a connection.
pub fn of(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ClientAddress>().map(|client| client.0)
}

impl Proxies {
    /// The address of the client: the last one that is no trusted proxy.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let Some(header) = self.header.name().filter(|_| self.trusts(client)) else {
            return client;
        };
        for element in elements(headers, &header).take(PROXIES_MAX) {
            // Where a proxy does not say whom it serves, it is the best that is known.
            let Some(address) = self.header.address(element) else { return client };
            client = address.to_canonical();
            if !self.trusts(client) {
                break;
            }
        }
        client
    }

    /// Whether this is the address of a trusted proxy.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.0.contains(&address))
    }
}

/// The elements of all lines of a header, the newest first. Bytes that are no text end the list.
fn elements<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> {
    let lines: Vec<_> = headers.get_all(name).iter().collect();
    let lines = lines.into_iter().rev().map_while(|line| line.to_str().ok());
    lines.flat_map(elements_from_the_end)
}

impl ProxyHeader {
    fn name(self) -> Option<HeaderName> {
        match self {
            Self::XForwardedFor => Some(HeaderName::from_static("x-forwarded-for")),
            Self::Forwarded => Some(header::FORWARDED),
            Self::ProxyProtocol => None,
        }
    }

    fn address(self, element: &str) -> Option<IpAddr> {
        match self {
            Self::XForwardedFor => node(element),
            // The address of the connection is the client's already.
            Self::ProxyProtocol => None,
            Self::Forwarded => {
                let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
                let mut named = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
                let (_, value) = named.next()?;
                let value = value.trim();
                let quoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                node(quoted.unwrap_or(value))
            }
        }
    }
}

/// The elements of a comma-separated list, the last one first. Commas in quotes do not separate. It is read from its
/// end, because a client's open quote at the beginning must not swallow what a proxy has appended.
fn elements_from_the_end(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(list);
    std::iter::from_fn(move || {
        let list = rest?;
        let mut is_quoted = false;
        let comma = list.char_indices().rev().find(|(at, letter)| {
            is_quoted ^= *letter == '"' && !is_escaped(list, *at);
            *letter == ',' && !is_quoted
        });
        let element = comma.map_or(list, |(at, _)| &list[at + 1..]);
        rest = comma.map(|(at, _)| &list[..at]);
        Some(element.trim())
    })
}

/// Whether an odd number of backslashes precedes a character.
fn is_escaped(text: &str, at: usize) -> bool {
    text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// An address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(header: ProxyHeader, peer: &str, lines: &[&str]) -> String {
        let trusted = ["10.0.0.0/8", "fd00::/8"].map(|network| Network(network.parse().unwrap()));
        let proxies = Proxies { trusted: trusted.to_vec(), header };
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header.name().unwrap(), line.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn a_network_may_be_a_single_address() {
        for (text, read) in [
            ("10.1.2.3", Some("10.1.2.3/32")),
            ("10.0.0.0/8", Some("10.0.0.0/8")),
            ("::1", Some("::1/128")),
            ("proxy.example.org", None),
            ("", None),
        ] {
            let network = Network::try_from(text.to_owned()).ok();
            assert_eq!(network.map(String::from).as_deref(), read, "{text}");
        }
    }

    #[test]
    fn only_what_trusted_proxies_appended_counts() {
        for (peer, lines, expected) in [
            ("192.0.2.9", &["203.0.113.1"][..], "192.0.2.9"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.1"], "203.0.113.1"),
            ("::ffff:10.0.0.1", &["::ffff:203.0.113.1"], "203.0.113.1"),
            // A client's own entries come before its address.
            ("10.0.0.1", &["127.0.0.1, 10.0.0.7, 203.0.113.1"], "203.0.113.1"),
            ("10.0.0.1", &["198.51.100.1", "203.0.113.1, 10.0.0.2"], "203.0.113.1"),
            ("10.0.0.1", &["203.0.113.1:4711"], "203.0.113.1"),
            ("fd00::1", &["[2001:db8::1]:80"], "2001:db8::1"),
            ("fd00::1", &["2001:db8::1"], "2001:db8::1"),
            // What cannot be read is not guessed.
            ("10.0.0.1", &["203.0.113.1, unknown, 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", &["203.0.113.1,"], "10.0.0.1"),
            ("10.0.0.1", &[""], "10.0.0.1"),
            ("10.0.0.1", &["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ] {
            assert_eq!(client(ProxyHeader::XForwardedFor, peer, lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn an_element_of_forwarded_names_the_client_among_other_things() {
        for (lines, expected) in [
            (&["for=203.0.113.1"][..], "203.0.113.1"),
            (&["for=203.0.113.1;proto=https;by=10.0.0.9"], "203.0.113.1"),
            (&["proto=https; For=\"[2001:db8::1]:4711\""], "2001:db8::1"),
            (&["for=198.51.100.1, for=203.0.113.1;host=\"a,b\""], "203.0.113.1"),
            (&["for=\"198.51.100.1, for=203.0.113.1"], "203.0.113.1"),
            (&["for=\"198.51.100.1\\", "for=203.0.113.1"], "203.0.113.1"),
            (&["for=203.0.113.1, for=_hidden"], "10.0.0.1"),
            (&["by=203.0.113.1"], "10.0.0.1"),
        ] {
            assert_eq!(client(ProxyHeader::Forwarded, "10.0.0.1", lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn a_long_list_is_read_only_as_far_as_there_can_be_proxies() {
        let list = vec!["10.0.0.2"; 5_000].join(",");
        assert_eq!(client(ProxyHeader::XForwardedFor, "10.0.0.1", &[&list]), "10.0.0.2");
        let escapes = format!("for={}", r"\".repeat(15_000));
        assert_eq!(client(ProxyHeader::Forwarded, "10.0.0.1", &[&escapes]), "10.0.0.1");
    }
}
