//! A store that speaks S3, behind a gate that tests close.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::copy;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use waybill_outbound::{Method, Outbound, OutboundSettings, Request, Target};
use waybill_tests::{Peer, Place};

use waybill_tests::tools::store_tools;

/// What becomes of connections to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    /// They reach it.
    Open,
    /// They end.
    Closed,
    /// Answers do not arrive.
    Stalled,
}

/// A store with a bucket.
pub(super) struct Store {
    peer: Peer,
    /// Where the gate is.
    pub(super) address: SocketAddr,
    gate: watch::Sender<Gate>,
}

impl Store {
    pub(super) async fn start() -> Self {
        let peer = Peer::start(|address| {
            let mut command = Command::new(store_tools().join("moto_server"));
            command.args(["-H", "127.0.0.1", "-p", &address.port().to_string()]);
            command
        })
        .await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (gate, watched) = watch::channel(Gate::Open);
        tokio::spawn(forward(listener, peer.address, watched));
        let store = Self { peer, address, gate };
        assert_eq!(store.ask(Method::PUT, "waybill").await.0, 200);
        store
    }

    /// Opens or closes the gate, also for connections that exist.
    pub(super) fn set(&self, gate: Gate) {
        self.gate.send_replace(gate);
    }

    /// Asks the store itself, without a signature.
    pub(super) async fn ask(&self, method: Method, path: &str) -> (u16, String) {
        let allow = [format!("127.0.0.1/32:{}", self.peer.address.port())];
        let allow = allow.iter().map(|text| text.parse().expect("an endpoint")).collect();
        let client = Outbound::new(OutboundSettings { allow, ..OutboundSettings::default() });
        let target = format!("http://{}/{path}", self.peer.address);
        let request = Request::new(method, Target::parse(&target).expect("a target"));
        let request = request.with_body_limit(1 << 20);
        let answer = client.expect("a client").send(request).await.expect("an answer");
        (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
    }

    /// The keys of all contents in the bucket.
    pub(super) async fn contents(&self) -> Vec<String> {
        let (_, listed) = self.ask(Method::GET, "waybill?list-type=2").await;
        let keys = listed.split("<Key>").skip(1).filter_map(|rest| rest.split('<').next());
        keys.filter(|key| key.contains("/sha256/")).map(str::to_owned).collect()
    }

    /// How many uploads in parts have begun and not ended.
    pub(super) async fn uploads(&self) -> usize {
        let (_, listed) = self.ask(Method::GET, "waybill?uploads").await;
        listed.matches("<UploadId>").count()
    }

    /// A place whose contents are in the bucket, and its settings.
    pub(super) fn place(&self) -> Place {
        let place = Place::new();
        let key = place.path("s3.key");
        std::fs::write(&key, "canary-of-the-key").expect("a key");
        private(&key);
        let settings = self.settings(&key);
        place.with_settings(&settings)
    }

    pub(super) fn settings(&self, key: &Path) -> String {
        format!(
            "[outbound]\nallow = [\"127.0.0.1/32:{}\"]\n[installation.access]\nmfa_required = \"nobody\"\n\
             [contents.s3]\nendpoint = \"http://{}\"\nbucket = \"waybill\"\nprefix = \"of/acme\"\n\
             access_key_id = \"AKIATEST\"\nsecret_access_key_file = \"{}\"\n",
            self.address.port(),
            self.address,
            key.display()
        )
    }
}

/// Takes a file from others on this machine.
fn private(path: &Path) {
    let mode = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(path, mode).expect("a mode");
}

/// Forwards connections as the gate says.
async fn forward(listener: TcpListener, to: SocketAddr, gate: watch::Receiver<Gate>) {
    let gate = Arc::new(gate);
    loop {
        let Ok((client, _)) = listener.accept().await else { return };
        let mut gate = gate.as_ref().clone();
        if *gate.borrow() == Gate::Closed {
            continue;
        }
        tokio::spawn(async move {
            let Ok(server) = TcpStream::connect(to).await else { return };
            let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
                (client.into_split(), server.into_split());
            let mut answers_gate = gate.clone();
            let answers = async move {
                while answers_gate.wait_for(|gate| *gate != Gate::Stalled).await.is_ok() {
                    let mut piece = vec![0; 64 * 1_024];
                    let Ok(read @ 1..) =
                        tokio::io::AsyncReadExt::read(&mut from_server, &mut piece).await
                    else {
                        return;
                    };
                    let _ = answers_gate.wait_for(|gate| *gate != Gate::Stalled).await;
                    if tokio::io::AsyncWriteExt::write_all(&mut to_client, &piece[..read])
                        .await
                        .is_err()
                    {
                        return;
                    }
                }
            };
            tokio::select! {
                () = answers => {}
                () = async {
                    let _ = copy(&mut from_client, &mut to_server).await;
                    tokio::time::sleep(Duration::from_secs(3_600)).await;
                } => {}
                _ = gate.wait_for(|gate| *gate == Gate::Closed) => {}
            }
        });
    }
}
