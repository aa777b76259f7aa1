//! Notifications to systemd, and the socket that it may hand over. Without systemd nothing happens here.

use std::net::TcpListener;
use std::time::Duration;

use listenfd::ListenFd;
use sd_notify::NotifyState::{self, MonotonicUsec, Ready, Reloading, Stopping, Watchdog};

/// The server accepts connections.
pub fn ready() {
    notify(&[Ready]);
}

/// The server stops.
pub fn stopping() {
    notify(&[Stopping]);
}

/// The server reads its configuration again; [`ready`] follows.
pub fn reloading() {
    // systemd wants the time of the reload, to tell it from an earlier one.
    match NotifyState::monotonic_usec_now() {
        Ok(at @ MonotonicUsec(_)) => notify(&[Reloading, at]),
        _ => notify(&[Reloading]),
    }
}

/// Reports regularly that the server is alive, if systemd wants to know.
pub async fn report_alive() {
    let Some(within) = sd_notify::watchdog_enabled() else { return };
    let mut interval = tokio::time::interval((within / 2).max(Duration::from_millis(100)));
    loop {
        interval.tick().await;
        notify(&[Watchdog]);
    }
}

fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "systemd could not be notified");
    }
}

/// The socket that systemd listens at for this server, if it does.
pub fn listener() -> std::io::Result<Option<TcpListener>> {
    let listener = ListenFd::from_env().take_tcp_listener(0)?;
    if let Some(listener) = &listener {
        listener.set_nonblocking(true)?;
    }
    Ok(listener)
}
