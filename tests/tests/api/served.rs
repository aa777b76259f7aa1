//! Servers in a test, which stop with its runtime.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};

/// Serves each connection of a listener in a task of its own, and answers the address.
pub(crate) fn served<S, F>(
    listener: TcpListener,
    shared: &Arc<S>,
    serve: impl Fn(TcpStream, Arc<S>) -> F + Send + 'static,
) -> SocketAddr
where
    S: Send + Sync + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    let address = listener.local_addr().expect("an address");
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, Arc::clone(&shared)));
        }
    });
    address
}
