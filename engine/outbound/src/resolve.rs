//! From a host's name to its addresses: asked once a request, and the answer is what is connected to.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// Addresses as they will be.
pub type Addresses<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Whoever knows the addresses of names.
pub trait Resolve: Send + Sync + 'static {
    /// All addresses of a host, IPv4 and IPv6.
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a>;
}

/// The system's own: its hosts file, its name servers.
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
