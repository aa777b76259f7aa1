//! Servers of others, which remote repositories have their files from and benchmarks are compared with.

use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::net::TcpStream;

/// A server of another program on loopback. It ends with this.
pub struct Peer {
    process: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Peer {
    /// Starts a server by a command that is made for its address, and waits until it listens.
    ///
    /// # Panics
    /// If it does not start.
    pub async fn start(command: impl FnOnce(SocketAddr) -> Command) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = free.local_addr().expect("an address");
        // The port is free for the server; nothing else asks for one in that moment.
        drop(free);
        let mut command = command(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut peer = Self { process, address };
        while !peer.listens().await {
            assert!(matches!(peer.process.try_wait(), Ok(None)), "{command:?} has ended");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        peer
    }

    /// The process id.
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    async fn listens(&self) -> bool {
        let Ok(stream) = TcpStream::connect(self.address).await else { return false };
        // A connection to a port of its own choice may reach itself.
        stream.local_addr().ok() != stream.peer_addr().ok()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
