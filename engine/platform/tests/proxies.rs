//! Proxies of this process: their passwords in the vault, while they are used and changed.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use std::sync::Arc;

use tempfile::TempDir;
use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::rules::proxies::OutboundProxy;
use waybill_machines::secret::PersonId;
use waybill_outbound::{Outbound, OutboundError, OutboundSettings, ProxyFailure};
use waybill_platform::Secret;
use waybill_platform::proxies::{EmbeddedProxies, GivenPassword, Proxies as _, ProxyError};
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::{Kind, Vault};
use waybill_stream::Who;

const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);
const INSIDE: &str = "10.0.0.1";
/// How often the password changes while it is read.
const CHANGES: usize = 30;

struct Fixture {
    vault: Arc<Vault>,
    proxies: Arc<EmbeddedProxies>,
    _folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(&folder.path().join("vault"), None).unwrap());
        let allow = vec![format!("{INSIDE}/32:3128").parse().unwrap()];
        let outbound = Outbound::new(OutboundSettings { allow, ..Default::default() }).unwrap();
        let journal = Arc::new(MemoryJournal::new());
        let proxies = EmbeddedProxies::open(journal, vault.clone(), outbound).unwrap();
        Self { vault, proxies: Arc::new(proxies), _folder: folder }
    }
}

fn proxy(host: &str, user_name: Option<&str>) -> OutboundProxy {
    OutboundProxy {
        key: "corporate".into(),
        host: host.into(),
        port: 3128,
        user_name: user_name.map(str::to_owned),
        for_webhooks: true,
    }
}

fn password(number: usize) -> GivenPassword {
    GivenPassword::New(Secret::new(format!("canary-{number}")))
}

fn context() -> ChangeContext {
    ChangeContext::by(Who::Person(PersonId("p_ann".into())), T0)
}

/// A password is removed once another one is recorded, and what is sent meanwhile has one of them.
///
/// covers: [HOOK-05]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_can_be_used_while_its_password_changes() {
    let fixture = Fixture::new();
    let wanted = || proxy(INSIDE, Some("waybill"));
    fixture.proxies.create(wanted(), password(0), context()).await.unwrap();
    let proxies = Arc::clone(&fixture.proxies);
    let changing = tokio::spawn(async move {
        for number in 1..=CHANGES {
            proxies.change(wanted(), password(number), context()).await.unwrap();
        }
    });
    while !changing.is_finished() {
        for key in [None, Some("corporate".to_owned())] {
            assert!(fixture.proxies.chosen(key).await.unwrap().is_some());
        }
    }
    changing.await.unwrap();
    assert_eq!(fixture.vault.names(Kind::Proxy).unwrap().len(), 1);
}

/// Credentials are sent in clear, also without a password.
///
/// covers: [HOOK-05]
#[tokio::test]
async fn a_proxy_outside_of_the_network_is_given_no_user_later_either() {
    let fixture = Fixture::new();
    // An address that is never connected to.
    let outside = |user_name| proxy("93.184.215.14", user_name);
    fixture.proxies.create(outside(None), GivenPassword::None, context()).await.unwrap();
    let refused = fixture.proxies.change(outside(Some("ann")), GivenPassword::Kept, context());
    let refused = refused.await.unwrap_err();
    let expected = OutboundError::Proxy(ProxyFailure::PasswordInClear);
    assert!(matches!(refused, ProxyError::Address(error) if error == expected), "{refused:?}");
    assert_eq!(fixture.proxies.current(None), Some(outside(None)));
}
