//! From a target to a connection with an address that was checked.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::address::{AddressPolicy, Blocked, Permitted};
use crate::channel::Channel;
use crate::error::OutboundError;
use crate::own::is_own;
use crate::pool::{Checked, Pool, Purpose, Route};
use crate::proxy::Proxy;
use crate::resolve::Resolve;
use crate::target::Target;
use crate::trust_store::TrustStore;

/// How many of a name's addresses are tried.
pub(crate) const TRIED_MAX: usize = 4;

/// A plain or a TLS connection.
pub(crate) trait Connection: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send + 'static> Connection for T {}

/// What a request is sent over.
pub(crate) enum Link {
    /// A connection that was opened for it.
    New(Box<dyn Connection>),
    /// One that was kept after another request.
    Kept(Channel),
}

/// What connecting needs.
pub(crate) struct Connect<'a> {
    pub(crate) policy: &'a AddressPolicy,
    pub(crate) resolver: &'a dyn Resolve,
    pub(crate) trust_store: &'a TrustStore,
    pub(crate) within: Duration,
    /// Where connections are kept, and the purpose of the request, if it may use one of them.
    pub(crate) kept: Option<(&'a Pool, &'a Purpose)>,
}

impl Connect<'_> {
    /// A connection for a request; `secret` is whether the request will hold one.
    pub(crate) async fn to(
        &self,
        target: &Target,
        secret: bool,
    ) -> Result<(Link, Route), OutboundError> {
        timeout(self.within, self.open(target, secret)).await.unwrap_or(Err(OutboundError::TooSlow))
    }

    /// Whether a server may be connected to, as far as that is known now: what a name leads to is checked again at each
    /// request. A name that has no address yet is accepted, unless it can only be one of this network.
    ///
    /// # Errors
    ///
    /// [`OutboundError::Blocked`], [`OutboundError::SecretInClear`], or [`OutboundError::NoAddress`] for a name without
    /// a dot.
    pub(crate) async fn vet(&self, target: &Target, secret: bool) -> Result<(), OutboundError> {
        let host = target.host();
        match timeout(self.within, self.checked_for(target, secret)).await {
            Ok(Err(error @ (OutboundError::Blocked(_) | OutboundError::SecretInClear))) => {
                Err(error)
            }
            Ok(Err(error)) if !host.trim_end_matches('.').contains('.') => Err(error),
            _ => Ok(()),
        }
    }

    async fn open(&self, target: &Target, secret: bool) -> Result<(Link, Route), OutboundError> {
        let checked = self.checked_for(target, secret).await?;
        if let Some(kept) = self.take_kept(&checked, None) {
            return Ok(kept);
        }
        let (stream, server) = self.first_that_answers(&checked).await?;
        let connection = self.agreed(target, stream).await?;
        Ok((Link::New(connection), Route { server, proxy: None }))
    }

    /// A connection that was kept, to one of the addresses that were checked for this request, and through this proxy
    /// at one of its addresses.
    pub(crate) fn take_kept(
        &self,
        servers: &[Checked],
        proxy: Option<(&Proxy, &[Checked])>,
    ) -> Option<(Link, Route)> {
        let (pool, purpose) = self.kept?;
        let (route, channel) = pool.take(purpose, |route| route.is_one_of(servers, proxy))?;
        Some((Link::Kept(channel), route))
    }

    /// All addresses of a target. A secret goes in clear to servers of this network only.
    pub(crate) async fn checked_for(
        &self,
        target: &Target,
        secret: bool,
    ) -> Result<Vec<Checked>, OutboundError> {
        let checked = self.checked(&target.host(), target.port()).await?;
        let global = checked.iter().any(|(_, permitted)| *permitted == Permitted::Global);
        if secret && !target.is_tls() && global {
            return Err(OutboundError::SecretInClear);
        }
        Ok(checked)
    }

    /// A stream to a target, with TLS in it if the target has that.
    pub(crate) async fn agreed(
        &self,
        target: &Target,
        stream: TcpStream,
    ) -> Result<Box<dyn Connection>, OutboundError> {
        if target.is_tls() {
            self.agree_on_tls(target.host(), stream).await
        } else {
            Ok(Box::new(stream))
        }
    }

    /// All addresses of a host. One address that may not be connected to closes the whole name: an honest name has
    /// none.
    pub(crate) async fn checked(
        &self,
        host: &str,
        port: u16,
    ) -> Result<Vec<Checked>, OutboundError> {
        let addresses = match host.parse::<IpAddr>() {
            Ok(address) => vec![address],
            Err(_) => self.resolver.resolve(host).await.map_err(|error| {
                tracing::debug!(host, %error, "a name cannot be resolved");
                OutboundError::NoAddress
            })?,
        };
        let mut checked = Vec::with_capacity(addresses.len());
        for address in addresses {
            let address = SocketAddr::new(address, port);
            let permitted = self.permitted(address).await.map_err(|why| {
                tracing::warn!(host, %address, %why, "a request to the outside was refused");
                OutboundError::Blocked(why)
            })?;
            checked.push((address, permitted));
        }
        if checked.is_empty() { Err(OutboundError::NoAddress) } else { Ok(checked) }
    }

    /// Why an address may be connected to. One of this machine has to be allowed, also where it is global.
    async fn permitted(&self, address: SocketAddr) -> Result<Permitted, Blocked> {
        let permitted = self.policy.check(address)?;
        if permitted == Permitted::Global && is_own(address).await {
            return Err(Blocked::Loopback);
        }
        Ok(permitted)
    }

    /// Tries one address after the other, with a share of the time each; the stream, and the address of it.
    pub(crate) async fn first_that_answers(
        &self,
        checked: &[Checked],
    ) -> Result<(TcpStream, Checked), OutboundError> {
        let tried = &checked[..checked.len().min(TRIED_MAX)];
        let each = self.within / u32::try_from(tried.len()).unwrap_or(1).max(1);
        for (address, permitted) in tried {
            match timeout(each, TcpStream::connect(*address)).await {
                Ok(Ok(stream)) => {
                    let stream = reject_self_connection(stream, *permitted)?;
                    // On a kept connection, a request in two writes would wait for an acknowledgement between them.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%address, %error, "small writes are delayed");
                    }
                    return Ok((stream, (*address, *permitted)));
                }
                Ok(Err(error)) => tracing::debug!(%address, %error, "no connection"),
                Err(_) => tracing::debug!(%address, "no connection in time"),
            }
        }
        Err(OutboundError::NotConnected)
    }

    async fn agree_on_tls(
        &self,
        host: String,
        stream: TcpStream,
    ) -> Result<Box<dyn Connection>, OutboundError> {
        let connector = self.trust_store.connector().await?;
        Ok(Box::new(handshake(connector, host, stream).await?))
    }
}

/// Agrees on TLS with the server of a name, over a connection to a checked address of it.
pub(crate) async fn handshake(
    connector: &TlsConnector,
    host: String,
    stream: TcpStream,
) -> Result<TlsStream<TcpStream>, OutboundError> {
    let name = ServerName::try_from(host).map_err(|_| OutboundError::NotTrusted)?;
    connector.connect(name, stream).await.map_err(|error| {
        tracing::debug!(%error, "no agreement on TLS");
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
        let certificate = matches!(inner, Some(rustls::Error::InvalidCertificate(_)));
        if certificate { OutboundError::NotTrusted } else { OutboundError::NotTls }
    })
}

/// Rejects a connection from this machine to itself, which has the same address at both ends: one whose address has
/// become one of this machine since it was checked.
fn reject_self_connection(
    stream: TcpStream,
    permitted: Permitted,
) -> Result<TcpStream, OutboundError> {
    let ends = stream.local_addr().and_then(|local| Ok((local.ip(), stream.peer_addr()?.ip())));
    let (local, peer) = ends.map_err(|_| OutboundError::NotConnected)?;
    if permitted == Permitted::Global && local == peer {
        return Err(OutboundError::Blocked(Blocked::Loopback));
    }
    Ok(stream)
}
