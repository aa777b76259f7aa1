//! What is kept of webhooks, by whom, and what is refused.

use std::path::{Path, PathBuf};

use base64::Engine as _;
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

/// covers: [HOOK-03]
#[test]
fn an_echo_has_the_bytes_that_a_receiver_gets_without_secrets() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let mut page = signed_in(&stage.server).await;
        let token = json!([{"name": "X-Token", "value": "header-canary", "secret": true}]);
        let own =
            json!({"secret": "sign-canary", "signature": "standard", "custom_http_headers": token});
        let signed = with_handler(&deploys("deploys", &receiver), &own);
        let echo = page.post(&format!("{CONSOLE}/echo"), signed.clone()).await.json();
        let request = echo["request"].as_str().expect("a request").to_owned();
        let (head, body) = request.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("POST /hook HTTP/1.1\r\nhost: 127.0.0.1:"), "{head}");
        assert!(head.contains("x-token: ********") && !request.contains("canary"), "{request}");
        // The signature is the one that a receiver verifies.
        let field = |name: &str| {
            let found = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
            found.expect("a header").to_owned()
        };
        let signed_text = format!("{}.{}.{body}", field("webhook-id"), field("webhook-timestamp"));
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"sign-canary");
        let tag = ring::hmac::sign(&key, signed_text.as_bytes());
        let expected = base64::engine::general_purpose::STANDARD.encode(tag.as_ref());
        assert_eq!(field("webhook-signature"), format!("v1,{expected}"));
        assert_eq!(receiver.all().len(), 0);
        // What is sent has the same names of headers, in the same order.
        page.post(&format!("{CONSOLE}/test"), signed).await;
        let names = |head: &str| -> Vec<String> {
            let fields = head.lines().skip(1).filter_map(|line| line.split_once(": "));
            fields.map(|(name, _)| name.to_owned()).collect()
        };
        assert_eq!(names(&receiver.received(1).await[0].head), names(head));
        // A payload that may have secrets shows none of them.
        let own = json!([{
            "handler_type": "custom-webhook", "url": receiver.url(), "method": "PUT",
            "payload": "{\"token\": \"{{ .secrets.token }}\"}",
            "secrets": [{"name": "token", "value": "payload-canary"}],
        }]);
        let mut custom = deploys("deploys", &receiver);
        custom["handlers"] = own;
        let echo = page.post(&format!("{CONSOLE}/echo"), custom).await.json();
        let request = echo["request"].as_str().expect("a request");
        assert!(request.ends_with("{\"token\": \"********\"}"), "{request}");
    });
}

/// covers: [HOOK-01]
#[test]
fn a_preview_has_what_matches_now() {
    run(async {
        let stage = stage(&[]).await;
        for path in ["team/a.txt", "team/b.bin", "other/a.txt"] {
            stage.ann().put(&format!("/artifactory/files/{path}"), "x").await;
        }
        let mut page = signed_in(&stage.server).await;
        let preview = format!("{CONSOLE}/preview");
        let of = |domain: &str, criteria: Value| json!({"domain": domain, "event_types": [], "criteria": criteria});
        let patterns = json!({
            "anyLocal": true,
            "includePatterns": ["team/*.txt", "team/*.bin"],
            "excludePatterns": ["**/*.bin"],
        });
        let found = page.post(&preview, of("artifact", patterns)).await.json();
        assert_eq!(found["names"], json!(["files"]));
        assert_eq!(found["files"], json!(["files/team/a.txt"]));
        assert_eq!(found["files_total"], json!(1));
        assert!(found["files_seen"].as_u64().is_some_and(|seen| seen >= 3), "{found}");
        let nothing = page.post(&preview, of("artifact", json!({}))).await.json();
        assert_eq!((&nothing["total"], &nothing["files_total"]), (&json!(0), &json!(0)));
        let builds = of("build", json!({"includePatterns": ["*"]}));
        assert_eq!(page.post(&preview, builds).await.json()["total"], json!(0));
        let foreign = of("build", json!({"anyLocal": true}));
        assert_eq!(page.post(&preview, foreign).await.status, 400);
    });
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
pub(super) fn files_below(folder: &Path) -> Vec<PathBuf> {
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
