//! Webhooks of this process: their secrets, and requests that a receiver really gets.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod requests;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use tempfile::TempDir;
use waybill_journal::{MemoryJournal, scan_all};
use waybill_machines::Timestamp;
use waybill_machines::rules::webhooks::{
    Webhook, WebhookEventType, WebhookFilter, WebhookHandler, WebhookPatterns, WebhookProblem,
    WebhookSignature,
};
use waybill_machines::secret::PersonId;
use waybill_outbound::{Outbound, OutboundSettings};
use waybill_platform::Secret;
use waybill_platform::proxies::EmbeddedProxies;
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::{Kind, Vault};
use waybill_platform::webhooks::{
    EmbeddedWebhooks, GivenSecret, GivenSecrets, Sender, WEBHOOKS_OF_PROJECT_MAX, WebhookError,
    WebhookOrigin, Webhooks as _, test_message,
};
use waybill_stream::Who;

const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);

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

    /// The service, which may send to these addresses of this machine.
    fn service(&self, receivers: &[SocketAddr]) -> EmbeddedWebhooks {
        let allow = receivers.iter().map(|address| {
            let network = format!("{}/32:{}", address.ip(), address.port());
            network.parse().unwrap()
        });
        let settings =
            OutboundSettings { allow: allow.collect(), total_ms: 2_000, ..Default::default() };
        let outbound = Outbound::new(settings).unwrap();
        let proxies =
            EmbeddedProxies::open(self.journal.clone(), self.vault.clone(), outbound.clone());
        let sender = Sender::new(outbound, Arc::new(proxies.unwrap()));
        let origin = WebhookOrigin {
            url: "https://waybill.example.org".into(),
            source: "waybill@01HX".into(),
        };
        EmbeddedWebhooks::open(self.journal.clone(), self.vault.clone(), sender, origin).unwrap()
    }

    fn secrets(&self) -> usize {
        self.vault.names(Kind::Webhook).unwrap().len()
    }

    fn records(&self) -> String {
        let records = scan_all(&*self.journal, 0).map(|record| record.unwrap());
        records.map(|record| record.line.to_string()).collect::<Vec<_>>().join("\n")
    }
}

fn context() -> ChangeContext {
    ChangeContext::by(Who::Person(PersonId("p_ann".into())), T0)
}

fn webhook(url: &str) -> Webhook {
    Webhook {
        key: "deploys".into(),
        description: String::new(),
        enabled: true,
        ordered: false,
        project_key: None,
        events: BTreeSet::from([WebhookEventType::ArtifactDeployed]),
        filter: WebhookFilter::Repositories {
            any_local: true,
            any_remote: false,
            ids: BTreeSet::new(),
            patterns: WebhookPatterns::default(),
        },
        url: url.into(),
        proxy: None,
        headers: Vec::new(),
        handler: WebhookHandler::Webhook {
            secret: None,
            earlier_secret: None,
            signature: WebhookSignature::Standard,
            cloud_event: false,
        },
    }
}

fn new(secret: &str) -> GivenSecret {
    GivenSecret::New(Secret::new(secret))
}

fn signing(secret: GivenSecret) -> GivenSecrets {
    GivenSecrets { signing: Some(secret), ..GivenSecrets::default() }
}

/// covers: [HOOK-01, EVT-08]
#[tokio::test]
async fn secrets_are_in_the_vault_as_long_as_a_webhook_names_them() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let url = "https://ci.example.org/hook";
    let given = GivenSecrets {
        headers: vec![("Authorization".into(), new("canary-header"))],
        ..signing(new("canary-first"))
    };
    let created = service.create(webhook(url), given, context()).await.unwrap();
    assert_eq!((created.revision, &created.history.owner), (1, &Some(PersonId("p_ann".into()))));
    assert_eq!(fixture.secrets(), 2);

    let rotated =
        service.rotate(created.clone(), Secret::new("canary-second"), context()).await.unwrap();
    assert_eq!((rotated.revision, fixture.secrets()), (2, 3));
    // What is kept stays, the earlier secret too; the header is gone with its secret.
    let kept = service.change(webhook(url), signing(GivenSecret::Kept), context()).await.unwrap();
    assert_eq!((kept.settings.secrets().count(), fixture.secrets()), (2, 2));
    service.retire(kept, context()).await.unwrap();
    assert_eq!(fixture.secrets(), 1);

    // Another address gets none of them.
    let elsewhere = || webhook("https://other.example.org/hook");
    let refused = service.change(elsewhere(), signing(GivenSecret::Kept), context()).await;
    assert!(
        matches!(refused, Err(WebhookError::Problem(WebhookProblem::KeptSecrets))),
        "{refused:?}"
    );
    service.change(elsewhere(), signing(new("canary-third")), context()).await.unwrap();
    assert_eq!(fixture.secrets(), 1);
    let paused = service.pause(created.clone(), true, context()).await.unwrap();
    assert!(paused.paused);

    // A start reads what there is, and removes what a crash has left.
    drop(service);
    fixture.vault.put(Kind::Webhook, b"left").unwrap();
    let service = fixture.service(&[]);
    assert_eq!(service.sweep_secrets().unwrap(), 1);
    let read = service.webhook("deploys".into()).await.unwrap().unwrap();
    assert_eq!((read, fixture.secrets()), (paused, 1));
    service.delete(created, context()).await.unwrap();
    assert_eq!((service.webhooks().await.unwrap().len(), fixture.secrets()), (0, 0));
    assert!(!fixture.records().contains("canary"), "{}", fixture.records());
}

/// covers: [HOOK-03, ROLE-03]
#[tokio::test]
async fn no_secret_of_a_webhook_of_another_project_is_tried() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let of = |project: Option<&str>| Webhook {
        project_key: project.map(str::to_owned),
        ..webhook("https://ci.example.org/hook")
    };
    service.create(of(Some("red")), signing(new("canary")), context()).await.unwrap();
    let event = WebhookEventType::ArtifactDeployed;
    let message = || test_message("msg_1".into(), T0, event);
    for (project, is_known) in [(Some("red"), true), (Some("blue"), false), (None, false)] {
        let echo = service.echo(of(project), signing(GivenSecret::Kept), message(), T0).await;
        let is_missing = matches!(echo, Err(WebhookError::NoSecretToKeep(_)));
        assert_eq!((echo.is_ok(), is_missing), (is_known, !is_known), "{project:?}");
    }
}

/// covers: [HOOK-02]
#[tokio::test]
async fn what_cannot_be_stored_leaves_nothing() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let url = "https://ci.example.org/hook";
    let create = |wanted, secrets| service.create(wanted, secrets, context());
    for (wanted, secrets) in [
        (webhook("ftp://ci.example.org"), signing(new("a"))),
        (webhook(url), signing(new(""))),
        (webhook(url), signing(new("two\r\nlines"))),
        (webhook(url), signing(GivenSecret::Kept)),
    ] {
        create(wanted, secrets).await.unwrap_err();
    }
    assert_eq!((fixture.secrets(), fixture.records()), (0, String::new()));
    let created = create(webhook(url), GivenSecrets::default()).await.unwrap();
    let taken = create(webhook(url), GivenSecrets::default()).await.unwrap_err();
    assert_eq!(taken.to_string(), "This name already exist");
    // Without a secret there is none to rotate.
    let rotated = service.rotate(created, Secret::new("a"), context()).await;
    assert!(matches!(rotated, Err(WebhookError::Problem(WebhookProblem::NotRotated))));
    assert_eq!(fixture.secrets(), 0);
    // A journal that takes nothing keeps no secret either.
    fixture.journal.faults().out_of_space(true);
    service.change(webhook(url), signing(new("a")), context()).await.unwrap_err();
    assert_eq!(fixture.secrets(), 0);
}

/// covers: [HOOK-02, ROLE-03]
#[tokio::test]
async fn a_project_has_only_so_many_webhooks() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let create = |number: usize, project: Option<&str>| {
        let wanted = Webhook {
            key: format!("hook-{number}"),
            project_key: project.map(str::to_owned),
            ..webhook("https://1.1.1.1/hook")
        };
        service.create(wanted, GivenSecrets::default(), context())
    };
    let first = create(0, Some("red")).await.unwrap();
    for number in 1..WEBHOOKS_OF_PROJECT_MAX {
        create(number, Some("red")).await.unwrap();
    }
    let refused = create(100, Some("red")).await.unwrap_err();
    let sentence = "A project has 100 webhooks at most. Delete one of them first.";
    assert_eq!(refused.to_string(), sentence);
    // Others are not counted with it, and one that is deleted makes room.
    create(101, Some("blue")).await.unwrap();
    create(102, None).await.unwrap();
    service.delete(first, context()).await.unwrap();
    create(100, Some("red")).await.unwrap();
}

/// covers: [HOOK-02, ROLE-03]
#[tokio::test]
async fn what_is_for_a_deleted_webhook_does_not_reach_another_one_with_its_key() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let of = |project: &str| Webhook {
        project_key: Some(project.to_owned()),
        ..webhook("https://1.1.1.1/hook")
    };
    let seen = service.create(of("red"), signing(new("a")), context()).await.unwrap();
    service.delete(seen.clone(), context()).await.unwrap();
    let other = service.create(of("blue"), signing(new("b")), context()).await.unwrap();
    for refused in [
        service.pause(seen.clone(), true, context()).await.map(drop),
        service.rotate(seen.clone(), Secret::new("c"), context()).await.map(drop),
        service.retire(seen.clone(), context()).await.map(drop),
        service.delete(seen, context()).await,
    ] {
        assert!(matches!(refused, Err(WebhookError::Unknown)), "{refused:?}");
    }
    assert_eq!(service.webhook("deploys".into()).await.unwrap(), Some(other));
    assert_eq!(fixture.secrets(), 1);
}
