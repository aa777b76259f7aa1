//! What is kept of webhooks, by whom, and what is refused.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use super::receiver::Receiver;
use super::{CONSOLE, SUBSCRIPTIONS, create, deploys, stage};
use crate::signed_in;
use crate::stage::Stage;

/// The webhook with other fields of its handler.
fn with_handler(wanted: &Value, more: &Value) -> Value {
    let mut changed = wanted.clone();
    let fields = more.as_object().expect("an object").clone();
    changed["handlers"][0].as_object_mut().expect("an object").extend(fields);
    changed
}

/// Webhooks that are refused, each with the field and the sentence.
fn refused(wanted: &Value, receiver: &Receiver) -> Vec<(Value, &'static str, &'static str)> {
    let changed = |pointer: &str, value: Value| {
        let mut changed = wanted.clone();
        *changed.pointer_mut(pointer).expect("a field") = value;
        changed
    };
    let handler = |more: Value| with_handler(wanted, &more);
    let custom = |more: Value| {
        let own = json!([{"handler_type": "custom-webhook", "url": receiver.url()}]);
        with_handler(&changed("/handlers", own), &more)
    };
    vec![
        (changed("/key", json!("1st")), "key", "Name cannot contain special characters"),
        (changed("/handlers/0/url", json!("ftp://a.org")), "handlers.url", "Enter a valid URL"),
        (
            changed("/event_filter/event_types", json!(["pushed"])),
            "event_filter.event_types",
            "'pushed' is no event of the domain 'artifact' that happens in this installation.",
        ),
        (
            changed("/event_filter/criteria", json!({"anyBuild": true})),
            "event_filter.criteria",
            "'anyBuild' does not apply to events of the domain 'artifact'.",
        ),
        (
            changed("/event_filter/criteria", json!({"repoKeys": ["none"]})),
            "event_filter.criteria",
            "There is no repository 'none'.",
        ),
        (changed("/handlers", json!([])), "handlers", "A webhook has exactly one handler."),
        (
            handler(json!({"custom_http_headers": [{"name": "X-Team"}]})),
            "handlers.headers",
            "Header must contain name and value",
        ),
        (
            handler(json!({"custom_http_headers": [{"name": "Webhook-Id", "value": "1"}]})),
            "handlers.headers",
            "The header 'Webhook-Id' is set by the platform; choose another name.",
        ),
        (
            handler(json!({"payload": "{}"})),
            "handlers",
            "'payload' does not apply to a handler of this type.",
        ),
        (
            custom(json!({"secrets": [{"name": "", "value": "a"}]})),
            "handlers.secrets",
            "A Secret must contain name",
        ),
        (
            custom(json!({"secrets": [{"name": "a b", "value": "a"}]})),
            "handlers.secrets",
            "A secret name cannot contain special characters",
        ),
    ]
}

/// covers: [HOOK-01, HOOK-02, EVT-08]
#[test]
fn webhooks_are_kept_by_administrators_without_their_secrets() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let (ann, bob) = (stage.ann(), stage.bob());
        let wanted = deploys("deploys", &receiver);
        for (method, path) in [
            ("GET", SUBSCRIPTIONS.to_owned()),
            ("POST", SUBSCRIPTIONS.to_owned()),
            ("GET", format!("{SUBSCRIPTIONS}/deploys")),
            ("POST", format!("{SUBSCRIPTIONS}/test")),
        ] {
            let request = || Request::new(method, &path).json(&wanted);
            assert_eq!(bob.send(request()).await.status, 403, "{method} {path}");
            assert_eq!(stage.anyone(request()).await.status, 401, "{method} {path}");
        }
        let mut page = signed_in(&stage.server).await;
        for (wanted, field, sentence) in refused(&wanted, &receiver) {
            let refused = page.post(CONSOLE, wanted.clone()).await;
            let problem = &refused.json()["error"];
            assert_eq!(
                (refused.status, &problem["field"], &problem["message"]),
                (400, &json!(field), &json!(sentence)),
                "{wanted}"
            );
        }
        create(&ann, &with_handler(&wanted, &json!({"secret": "first-canary"}))).await;
        let taken = ann.send(Request::new("POST", SUBSCRIPTIONS).json(&wanted)).await;
        assert_eq!(
            (taken.status, &taken.json()["detail"]),
            (409, &json!("This name already exist"))
        );
        let one = format!("{SUBSCRIPTIONS}/deploys");
        let put = |wanted: &Value| ann.send(Request::new("PUT", &one).json(wanted));
        let kept = put(&with_handler(&wanted, &json!({"keep_secret": true}))).await;
        assert_eq!((kept.status, &kept.json()["revision"]), (200, &json!(2)));
        // Another address gets no secret that was given for this one.
        let mut elsewhere = with_handler(&wanted, &json!({"keep_secret": true}));
        elsewhere["handlers"][0]["url"] = json!("https://elsewhere.example.org/");
        let refused = put(&elsewhere).await;
        assert_eq!(
            (refused.status, &refused.json()["error"]["code"]),
            (400, &json!("webhook_secrets_kept"))
        );
        let tested = format!("{SUBSCRIPTIONS}/test");
        let refused = ann.send(Request::new("POST", &tested).json(&elsewhere)).await;
        assert_eq!(refused.status, 400);
        assert_eq!(ann.get(&format!("{SUBSCRIPTIONS}/none")).await.status, 404);
        assert_eq!(ann.delete(&one).await.status, 204);
        assert_eq!(ann.get(SUBSCRIPTIONS).await.json(), json!([]));
        // The secret was written nowhere in clear text.
        let Stage { place, server, .. } = stage;
        server.stop();
        for entry in files_below(&place.data()) {
            let bytes = std::fs::read(&entry).expect("a file");
            let found = bytes.windows(12).any(|window| window == b"first-canary");
            assert!(!found, "{}", entry.display());
        }
    });
}

/// All files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}
