//! From a host's name to its addresses: resolved once per request, and the connection uses the result.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// The future result of a resolution.
pub type Addresses<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// A name resolver.
pub trait Resolve: Send + Sync + 'static {
    /// All addresses of a host, IPv4 and IPv6.
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a>;
}

/// The resolver of the system: its hosts file and name servers.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}
