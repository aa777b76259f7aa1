//! Requests through a proxy. It is asked for a tunnel to an address (`CONNECT`, RFC 9110, 9.3.6): the address that was
//! checked here and never a name, which it could resolve differently. TLS with the target is inside of the tunnel.

use std::net::{Ipv6Addr, SocketAddr};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use zeroize::Zeroizing;

use crate::address::{Blocked, Permitted};
use crate::connect::{Connect, Link, TRIED_MAX};
use crate::error::OutboundError;
use crate::pool::{Checked, Route};
use crate::secret::Authorization;
use crate::target::{Target, TargetError};

/// The most bytes of the head of a proxy's answer.
const HEAD_BYTES_MAX: usize = 8 * 1_024;
const HEAD_END: &[u8] = b"\r\n\r\n";
/// The status of a proxy that does not accept the credentials, or wants some.
const CREDENTIALS_WANTED: u16 = 407;

/// A proxy that makes tunnels by `CONNECT`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proxy {
    server: Target,
    authorization: Option<Authorization>,
}

/// Why a proxy does not connect to the other server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProxyFailure {
    /// The address of the proxy may not be connected to.
    #[error(
        "the proxy has {0}; where that is meant, open its network and port in the configuration, under [outbound] \
         allow"
    )]
    Blocked(Blocked),
    /// Its password would be sent over the internet unencrypted.
    #[error("the password of a proxy is sent in clear, and only to a proxy in this network")]
    PasswordInClear,
    /// It has no address, no server listens there, or it ends the connection.
    #[error("the proxy cannot be connected to; check its host and port, and that it runs")]
    NotConnected,
    /// It does not accept the credentials, or wants some.
    #[error("the proxy does not accept the user name and the password; enter them again")]
    Credentials,
    /// It does not connect to this address, or is no such proxy.
    #[error("the proxy refuses to connect to the other server; check what it allows")]
    Refused,
}

impl Proxy {
    /// A proxy at a host, which is a name or an address, and a port.
    ///
    /// # Errors
    ///
    /// [`TargetError`], if these are not a host and a port.
    pub fn at(host: &str, port: u16) -> Result<Self, TargetError> {
        let is_v6 = host.parse::<Ipv6Addr>().is_ok();
        let host = if is_v6 { format!("[{host}]") } else { host.to_owned() };
        let server = Target::parse(&format!("http://{host}:{port}"))?;
        // What is no host alone has become a path, or is a query.
        let is_host = server.path() == "/" && !host.contains(['/', '?', '#', '\\']);
        if !is_host {
            return Err(TargetError::Malformed);
        }
        Ok(Self { server, authorization: None })
    }

    /// Adds the credentials that the proxy gets, and the target does not.
    #[must_use]
    pub fn authorised_by(mut self, authorization: Authorization) -> Self {
        self.authorization = Some(authorization);
        self
    }
}

impl Connect<'_> {
    /// A connection through a proxy, which `proxies` connects to; `secret` is whether the request will hold
    /// credentials, and `sensitive` whether it will hold other headers that are for the target alone.
    pub(crate) async fn through(
        &self,
        proxies: &Connect<'_>,
        proxy: &Proxy,
        target: &Target,
        secret: bool,
        sensitive: bool,
    ) -> Result<(Link, Route), OutboundError> {
        let opened = self.open_through(proxies, proxy, target, secret, sensitive);
        timeout(self.within, opened).await.unwrap_or(Err(OutboundError::TooSlow))
    }

    async fn open_through(
        &self,
        proxies: &Connect<'_>,
        proxy: &Proxy,
        target: &Target,
        secret: bool,
        sensitive: bool,
    ) -> Result<(Link, Route), OutboundError> {
        let checked = self.checked_for(target, secret).await?;
        let servers = proxies.addresses_of(proxy).await?;
        // What is not within TLS is read on the way to the proxy: a secret for this network does not leave it in clear.
        let is_secret = (secret || sensitive) && !target.is_tls();
        if is_secret && has_global(&servers) && !has_global(&checked) {
            return Err(OutboundError::SecretInClear);
        }
        if let Some(kept) = self.take_kept(&checked, Some((proxy, servers.as_slice()))) {
            return Ok(kept);
        }
        let (stream, route) = self.first_tunnel(proxies, proxy, &servers, &checked).await?;
        Ok((Link::New(self.agreed(target, stream).await?), route))
    }

    /// Whether a proxy may be connected to, as far as that is known now.
    pub(crate) async fn vet_proxy(&self, proxy: &Proxy) -> Result<(), OutboundError> {
        let host = proxy.server.host();
        let is_local_name = !host.trim_end_matches('.').contains('.') && !host.contains(':');
        match timeout(self.within, self.addresses_of(proxy)).await {
            Ok(Err(OutboundError::Proxy(ProxyFailure::NotConnected))) if !is_local_name => Ok(()),
            Ok(Err(error @ OutboundError::Proxy(_))) => Err(error),
            _ => Ok(()),
        }
    }

    /// The addresses of a proxy.
    async fn addresses_of(&self, proxy: &Proxy) -> Result<Vec<Checked>, OutboundError> {
        let checked = self.checked(&proxy.server.host(), proxy.server.port()).await;
        let checked = checked.map_err(of_proxy)?;
        if proxy.authorization.is_some() && has_global(&checked) {
            return Err(OutboundError::Proxy(ProxyFailure::PasswordInClear));
        }
        Ok(checked)
    }

    /// Asks for a tunnel to one address after the other, with a share of the time each.
    async fn first_tunnel(
        &self,
        proxies: &Connect<'_>,
        proxy: &Proxy,
        servers: &[Checked],
        checked: &[Checked],
    ) -> Result<(TcpStream, Route), OutboundError> {
        let tried = &checked[..checked.len().min(TRIED_MAX)];
        let each = self.within / u32::try_from(tried.len()).unwrap_or(1).max(1);
        let mut failure = OutboundError::TooSlow;
        for (address, permitted) in tried {
            let tunnel = async {
                let (stream, at) = proxies.first_that_answers(servers).await.map_err(of_proxy)?;
                let asked = ask_for_tunnel(stream, *address, proxy.authorization.as_ref()).await;
                asked.map(|stream| (stream, at))
            };
            failure = match timeout(each, tunnel).await {
                Ok(Ok((stream, at))) => {
                    let proxy = Some((proxy.clone(), at));
                    return Ok((stream, Route { server: (*address, *permitted), proxy }));
                }
                Ok(Err(error @ OutboundError::Proxy(ProxyFailure::Refused))) => error,
                // No other address changes these.
                Ok(Err(error)) => return Err(error),
                Err(_) => OutboundError::TooSlow,
            };
            tracing::debug!(%address, error = %failure, "no tunnel");
        }
        Err(failure)
    }
}

fn has_global(checked: &[Checked]) -> bool {
    checked.iter().any(|(_, permitted)| *permitted == Permitted::Global)
}

/// What an error of connecting is if it is about the proxy.
fn of_proxy(error: OutboundError) -> OutboundError {
    OutboundError::Proxy(match error {
        OutboundError::Blocked(why) => ProxyFailure::Blocked(why),
        _ => ProxyFailure::NotConnected,
    })
}

async fn ask_for_tunnel(
    mut stream: TcpStream,
    address: SocketAddr,
    authorization: Option<&Authorization>,
) -> Result<TcpStream, OutboundError> {
    let mut asked = Zeroizing::new(Vec::new());
    asked
        .extend_from_slice(format!("CONNECT {address} HTTP/1.1\r\nHost: {address}\r\n").as_bytes());
    if let Some(authorization) = authorization {
        let value = authorization.header().map_err(|_| OutboundError::Unsendable)?;
        asked.extend_from_slice(b"Proxy-Authorization: ");
        asked.extend_from_slice(value.as_bytes());
        asked.extend_from_slice(b"\r\n");
    }
    asked.extend_from_slice(b"\r\n");
    let broken = |_| OutboundError::Proxy(ProxyFailure::NotConnected);
    stream.write_all(&asked).await.map_err(broken)?;
    let mut head = Vec::new();
    // What follows the head is already the target's, so no byte beyond it is read.
    while !head.ends_with(HEAD_END) {
        if head.len() >= HEAD_BYTES_MAX {
            return Err(OutboundError::Proxy(ProxyFailure::Refused));
        }
        head.push(stream.read_u8().await.map_err(broken)?);
    }
    match status_of(&head) {
        Some(200..=299) => Ok(stream),
        Some(CREDENTIALS_WANTED) => Err(OutboundError::Proxy(ProxyFailure::Credentials)),
        status => {
            tracing::debug!(status, "a proxy makes no tunnel");
            Err(OutboundError::Proxy(ProxyFailure::Refused))
        }
    }
}

/// The status in the first line of an answer.
fn status_of(head: &[u8]) -> Option<u16> {
    let line = head.split(|byte| *byte == b'\r').next()?;
    let line = std::str::from_utf8(line).ok()?;
    let rest = line.strip_prefix("HTTP/1.1 ").or_else(|| line.strip_prefix("HTTP/1.0 "))?;
    let digits = rest.split(' ').next().filter(|digits| digits.len() == 3)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [HOOK-04, HOOK-05]
    #[test]
    fn a_proxy_is_at_a_host_alone() {
        for (host, expected) in [
            ("proxy.example.org", "http://proxy.example.org:3128/"),
            ("10.0.0.1", "http://10.0.0.1:3128/"),
            ("fd00::1", "http://[fd00::1]:3128/"),
        ] {
            assert_eq!(Proxy::at(host, 3128).expect(host).server.to_string(), expected);
        }
        for host in
            ["", "a.org/b", "a.org?b", "a.org#b", "a.org\\b", "ann:pw@a.org", "a b", "a.org:1"]
        {
            Proxy::at(host, 3128).expect_err(host);
        }
        Proxy::at("a.org", 0).expect_err("no port");
    }

    #[test]
    fn only_a_status_line_of_http_has_a_status() {
        assert_eq!(status_of(b"HTTP/1.1 200 Connection established\r\n\r\n"), Some(200));
        assert_eq!(status_of(b"HTTP/1.0 407\r\n\r\n"), Some(407));
        for other in
            ["SSH-2.0-x\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 2x0 \r\n\r\n", "\r\n\r\n"]
        {
            assert_eq!(status_of(other.as_bytes()), None, "{other:?}");
        }
    }

    #[test]
    fn a_proxy_never_prints_its_password() {
        let proxy = Proxy::at("proxy.example.org", 3128).expect("a proxy");
        let proxy =
            proxy.authorised_by(Authorization::basic("ann", "canary").expect("credentials"));
        let printed = format!("{proxy:?}");
        assert!(printed.contains("[secret]") && !printed.contains("YW5u"), "{printed}");
    }
}
