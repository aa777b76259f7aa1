//! The addresses that the server listens on.

use std::net::SocketAddr;

use tokio::net::TcpListener;
use tokio::sync::watch;
use waybill_platform::limits::Limits;

use crate::cli::BadInput;
use crate::client_address::Proxies;
use crate::server::{self, Admission};
use crate::{budgets, descriptors, metrics_page, routes, systemd};

/// The socket that systemd hands over, or else one at this address.
pub async fn listen_or_inherit(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = match systemd::listener()? {
        Some(listener) => TcpListener::from_std(listener)?,
        None => listen(address).await?,
    };
    tracing::info!(address = %listener.local_addr()?, "the server listens");
    Ok(listener)
}

/// Serves metrics at an address of their own, if one is configured.
pub async fn serve_metrics(
    address: Option<SocketAddr>,
    source: metrics_page::Source,
    stop: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let Some(address) = address else { return Ok(()) };
    let listener = listen(address).await?;
    let page = routes::metrics_table(source);
    let most = descriptors::METRICS_CONNECTIONS_MAX;
    let places = budgets::connections(&Limits::default(), most);
    let admission = Admission { places, proxies: Proxies::default() };
    tokio::spawn(server::run(listener, None, page, admission, stop, None));
    Ok(())
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        let why = if error.kind() == std::io::ErrorKind::AddrInUse {
            format!(
                "{address} is in use by another program: stop it, or choose another address with --listen"
            )
        } else {
            format!("cannot listen on {address}: {error}")
        };
        BadInput(why).into()
    })
}
