use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::secret::SecretRef;

fn secret(name: &str) -> SecretRef {
    SecretRef(format!("s_{name}"))
}

fn webhook() -> Webhook {
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
        url: "https://ci.example.org/hook".into(),
        proxy: None,
        headers: Vec::new(),
        handler: WebhookHandler::Webhook {
            secret: Some(secret("a")),
            earlier_secret: None,
            signature: WebhookSignature::HmacSha256,
            cloud_event: false,
        },
    }
}

fn custom(payload: &str, secrets: &[&str]) -> Webhook {
    let secrets: BTreeMap<String, SecretRef> =
        secrets.iter().map(|name| ((*name).to_owned(), secret(name))).collect();
    let payload = Some(payload.to_owned());
    let handler = WebhookHandler::CustomWebhook { method: WebhookMethod::Put, payload, secrets };
    Webhook { handler, ..webhook() }
}

fn with_header(name: &str, value: WebhookHeaderValue) -> Webhook {
    Webhook { headers: vec![WebhookHeader { name: name.into(), value }], ..webhook() }
}

fn text(text: &str) -> WebhookHeaderValue {
    WebhookHeaderValue::Text { text: text.into() }
}

/// covers: [HOOK-02]
#[test]
fn names_begin_with_a_letter_and_have_two_characters() {
    for name in ["ab", "a1", "A-b_9", &"a".repeat(WEBHOOK_NAME_CHARS_MAX)] {
        assert!(is_webhook_name(name), "{name}");
    }
    for name in ["", "a", "1a", "-a", "a b", "a.b", "ä1", &"a".repeat(WEBHOOK_NAME_CHARS_MAX + 1)]
    {
        assert!(!is_webhook_name(name), "{name}");
    }
}

/// covers: [HOOK-02]
#[test]
fn what_is_wrong_is_found_in_the_order_of_the_form() {
    use WebhookProblem::{
        Description, Events, EventsOfNoProject, Filter, HeaderReadable, HeaderReserved, Headers,
        Key, Payload, SecretName, Url,
    };
    assert_eq!(check_webhook(&webhook()), Ok(()));
    assert_eq!(check_webhook(&custom("{{ .secrets.token }}", &["token"])), Ok(()));
    let two_domains =
        BTreeSet::from([WebhookEventType::ArtifactDeployed, WebhookEventType::UserLocked]);
    let unknown = TemplateProblem::UnknownSecret("token".into());
    for (webhook, problem) in [
        (Webhook { key: "a".into(), ..webhook() }, Key),
        (Webhook { description: "a\u{200b}".into(), ..webhook() }, Description),
        (Webhook { events: BTreeSet::new(), ..webhook() }, Events),
        (Webhook { events: two_domains, ..webhook() }, Events),
        (
            Webhook {
                project_key: Some("blue".into()),
                events: BTreeSet::from([WebhookEventType::UserLocked]),
                filter: WebhookFilter::All {},
                ..webhook()
            },
            EventsOfNoProject,
        ),
        (Webhook { filter: WebhookFilter::All {}, ..webhook() }, Filter),
        (Webhook { url: "ftp://ci.example.org".into(), ..webhook() }, Url),
        (Webhook { url: "https://".into(), ..webhook() }, Url),
        (Webhook { url: "https://ci.example.org/a b".into(), ..webhook() }, Url),
        (custom("", &["a"]), SecretName),
        (custom("{{ .secrets.token }}", &["other"]), Payload(unknown.clone())),
        (with_header("", text("a")), Headers),
        (with_header("X-A", text("")), Headers),
        (with_header("X-A", text("a\r\nX-B: b")), Headers),
        (with_header("X A", text("a")), Headers),
        (with_header("Content-Length", text("1")), HeaderReserved("Content-Length".into())),
        (
            with_header("Proxy-Authorization", text("1")),
            HeaderReserved("Proxy-Authorization".into()),
        ),
        (with_header("Webhook-Signature", text("v1,")), HeaderReserved("Webhook-Signature".into())),
        (with_header("Authorization", text("Bearer x")), HeaderReadable("Authorization".into())),
        (with_header("X-A", text("{{ .secrets.token }}")), Payload(unknown)),
    ] {
        assert_eq!(check_webhook(&webhook), Err(problem), "{webhook:?}");
    }
    let hidden = WebhookHeaderValue::Secret { secret: secret("b") };
    assert_eq!(check_webhook(&with_header("Authorization", hidden)), Ok(()));
}

/// covers: [HOOK-02, ROLE-03]
#[test]
fn a_webhook_of_a_project_has_events_of_files_and_builds() {
    let mut permitted = Vec::new();
    for event in WebhookEventType::ALL.iter().copied() {
        let filter = match event.domain().narrowed_by() {
            NarrowedBy::Repositories => webhook().filter,
            NarrowedBy::Builds => WebhookFilter::Builds(any_name()),
            NarrowedBy::Bundles => WebhookFilter::Bundles(any_name()),
            NarrowedBy::Nothing => WebhookFilter::All {},
        };
        let events = BTreeSet::from([event]);
        let of_project = Webhook { project_key: Some("blue".into()), events, filter, ..webhook() };
        match check_webhook(&of_project) {
            Ok(()) => permitted.push(event.domain().name()),
            Err(problem) => assert_eq!(problem, WebhookProblem::EventsOfNoProject, "{event:?}"),
        }
    }
    permitted.dedup();
    assert_eq!(
        permitted,
        ["artifact", "artifact_property", "docker", "build", "artifact_lifecycle"]
    );
}

/// covers: [HOOK-02]
#[test]
fn only_promotions_of_release_bundles_are_narrowed_by_environments() {
    let environments = BTreeSet::from(["PROD".to_owned()]);
    let names = || WebhookNames { environments: environments.clone(), ..any_name() };
    for (event, filter, expected) in [
        (WebhookEventType::PromotionCompleted, WebhookFilter::Bundles(names()), Ok(())),
        (
            WebhookEventType::BundleV2Completed,
            WebhookFilter::Bundles(names()),
            Err(WebhookProblem::Filter),
        ),
        (
            WebhookEventType::BuildPromoted,
            WebhookFilter::Builds(names()),
            Err(WebhookProblem::Filter),
        ),
    ] {
        let narrowed = Webhook { events: BTreeSet::from([event]), filter, ..webhook() };
        assert_eq!(check_webhook(&narrowed), expected, "{event:?}");
    }
}

fn any_name() -> WebhookNames {
    WebhookNames { any: true, ..WebhookNames::default() }
}

/// covers: [HOOK-01]
#[test]
fn no_secret_stays_with_another_address() {
    let hidden = WebhookHeaderValue::Secret { secret: secret("b") };
    let mut plain = with_header("Authorization", hidden);
    assert_eq!(plain.secrets().count(), 2);
    plain.headers.push(WebhookHeader { name: "X-A".into(), value: text("a") });
    let mut custom = custom("{}", &["token", "other"]);
    assert_eq!(custom.secrets().count(), 2);
    for webhook in [&mut plain, &mut custom] {
        webhook.drop_secrets();
        assert_eq!(webhook.secrets().count(), 0);
    }
    assert_eq!(plain.headers.len(), 1);
}

/// What is stored of a webhook is read again, and every name on the wire is as the platform has it.
#[test]
fn a_webhook_is_stored_and_read() {
    for webhook in [webhook(), custom("{{ .data | json }}", &["token"])] {
        let stored = serde_json::to_string(&webhook).expect("JSON");
        assert_eq!(serde_json::from_str::<Webhook>(&stored).ok(), Some(webhook), "{stored}");
    }
    let stored = serde_json::to_value(webhook()).expect("JSON");
    assert_eq!(stored["events"][0], "artifact.deployed");
    assert_eq!(stored["handler"]["type"], "webhook");
    assert_eq!(stored["filter"]["by"], "repositories");
}
