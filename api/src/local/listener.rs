//! The server's side: who is let in, and how many at a time.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::UnixListener;
use tokio::sync::{Semaphore, watch};

use super::connections::{Connections, Running};
use super::serving::{self, Live};
use super::{Address, SOCKET};

/// Number of commands at a time.
const CLIENTS_MAX: usize = 16;
/// How long commands that run may take when the server stops; requests have as long.
const COMMANDS_WITHIN: Duration = Duration::from_secs(20);

/// The socket of a server, which is removed when this is dropped.
pub struct Listener {
    listener: UnixListener,
    path: PathBuf,
}

impl Drop for Listener {
    fn drop(&mut self) {
        // One that stays behind does no harm: nothing listens at it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Listens at the socket of a data directory, whose journals the caller holds: another server's socket there is left of
/// one that was killed.
///
/// # Errors
///
/// An I/O error, if the file system has no sockets.
pub fn listen(data: &Path) -> io::Result<Listener> {
    let path = data.join(SOCKET);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let address = Address::of(data)?;
    // The server creates files for its owner alone, so that there is no time at which others could connect.
    let listener = UnixListener::bind(&address.path)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    Ok(Listener { listener, path })
}

impl Listener {
    /// Serves commands until the server stops, and those that run then have finished.
    pub async fn run(self, live: Live, mut stop: watch::Receiver<bool>) {
        let (live, places) = (Arc::new(live), Arc::new(Semaphore::new(CLIENTS_MAX)));
        let connections = Arc::new(Connections::default());
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = stop.wait_for(|stopped| *stopped) => break,
            };
            let Ok((stream, _)) = accepted else {
                // Descriptors are used up for a while.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let peer = stream.peer_cred().map(|peer| peer.uid());
            let Ok(stream) = stream.into_std().and_then(blocking) else { continue };
            let refusal = match peer {
                Err(_) => Some("the server cannot tell which user runs this command"),
                Ok(uid) if !may_enter(uid) => {
                    Some("only the user that the server runs as, and root, may send it commands")
                }
                Ok(_) => None,
            };
            let place = Arc::clone(&places).try_acquire_owned();
            let refusal = refusal.or(place.is_err().then_some(
                "the server already runs as many commands as it may at a time: try again later",
            ));
            let (live, connections) = (Arc::clone(&live), Arc::clone(&connections));
            tokio::task::spawn_blocking(move || {
                // Also when a command panics, first the connection ends and then its place.
                let _place = place;
                let Some(entered) = connections.enter(&stream) else { return };
                match refusal {
                    Some(why) => serving::refuse(&stream, why),
                    None => serving::serve(&stream, &entered, &live, peer.unwrap_or_default()),
                }
            });
        }
        // Nothing listens any longer, so that a command from now on fails at once.
        drop(self);
        for Running { command, os_uid } in connections.end(COMMANDS_WITHIN).await {
            tracing::warn!(
                command,
                os_uid,
                "a command is terminated, since the server stops: what it asked for may be done, or not"
            );
        }
    }
}

/// Whether a user of the operating system may send commands.
fn may_enter(uid: u32) -> bool {
    uid == 0 || uid == rustix::process::geteuid().as_raw()
}

fn blocking(stream: UnixStream) -> io::Result<UnixStream> {
    stream.set_nonblocking(false)?;
    Ok(stream)
}
