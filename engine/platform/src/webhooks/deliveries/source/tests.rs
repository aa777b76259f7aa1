//! Which webhooks want what has happened.

use std::collections::BTreeSet;

use waybill_machines::Timestamp;
use waybill_machines::rules::webhooks::{
    WebhookHandler, WebhookNames, WebhookPatterns, WebhookSignature,
};

use super::*;
use crate::secret::sha256_hex;

fn happened(event: Type, about: About) -> Happened {
    let message = WebhookMessage {
        id: "msg_1".to_owned(),
        at: Timestamp::from_ms(0),
        event,
        data: WebhookData::default(),
        trace: None,
    };
    Happened { position: 1, message: Arc::new(message), about }
}

fn webhook(project: Option<&str>, event: Type, filter: WebhookFilter) -> Webhook {
    Webhook {
        key: "hook".into(),
        description: String::new(),
        enabled: true,
        ordered: false,
        project_key: project.map(str::to_owned),
        events: BTreeSet::from([event]),
        filter,
        url: "https://ci.example.org/hook".into(),
        proxy: None,
        headers: Vec::new(),
        handler: WebhookHandler::Webhook {
            secret: None,
            earlier_secret: None,
            signature: WebhookSignature::Plain,
            cloud_event: false,
        },
    }
}

fn file(project: Option<&str>) -> About {
    About::File {
        repository: "r1".to_owned(),
        class: RepositoryClass::Local,
        project: project.map(str::to_owned),
        path: "team/a.txt".to_owned(),
    }
}

fn run(project: &str) -> About {
    let digest = sha256_hex(format!("{project}\0shop\x007").as_bytes());
    About::Build {
        name: "shop".to_owned(),
        number: "7".to_owned(),
        stream: format!("build/{digest}"),
    }
}

/// covers: [HOOK-04, ROLE-03]
#[test]
fn a_webhook_of_a_project_wants_what_happens_in_it() {
    let files = |any_local, ids: &[&str]| WebhookFilter::Repositories {
        any_local,
        any_remote: false,
        ids: ids.iter().map(|id| (*id).to_owned()).collect(),
        patterns: WebhookPatterns::default(),
    };
    for filter in [files(true, &[]), files(false, &["r1"])] {
        for (of_file, of_webhook, expected) in [
            (Some("blue"), Some("blue"), true),
            (Some("red"), Some("blue"), false),
            (None, Some("blue"), false),
            (Some("red"), None, true),
            (None, None, true),
        ] {
            let deployed = happened(Type::ArtifactDeployed, file(of_file));
            let webhook = webhook(of_webhook, Type::ArtifactDeployed, filter.clone());
            assert_eq!(deployed.is_wanted_by(&webhook), expected, "{of_file:?} {webhook:?}");
        }
    }
    let archived = happened(Type::VersionArchived, file(Some("red")));
    for (project, expected) in [(Some("blue"), false), (Some("red"), true), (None, true)] {
        let webhook = webhook(project, Type::VersionArchived, WebhookFilter::All {});
        assert_eq!(archived.is_wanted_by(&webhook), expected, "{project:?}");
    }
    // Whom a rule has refused is not for administrators of projects, wherever it was.
    let violated = happened(Type::PolicyViolated, file(Some("blue")));
    assert!(!violated.is_wanted_by(&webhook(Some("blue"), Type::PolicyViolated, files(true, &[]))));
    assert!(violated.is_wanted_by(&webhook(None, Type::PolicyViolated, files(true, &[]))));
}

/// covers: [HOOK-04, ROLE-03]
#[test]
fn names_of_builds_are_those_of_the_project() {
    let patterns = WebhookPatterns { includes: vec!["sh*".to_owned()], excludes: Vec::new() };
    let any = WebhookNames { any: true, ..WebhookNames::default() };
    let named =
        WebhookNames { names: BTreeSet::from(["shop".to_owned()]), ..WebhookNames::default() };
    for names in [any, named, WebhookNames { patterns, ..WebhookNames::default() }] {
        for kind in [Type::BuildUploaded, Type::BuildPromoted, Type::BuildDeleted] {
            let filter = WebhookFilter::Builds(names.clone());
            for (of_run, of_webhook, expected) in [
                ("blue", Some("blue"), true),
                ("red", Some("blue"), false),
                ("", Some("blue"), false),
                ("red", None, true),
            ] {
                let webhook = webhook(of_webhook, kind, filter.clone());
                let is_wanted = happened(kind, run(of_run)).is_wanted_by(&webhook);
                assert_eq!(is_wanted, expected, "{of_run} {webhook:?}");
            }
        }
    }
    let bundles = WebhookFilter::Bundles(WebhookNames { any: true, ..WebhookNames::default() });
    let received = happened(Type::BundleReceived, About::Bundle("shop".to_owned()));
    assert!(received.is_wanted_by(&webhook(None, Type::BundleReceived, bundles.clone())));
    assert!(!received.is_wanted_by(&webhook(Some("blue"), Type::BundleReceived, bundles)));
    let locked = happened(Type::UserLocked, About::User);
    assert!(locked.is_wanted_by(&webhook(None, Type::UserLocked, WebhookFilter::All {})));
    assert!(!locked.is_wanted_by(&webhook(Some("blue"), Type::UserLocked, WebhookFilter::All {})));
}

/// covers: [HOOK-04]
#[test]
fn a_promotion_is_wanted_by_webhooks_for_its_environment_or_for_all() {
    let promoted = |environment: &str| {
        let about = About::Bundle("shop".to_owned());
        let mut happened = happened(Type::PromotionCompleted, about);
        let environment = Some(environment.to_owned());
        let data = WebhookData { environment, ..WebhookData::default() };
        happened.message = Arc::new(WebhookMessage { data, ..(*happened.message).clone() });
        happened
    };
    let wanting = |environments: &[&str]| {
        let environments = environments.iter().map(|&name| name.to_owned()).collect();
        let names = WebhookNames { any: true, environments, ..WebhookNames::default() };
        webhook(None, Type::PromotionCompleted, WebhookFilter::Bundles(names))
    };
    for (environments, environment, expected) in [
        (Vec::new(), "PROD", true),
        (vec!["DEV", "PROD"], "PROD", true),
        (vec!["DEV"], "PROD", false),
    ] {
        let is_wanted = promoted(environment).is_wanted_by(&wanting(&environments));
        assert_eq!(is_wanted, expected, "{environments:?} {environment}");
    }
}
