//! Distribution targets of this process: their tokens in the vault, and what is asked of a target on this machine.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::DistributionFailure;
use waybill_machines::rules::distribution::{
    DistributionTarget, DistributionTargetProblem, TARGETS_MAX,
};
use waybill_machines::rules::repositories::PackageType;
use waybill_machines::secret::PersonId;
use waybill_outbound::{Outbound, OutboundSettings};
use waybill_platform::Secret;
use waybill_platform::distribution::{
    EmbeddedTargets, GivenToken, RemoteWaybill, TargetError, Targets as _,
};
use waybill_platform::release_bundles::{Artifact, Manifest};
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::{Kind, Vault};
use waybill_stream::Who;

const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);
const TOKEN: &str = "canary-first";
const ENVIRONMENTS: &str = r#"{"environments":["DEV"]}"#;
const SHA256: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

/// What was asked of a server: the first line, whether it was a deployment by checksum, and the body.
type Asked = (String, bool, String);

/// How a request ended.
type Ended = Result<(), DistributionFailure>;

/// The status of the answer to a request with this first line.
type Answering = fn(&str) -> u16;

/// A server that answers each request with a status by its method and path.
#[derive(Clone)]
struct Answers {
    status: fn(&str) -> u16,
    asked: Arc<Mutex<Vec<Asked>>>,
    address: SocketAddr,
}

impl Answers {
    async fn start(status: fn(&str) -> u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server =
            Self { status, asked: Arc::default(), address: listener.local_addr().unwrap() };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serving.clone().serve(stream));
            }
        });
        server
    }

    async fn serve(self, mut stream: TcpStream) {
        let mut request = Vec::new();
        let whole = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let (head, body) = text.split_once("\r\n\r\n")?;
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length = length.map_or(0, |length| length.trim().parse().unwrap());
            (body.len() >= length).then(|| (head.to_owned(), body.to_owned()))
        };
        let (head, body) = loop {
            if let Some(whole) = whole(&request) {
                break whole;
            }
            let mut bytes = [0; 4_096];
            match stream.read(&mut bytes).await {
                Ok(0) | Err(_) => return,
                Ok(read) => request.extend_from_slice(&bytes[..read]),
            }
        };
        let line = head.lines().next().unwrap().trim_end_matches(" HTTP/1.1").to_owned();
        let is_let_in = head.contains(&format!("authorization: Bearer {TOKEN}"));
        let status = if is_let_in { (self.status)(&line) } else { 401 };
        let by_checksum = head.contains("x-checksum-deploy: true");
        self.asked.lock().unwrap().push((line, by_checksum, body));
        let length = ENVIRONMENTS.len();
        let answer = format!(
            "HTTP/1.1 {status} Status\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{ENVIRONMENTS}"
        );
        let _ = stream.write_all(answer.as_bytes()).await;
    }

    fn url(&self) -> String {
        format!("http://{}/base", self.address)
    }

    fn lines(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|(line, ..)| line.clone()).collect()
    }

    fn client(&self, token: &str) -> RemoteWaybill {
        RemoteWaybill::new(outbound(self.address), &self.url(), &Secret::new(token)).unwrap()
    }
}

/// A client that may connect to this address.
fn outbound(address: SocketAddr) -> Outbound {
    let allow = vec![format!("{}/32:{}", address.ip(), address.port()).parse().unwrap()];
    Outbound::new(OutboundSettings { allow, ..Default::default() }).unwrap()
}

struct Fixture {
    journal: Arc<MemoryJournal>,
    vault: Arc<Vault>,
    _folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(&folder.path().join("vault"), None).unwrap());
        Self { journal: Arc::new(MemoryJournal::new()), vault, _folder: folder }
    }

    fn service(&self, address: SocketAddr) -> EmbeddedTargets {
        EmbeddedTargets::open(self.journal.clone(), self.vault.clone(), outbound(address)).unwrap()
    }

    fn tokens(&self) -> usize {
        self.vault.names(Kind::DistributionTarget).unwrap().len()
    }
}

fn target(key: &str, url: &str) -> DistributionTarget {
    DistributionTarget { key: key.into(), url: url.into(), description: String::new() }
}

fn token() -> Secret {
    Secret::new(TOKEN)
}

fn context() -> ChangeContext {
    ChangeContext::by(Who::Person(PersonId("p_ann".into())), T0)
}

/// covers: [HOOK-04]
#[tokio::test]
async fn the_vault_has_the_tokens_of_targets_and_no_others() {
    let (fixture, server) = (Fixture::new(), Answers::start(|_| 200).await);
    let (url, elsewhere) = (server.url(), format!("{}/other", server.url()));
    let targets = fixture.service(server.address);
    let created = targets.create(target("europe", &url), token(), context()).await.unwrap();
    assert!(created.has_token() && created.created_by == Some(PersonId("p_ann".into())));
    let taken = targets.create(target("europe", &elsewhere), token(), context()).await;
    assert!(matches!(taken, Err(TargetError::KeyTaken)), "{taken:?}");
    assert_eq!(fixture.tokens(), 1);
    let (address, secret) = targets.token("europe".into()).await.unwrap();
    assert_eq!((address, secret.expose()), (url.clone(), TOKEN));
    targets.client("europe".into()).await.ok().unwrap().check().await.unwrap();
    // The token stays with the address, and goes with it.
    let described = DistributionTarget { description: "Here".into(), ..target("europe", &url) };
    let changed = targets.change(described, GivenToken::Kept, context()).await.unwrap();
    assert!(changed.has_token() && changed.settings.description == "Here");
    let moved = targets.change(target("europe", &elsewhere), GivenToken::Kept, context()).await;
    assert!(!moved.unwrap().has_token());
    assert_eq!(fixture.tokens(), 0);
    let missing = targets.client("europe".into()).await.err().unwrap();
    assert!(matches!(missing, TargetError::TokenMissing), "{missing:?}");
    let given = GivenToken::New(Secret::new("canary-second"));
    targets.change(target("europe", &elsewhere), given, context()).await.unwrap();
    assert_eq!(fixture.tokens(), 1);
    // A restart finds all of it, and removes what no target has.
    let mark = waybill_machines::secret::SecretRef("target_left-over".into());
    fixture.vault.put_at(Kind::DistributionTarget, &mark, b"canary").unwrap();
    let targets = fixture.service(server.address);
    assert_eq!(fixture.tokens(), 1);
    let (_, secret) = targets.token("europe".into()).await.unwrap();
    assert_eq!(secret.expose(), "canary-second");
    targets.delete("europe".into(), context()).await.unwrap();
    assert_eq!(fixture.tokens(), 0);
    assert!(targets.targets().await.unwrap().is_empty());
    let gone = targets.token("europe".into()).await;
    assert!(matches!(gone, Err(TargetError::Unknown)), "{gone:?}");
}

/// covers: [HOOK-04]
#[tokio::test]
async fn what_is_no_target_is_refused_and_leaves_nothing_behind() {
    let (fixture, server) = (Fixture::new(), Answers::start(|_| 200).await);
    let targets = fixture.service(server.address);
    let url = server.url();
    for (wanted, given, expected) in [
        (target("1", &url), TOKEN, DistributionTargetProblem::Key),
        (target("europe", "ftp://a.example.org"), TOKEN, DistributionTargetProblem::Url),
        (target("europe", "https://a:99999"), TOKEN, DistributionTargetProblem::Url),
        (target("europe", &url), "two words", DistributionTargetProblem::Token),
        (target("europe", &url), "", DistributionTargetProblem::Token),
    ] {
        let refused = targets.create(wanted, Secret::new(given), context()).await.unwrap_err();
        assert!(matches!(refused, TargetError::Problem(found) if found == expected), "{refused:?}");
    }
    // An address inside of the network that the configuration does not name.
    let inside = targets.create(target("europe", "https://10.0.0.1"), token(), context()).await;
    assert!(matches!(inside, Err(TargetError::Address(_))), "{inside:?}");
    let unknown = targets.change(target("europe", &url), GivenToken::Kept, context()).await;
    assert!(matches!(unknown, Err(TargetError::Unknown)), "{unknown:?}");
    assert_eq!(fixture.tokens(), 0);
    for number in 0..TARGETS_MAX {
        targets.create(target(&format!("t{number}"), &url), token(), context()).await.unwrap();
    }
    let one_more = targets.create(target("europe", &url), token(), context()).await;
    assert!(matches!(one_more, Err(TargetError::TooMany)), "{one_more:?}");
    assert_eq!(fixture.tokens(), TARGETS_MAX);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_bundle_is_sent_registered_and_removed_at_its_addresses() {
    let server = Answers::start(|line| match line {
        "PUT /base/artifactory/releases/dir/a%20b.bin" => 404,
        _ => 200,
    });
    let server = server.await;
    let client = server.client(TOKEN);
    client.check().await.unwrap();
    assert!(client.has_repository("releases").await.unwrap());
    client.create_repository("releases", PackageType::Generic).await.unwrap();
    assert!(!client.has_content("releases/dir/a b.bin", SHA256).await.unwrap());
    assert!(client.has_content("releases/dir/c.bin", SHA256).await.unwrap());
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"hello").unwrap();
    client.send("releases/dir/d.bin", SHA256, Arc::new(file), 5).await.unwrap();
    let artifact = Artifact::read("releases/dir/d.bin".into(), &b"hello"[..]).unwrap();
    let manifest =
        Manifest { name: "shop".into(), version: "1.0+1".into(), artifacts: vec![artifact] };
    client.register(&manifest).await.unwrap();
    client.remove("shop", "1.0+1").await.unwrap();
    let asked = server.asked.lock().unwrap().clone();
    let is_by_checksum: Vec<bool> = asked.iter().map(|(_, by_checksum, _)| *by_checksum).collect();
    assert_eq!(is_by_checksum, [false, false, false, true, true, false, false, false]);
    assert_eq!(asked[5].2, "hello");
    let registered: Manifest = serde_json::from_str(&asked[6].2).unwrap();
    assert_eq!(registered, manifest);
    let lines = server.lines();
    assert_eq!(
        lines[..6],
        [
            "GET /base/ui/api/v1/release_bundles/environments",
            "GET /base/artifactory/api/repositories/releases",
            "PUT /base/artifactory/api/repositories/releases",
            "PUT /base/artifactory/releases/dir/a%20b.bin",
            "PUT /base/artifactory/releases/dir/c.bin",
            "PUT /base/artifactory/releases/dir/d.bin",
        ]
    );
    assert!(lines[6].starts_with("PUT /base/lifecycle/api/v2/received/shop/1.0"), "{lines:?}");
    assert!(lines[7].starts_with("DELETE /base/lifecycle/api/v2/received/shop/1.0"), "{lines:?}");
}

/// covers: [HOOK-04]
#[tokio::test]
async fn each_answer_of_a_target_has_its_meaning() {
    use DistributionFailure::{
        Refused, RepositoryMissing, Storage, TargetFailed, Unauthorized, Unreachable,
    };
    let send = async |client: &RemoteWaybill| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"hello").unwrap();
        client.send("releases/a.bin", SHA256, Arc::new(file), 5).await
    };
    let manifest = Manifest { name: "shop".into(), version: "1".into(), artifacts: Vec::new() };
    let wrong = Answers::start(|_| 200).await;
    assert_eq!(wrong.client("another").check().await, Err(Unauthorized));
    let table: [(Answering, [Ended; 4]); 5] = [
        (|_| 404, [Err(TargetFailed), Err(RepositoryMissing), Err(TargetFailed), Ok(())]),
        (|_| 403, [Err(Unauthorized), Err(Unauthorized), Err(Unauthorized), Err(Unauthorized)]),
        (|_| 409, [Err(Refused), Err(Refused), Err(Refused), Err(Refused)]),
        (|_| 429, [Err(TargetFailed), Err(TargetFailed), Err(TargetFailed), Err(TargetFailed)]),
        (|_| 500, [Err(TargetFailed), Err(TargetFailed), Err(TargetFailed), Err(TargetFailed)]),
    ];
    for (status, [checked, sent, registered, removed]) in table {
        let server = Answers::start(status).await;
        let client = server.client(TOKEN);
        assert_eq!(client.check().await, checked);
        assert_eq!(send(&client).await, sent);
        assert_eq!(client.register(&manifest).await, registered);
        assert_eq!(client.remove("shop", "1").await, removed);
    }
    // A redirect leads nowhere, and a repository whose key is taken is there.
    let elsewhere = Answers::start(|_| 302).await;
    assert_eq!(elsewhere.client(TOKEN).check().await, Err(TargetFailed));
    let taken = Answers::start(|line| if line.starts_with("PUT") { 409 } else { 200 }).await;
    let client = taken.client(TOKEN);
    client.create_repository("releases", PackageType::Generic).await.unwrap();
    // A file that is shorter than it was.
    let short = Arc::new(tempfile::tempfile().unwrap());
    assert_eq!(client.send("releases/a.bin", SHA256, short, 5).await, Err(Storage));
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let url = format!("http://{closed}");
    let client = RemoteWaybill::new(outbound(closed), &url, &token()).unwrap();
    assert_eq!(client.check().await, Err(Unreachable));
    assert!(RemoteWaybill::new(outbound(closed), &url, &Secret::new("two words")).is_err());
}
