//! Git integrations of this process: their tokens in the vault, against a vendor on this machine.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::rules::git::{GitFields, GitProduct, Vendor};
use waybill_machines::secret::PersonId;
use waybill_outbound::{Outbound, OutboundSettings};
use waybill_platform::Secret;
use waybill_platform::git::{EmbeddedGit, Git as _, GitError};
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::{Kind, Vault};
use waybill_stream::Who;

const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);
const FIRST: &str = "canary-first";
const SECOND: &str = "canary-second";
/// A token with which the vendor never answers.
const SILENT: &str = "canary-silent";
/// How many calls that users wait for there are at once.
const AT_ONCE: usize = 8;

/// A vendor that accepts two tokens of one user.
async fn vendor() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    address
}

async fn serve(mut stream: TcpStream) {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut bytes = [0; 4_096];
        match stream.read(&mut bytes).await {
            Ok(0) | Err(_) => return,
            Ok(read) => head.extend_from_slice(&bytes[..read]),
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    if head.contains(SILENT) {
        std::future::pending::<()>().await;
    }
    let is_accepted = [FIRST, SECOND].iter().any(|token| head.contains(token));
    let (status, body) = if !is_accepted {
        (401, "{}")
    } else if head.contains("/user/repos") {
        (200, "[]")
    } else {
        (200, r#"{"login":"ann"}"#)
    };
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 {status} Status\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    let _ = stream.write_all(answer.as_bytes()).await;
}

struct Fixture {
    journal: Arc<MemoryJournal>,
    vault: Arc<Vault>,
    address: SocketAddr,
    _folder: TempDir,
}

impl Fixture {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(&folder.path().join("vault"), None).unwrap());
        let journal = Arc::new(MemoryJournal::new());
        Self { journal, vault, address: vendor().await, _folder: folder }
    }

    fn service(&self) -> EmbeddedGit {
        let allowed = format!("{}/32:{}", self.address.ip(), self.address.port());
        let allow = vec![allowed.parse().unwrap()];
        let outbound = Outbound::new(OutboundSettings { allow, ..Default::default() }).unwrap();
        EmbeddedGit::open(self.journal.clone(), self.vault.clone(), outbound).unwrap()
    }

    fn fields(&self, name: &str) -> GitFields {
        GitFields {
            vendor: Vendor::Github,
            name: name.into(),
            url: format!("http://{}", self.address),
            user_name: "ann".into(),
        }
    }

    fn tokens(&self) -> usize {
        self.vault.names(Kind::Git).unwrap().len()
    }
}

fn context() -> ChangeContext {
    ChangeContext::by(Who::Person(PersonId("p_ann".into())), T0)
}

/// covers: [INT-07]
#[tokio::test]
async fn the_vault_has_the_tokens_of_integrations_and_no_others() {
    let fixture = Fixture::new().await;
    let git = fixture.service();
    let refused = git.create(fixture.fields("Ours"), Secret::new("wrong"), None, context()).await;
    assert!(matches!(refused, Err(GitError::Refused)), "{refused:?}");
    assert_eq!(fixture.tokens(), 0);
    let created = git.create(fixture.fields("Ours"), Secret::new(FIRST), None, context()).await;
    let key = created.unwrap().key;
    assert_eq!(fixture.tokens(), 1);
    // A name that is taken, and then another token.
    let taken = git.create(fixture.fields("ours"), Secret::new(FIRST), None, context()).await;
    assert!(matches!(taken, Err(GitError::NameTaken)), "{taken:?}");
    assert_eq!(fixture.tokens(), 1);
    let second = Some(Secret::new(SECOND));
    git.update(key.clone(), fixture.fields("Ours"), second, None, context()).await.unwrap();
    assert_eq!(fixture.tokens(), 1);
    git.delete(key.clone(), context()).await.unwrap();
    assert_eq!(fixture.tokens(), 0);
    let gone = git.choose_products(key, BTreeSet::from([GitProduct::Scanning]), context()).await;
    assert!(matches!(gone, Err(GitError::Unknown)), "{gone:?}");
}

/// The new token is in the vault before the record is. A journal that takes no record leaves the integration as it was.
///
/// covers: [INT-07]
#[tokio::test]
async fn a_change_that_is_not_recorded_leaves_the_old_token() {
    let fixture = Fixture::new().await;
    let git = fixture.service();
    let created = git.create(fixture.fields("Ours"), Secret::new(FIRST), None, context()).await;
    let created = created.unwrap();
    let key = created.key.clone();
    let second = || Some(Secret::new(SECOND));
    fixture.journal.faults().out_of_space(true);
    let failed = git.update(key.clone(), fixture.fields("Ours"), second(), None, context()).await;
    assert!(matches!(failed, Err(GitError::Stream(_))), "{failed:?}");
    let uncreated = git.create(fixture.fields("New"), Secret::new(SECOND), None, context()).await;
    assert!(matches!(uncreated, Err(GitError::Stream(_))), "{uncreated:?}");
    assert_eq!(git.integrations().await.unwrap(), std::slice::from_ref(&created));
    git.repositories(key.clone(), None, String::new()).await.unwrap();
    fixture.journal.faults().out_of_space(false);

    // As a crash between the vault and the record leaves it: the next start removes the token of no record.
    drop(git);
    let before = fixture.tokens();
    fixture.vault.put(Kind::Git, SECOND.as_bytes()).unwrap();
    assert_eq!(fixture.tokens(), before + 1);
    let git = fixture.service();
    assert_eq!(fixture.tokens(), 1);
    git.repositories(key.clone(), None, String::new()).await.unwrap();
    let kept = git.test(Some(key.clone()), fixture.fields("Ours"), None).await;
    assert!(kept.is_ok(), "{kept:?}");
    git.update(key, fixture.fields("Ours"), second(), None, context()).await.unwrap();
    assert_eq!(fixture.tokens(), 1);
}

/// A vendor that does not answer takes a few places, and no others: those of all requests to other servers are left.
///
/// covers: [INT-04, INT-07]
#[tokio::test]
async fn few_calls_wait_for_vendors_at_once_and_further_ones_are_refused() {
    let fixture = Fixture::new().await;
    let git = fixture.service();
    let created = git.create(fixture.fields("Ours"), Secret::new(FIRST), None, context()).await;
    let key = created.unwrap().key;
    let scanning = BTreeSet::from([GitProduct::Scanning]);
    git.choose_products(key.clone(), scanning, context()).await.unwrap();
    let till = "acme/till".to_owned();
    let chosen = BTreeSet::from([till.clone()]);
    git.choose_repositories(key.clone(), chosen, context()).await.unwrap();
    let test = |token: &str| git.test(None, fixture.fields("Other"), Some(Secret::new(token)));
    let mut waiting = Vec::new();
    for _ in 0..AT_ONCE {
        let mut silent = test(SILENT);
        let ended = timeout(Duration::from_millis(10), &mut silent).await;
        assert!(ended.is_err(), "{ended:?}");
        waiting.push(silent);
    }
    let tested = test(FIRST).await;
    assert!(matches!(tested, Err(GitError::Occupied)), "{tested:?}");
    let listed = git.repositories(key.clone(), None, String::new()).await;
    assert!(matches!(listed, Err(GitError::Occupied)), "{listed:?}");
    let scanned = git.scan(key.clone(), till).await;
    assert!(matches!(scanned, Err(GitError::Occupied)), "{scanned:?}");
    // What is stored can be changed meanwhile.
    git.update(key.clone(), fixture.fields("Renamed"), None, None, context()).await.unwrap();
    // Each that ends leaves its place to another one.
    drop(waiting.pop());
    test(FIRST).await.unwrap();
    git.repositories(key, None, String::new()).await.unwrap();
    let silent = timeout(Duration::from_millis(10), test(SILENT)).await;
    assert!(silent.is_err(), "{silent:?}");
}
