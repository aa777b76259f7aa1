//! Streams to servers that are not asked over HTTP: those that take mails, and LDAP servers. They are connected to by
//! the rules for requests: the host is resolved once, every address of it has to be permitted, and exactly the checked
//! address is connected to. What is spoken over a stream, and for how long, is up to the caller.

use std::fmt;
use std::io;
use std::net::{Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;

use crate::client::Outbound;
use crate::connect::handshake;
use crate::error::OutboundError;
use crate::target::{Target, TargetError};

/// What is spoken over a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    Smtp,
    Ldap,
}

/// A mail server, or an LDAP server: a host and a port. Secrets are sent to it, and whether that is over TLS only is
/// part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    protocol: Protocol,
    /// With the scheme of HTTP, by which the rules for secrets in clear are those of requests.
    server: Target,
}

impl Endpoint {
    /// A server at a host, which is a name or an address, and a port, to which nothing secret is sent before
    /// [`CheckedStream::over_tls`].
    ///
    /// # Errors
    ///
    /// [`TargetError`], if these are not a host and a port.
    pub fn over_tls(host: &str, port: u16) -> Result<Self, TargetError> {
        Self::at("https", host, port)
    }

    /// The same for a server to which secrets are sent in clear, which is connected to in this network only.
    ///
    /// # Errors
    ///
    /// [`TargetError`], if these are not a host and a port.
    pub fn in_clear(host: &str, port: u16) -> Result<Self, TargetError> {
        Self::at("http", host, port)
    }

    /// The same place as that of an LDAP server, which has ports and permits of its own.
    #[must_use]
    pub fn for_ldap(self) -> Self {
        Self { protocol: Protocol::Ldap, ..self }
    }

    fn at(scheme: &str, host: &str, port: u16) -> Result<Self, TargetError> {
        let is_v6 = host.parse::<Ipv6Addr>().is_ok();
        let host = if is_v6 { format!("[{host}]") } else { host.to_owned() };
        let server = Target::parse(&format!("{scheme}://{host}:{port}"))?;
        // What is no host alone has become a path, or is a query.
        let is_host = server.path() == "/" && !host.contains(['/', '?', '#', '\\']);
        is_host.then_some(Self { protocol: Protocol::Smtp, server }).ok_or(TargetError::Malformed)
    }
}

/// A connection to a checked address. It holds one of a few places until it is dropped.
pub struct CheckedStream {
    inner: Inner,
    /// The name that the certificate of the server has to be of.
    host: String,
    peer: SocketAddr,
    outbound: Outbound,
    permit: OwnedSemaphorePermit,
}

enum Inner {
    Clear(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl fmt::Debug for CheckedStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (peer, is_encrypted) = (&self.peer, self.is_encrypted());
        f.debug_struct("CheckedStream")
            .field("peer", peer)
            .field("tls", &is_encrypted)
            .finish_non_exhaustive()
    }
}

impl Outbound {
    /// Connects to a server, without TLS yet. Waiting for a place counts as connecting.
    ///
    /// # Errors
    ///
    /// [`OutboundError`]: the server has no address or one that is not permitted, secrets would go to another network in
    /// clear, too many streams are open, or no server answers in time.
    pub async fn connect(&self, server: &Endpoint) -> Result<CheckedStream, OutboundError> {
        let within = self.connect_within();
        let permit = timeout(within, self.conversations(server.protocol).acquire_owned()).await;
        let Ok(Ok(permit)) = permit else { return Err(OutboundError::Busy) };
        let connect = self.to_servers(server.protocol);
        let target = &server.server;
        let opened = timeout(within, async {
            let checked = connect.checked_for(target, true).await?;
            connect.first_that_answers(&checked).await
        });
        let (stream, (peer, _)) = opened.await.unwrap_or(Err(OutboundError::TooSlow))?;
        let (inner, host, outbound) = (Inner::Clear(stream), target.host(), self.clone());
        Ok(CheckedStream { inner, host, peer, outbound, permit })
    }

    /// Whether a server may be connected to, as far as that is known now; for settings that are saved.
    ///
    /// # Errors
    ///
    /// [`OutboundError::Blocked`], [`OutboundError::SecretInClear`], or [`OutboundError::NoAddress`] for a name without
    /// a dot.
    pub async fn vet_endpoint(&self, server: &Endpoint) -> Result<(), OutboundError> {
        self.to_servers(server.protocol).vet(&server.server, true).await
    }
}

impl CheckedStream {
    /// Agrees on TLS. The certificate has to be of the host that was connected to, from a trusted authority.
    ///
    /// # Errors
    ///
    /// [`OutboundError::NotTrusted`], [`OutboundError::NotTls`] or [`OutboundError::TooSlow`].
    pub async fn over_tls(self) -> Result<Self, OutboundError> {
        let Self { inner, host, peer, outbound, permit } = self;
        let Inner::Clear(stream) = inner else { return Err(OutboundError::NotTls) };
        let agreed = timeout(outbound.connect_within(), async {
            let connector =
                outbound.to_servers(Protocol::Smtp).trust_store.plain_connector().await?;
            handshake(&connector, host.clone(), stream).await
        });
        let stream = agreed.await.unwrap_or(Err(OutboundError::TooSlow))?;
        Ok(Self { inner: Inner::Tls(Box::new(stream)), host, peer, outbound, permit })
    }

    /// Whether it is encrypted.
    pub const fn is_encrypted(&self) -> bool {
        matches!(self.inner, Inner::Tls(_))
    }

    /// The address that is connected to.
    pub const fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// The address of this end.
    ///
    /// # Errors
    ///
    /// That of the system.
    pub fn local(&self) -> io::Result<SocketAddr> {
        match &self.inner {
            Inner::Clear(stream) => stream.local_addr(),
            Inner::Tls(stream) => stream.get_ref().0.local_addr(),
        }
    }
}

impl AsyncRead for CheckedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut self.get_mut().inner {
            Inner::Clear(stream) => Pin::new(stream).poll_read(context, buffer),
            Inner::Tls(stream) => Pin::new(stream.as_mut()).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for CheckedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match &mut self.get_mut().inner {
            Inner::Clear(stream) => Pin::new(stream).poll_write(context, bytes),
            Inner::Tls(stream) => Pin::new(stream.as_mut()).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().inner {
            Inner::Clear(stream) => Pin::new(stream).poll_flush(context),
            Inner::Tls(stream) => Pin::new(stream.as_mut()).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().inner {
            Inner::Clear(stream) => Pin::new(stream).poll_shutdown(context),
            Inner::Tls(stream) => Pin::new(stream.as_mut()).poll_shutdown(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [PASS-04]
    #[test]
    fn an_endpoint_is_at_a_host_alone() {
        for (host, expected) in [
            ("mail.example.org", "https://mail.example.org:587/"),
            ("10.0.0.1", "https://10.0.0.1:587/"),
            ("fd00::1", "https://[fd00::1]:587/"),
        ] {
            assert_eq!(Endpoint::over_tls(host, 587).expect(host).server.to_string(), expected);
        }
        for host in ["", "a.org/b", "a.org?b", "a.org#b", "a.org\\b", "ann:pw@a.org", "a.org:1"] {
            Endpoint::over_tls(host, 587).expect_err(host);
        }
        Endpoint::in_clear("a.org", 0).expect_err("no port");
    }
}
