use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use waybill_machines::rules::webhooks::{
    WebhookData, WebhookEventType, WebhookFilter, WebhookMessage, WebhookPatterns,
};
use waybill_machines::secret::PersonId;

use super::*;

/// The secrets of the tests: each entry holds its own name with an odd character.
struct Named;

impl Secrets for Named {
    fn get(&self, name: &SecretRef) -> Option<Secret> {
        let held = match name.0.as_str() {
            "gone" => return None,
            "standard" => "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "quoted" => "a\"b",
            other => other,
        };
        Some(Secret::new(held))
    }
}

fn webhook(handler: WebhookHandler) -> Webhook {
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
        handler,
    }
}

fn signed_by(names: &[&str], signature: WebhookSignature) -> Webhook {
    let mut secrets = names.iter().map(|name| SecretRef((*name).to_owned()));
    webhook(WebhookHandler::Webhook {
        secret: secrets.next(),
        earlier_secret: secrets.next(),
        signature,
        cloud_event: false,
    })
}

fn custom(method: WebhookMethod, payload: Option<&str>) -> Webhook {
    let secrets = [("token", "token"), ("odd", "quoted"), ("gone", "gone")];
    let secrets = secrets.map(|(name, entry)| (name.to_owned(), SecretRef(entry.to_owned())));
    let (payload, secrets) = (payload.map(str::to_owned), BTreeMap::from(secrets));
    webhook(WebhookHandler::CustomWebhook { method, payload, secrets })
}

fn message() -> WebhookMessage {
    let data = WebhookData {
        repo_key: Some("npm-local".into()),
        name: Some("a \"b\".tgz".into()),
        size: Some(7),
        property_values: Some(vec!["1".into(), "2".into()]),
        ..WebhookData::default()
    };
    WebhookMessage {
        id: "msg_1".into(),
        at: Timestamp::from_ms(1_700_000_000_123),
        event: WebhookEventType::ArtifactDeployed,
        data,
        trace: None,
    }
}

fn rendered(webhook: &Webhook) -> Result<Rendered, RenderError> {
    rendered_of(webhook, &message())
}

fn rendered_of(webhook: &Webhook, message: &WebhookMessage) -> Result<Rendered, RenderError> {
    rendered_as(webhook, message.into())
}

fn rendered_as(webhook: &Webhook, message: NamedMessage<'_>) -> Result<Rendered, RenderError> {
    let origin =
        WebhookOrigin { url: "https://waybill.example.org".into(), source: "waybill@01HX".into() };
    render(webhook, message, &origin, &Named, Timestamp::from_ms(1_700_000_005_999))
}

fn header<'a>(rendered: &'a Rendered, name: &str) -> Option<&'a str> {
    let found = rendered.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
    found.map(|header| header.value.expose())
}

fn body(rendered: &Rendered) -> &str {
    rendered.body.as_ref().map_or("", Secret::expose)
}

/// covers: [HOOK-04]
#[test]
fn an_event_has_the_form_of_the_public_api() {
    let sent = rendered(&signed_by(&[], WebhookSignature::Plain)).unwrap();
    let event: Value = serde_json::from_str(body(&sent)).unwrap();
    assert_eq!(
        event,
        json!({
            "domain": "artifact",
            "event_type": "deployed",
            "data": {"repo_key": "npm-local", "name": "a \"b\".tgz", "size": 7, "property_values": ["1", "2"]},
            "subscription_key": "deploys",
            "jpd_origin": "https://waybill.example.org",
            "source": "waybill@01HX",
        })
    );
    assert_eq!(sent.method, WebhookMethod::Post);
    assert_eq!(header(&sent, "Content-Type"), Some("application/json"));
    assert_eq!(header(&sent, EVENT_AUTH), None);

    let mut enveloped = signed_by(&[], WebhookSignature::Plain);
    let WebhookHandler::Webhook { cloud_event, .. } = &mut enveloped.handler else { panic!() };
    *cloud_event = true;
    let sent = rendered(&enveloped).unwrap();
    let envelope: Value = serde_json::from_str(body(&sent)).unwrap();
    assert_eq!(
        (&envelope["specversion"], &envelope["type"]),
        (&json!("1.0"), &json!("artifact.deployed"))
    );
    assert_eq!((&envelope["id"], &envelope["data"]), (&json!("msg_1"), &event));
    assert_eq!(header(&sent, "Content-Type"), Some(CLOUD_EVENTS));
}

/// covers: [HOOK-04]
#[test]
fn a_user_is_named_as_long_as_there_is_the_account() {
    let user_id = PersonId("p_bob".into());
    let data = WebhookData { user_id: Some(user_id), ..WebhookData::default() };
    let locked = WebhookMessage { event: WebhookEventType::UserLocked, data, ..message() };
    let plain = signed_by(&[], WebhookSignature::Plain);
    let payload = r#"{"who": "{{ .data.username }}", "id": "{{ .data.user_id }}"}"#;
    let own = custom(WebhookMethod::Post, Some(payload));
    for name in ["bob", ""] {
        let named = || NamedMessage { message: &locked, username: Some(name) };
        let sent = rendered_as(&plain, named()).unwrap();
        let event: Value = serde_json::from_str(body(&sent)).unwrap();
        assert_eq!((&event["domain"], &event["event_type"]), (&json!("user"), &json!("locked")));
        assert_eq!(event["data"], json!({"user_id": "p_bob", "username": name}));
        let sent = rendered_as(&own, named()).unwrap();
        let filled: Value = serde_json::from_str(body(&sent)).unwrap();
        assert_eq!(filled, json!({"who": name, "id": "p_bob"}));
    }
    // What is recorded of it has no name.
    let recorded = serde_json::to_value(&locked).unwrap();
    assert_eq!(recorded["data"], json!({"user_id": "p_bob"}));
}

/// covers: [HOOK-04]
#[test]
fn a_receiver_verifies_the_signature_with_its_secret() {
    let plain = rendered(&signed_by(&["first"], WebhookSignature::Plain)).unwrap();
    assert_eq!(header(&plain, EVENT_AUTH), Some("first"));

    let hashed = rendered(&signed_by(&["first"], WebhookSignature::HmacSha256)).unwrap();
    let expected = hex(mac(b"first", body(&hashed).as_bytes()).as_ref());
    assert_eq!(header(&hashed, EVENT_AUTH), Some(expected.as_str()));

    let both = rendered(&signed_by(&["standard", "first"], WebhookSignature::Standard)).unwrap();
    assert_eq!(header(&both, "webhook-id"), Some("msg_1"));
    assert_eq!(header(&both, "webhook-timestamp"), Some("1700000005"));
    let content = format!("msg_1.1700000005.{}", body(&both));
    let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    let expected = [key.as_slice(), b"first"]
        .map(|key| format!("v1,{}", STANDARD.encode(mac(key, content.as_bytes()).as_ref())));
    assert_eq!(header(&both, "webhook-signature"), Some(expected.join(" ").as_str()));
    for sent in [&plain, &hashed, &both] {
        let secrets = sent.headers.iter().filter(|header| header.is_secret());
        assert_eq!(secrets.count(), 1);
    }
}

/// The vector that the specification of Standard Webhooks has.
#[test]
fn standard_webhooks_are_signed_as_their_specification_has_it() {
    let secret = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    let at = Timestamp::from_ms(1_614_265_330_000);
    let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", r#"{"test": 2432232314}"#);
    let headers = signed(WebhookSignature::Standard, &[secret], id, at, body);
    let signature = headers.last().map(|header| header.value.expose());
    assert_eq!(signature, Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
}

/// covers: [HOOK-01]
#[test]
fn a_payload_is_filled_in_and_stays_json() {
    let payload = r#"{"n": "{{ .data.name }}", "s": {{ .data.size }}, "t": "{{ .secrets.odd }}", "of": {{ .data.property_values | json }}, "no": {{ .data.no | yaml }}, "e": "{{ .data.no }}"}"#;
    let sent = rendered(&custom(WebhookMethod::Put, Some(payload))).unwrap();
    let filled: Value = serde_json::from_str(body(&sent)).unwrap();
    assert_eq!(
        filled,
        json!({"n": "a \"b\".tgz", "s": 7, "t": "a\"b", "of": ["1", "2"], "no": null, "e": ""})
    );
    assert_eq!(sent.method, WebhookMethod::Put);
    let whole = rendered(&custom(WebhookMethod::Post, None)).unwrap();
    assert!(body(&whole).contains("\"subscription_key\":\"deploys\""));
    assert!(rendered(&custom(WebhookMethod::Get, None)).unwrap().body.is_none());
}

/// covers: [HOOK-01]
#[test]
fn headers_may_name_secrets_and_never_have_a_second_line() {
    let text = |text: &str| WebhookHeaderValue::Text { text: text.into() };
    let with = |name: &str, value| {
        let header = WebhookHeader { name: name.into(), value };
        Webhook { headers: vec![header], ..custom(WebhookMethod::Post, None) }
    };
    let named = rendered(&with("X-Token", text("Bearer {{ .secrets.token }}"))).unwrap();
    assert_eq!(header(&named, "x-token"), Some("Bearer token"));
    assert!(named.headers.iter().any(|header| header.name == "X-Token" && header.is_secret()));
    let secret = WebhookHeaderValue::Secret { secret: SecretRef("token".into()) };
    let hidden = rendered(&with("Authorization", secret)).unwrap();
    assert_eq!(header(&hidden, "authorization"), Some("token"));
    let own = rendered(&with("Content-Type", text("text/plain"))).unwrap();
    assert_eq!(header(&own, "content-type"), Some("text/plain"));
    for (webhook, error) in [
        (with("X-A", text("{{ .secrets.gone }}")), RenderError::SecretMissing),
        (with("X-A", text("{{ .data.no }}")), RenderError::Header("X-A".into())),
        (with("X-A", text("{{ .secrets.unknown }}")), RenderError::Template),
        (signed_by(&["gone"], WebhookSignature::Plain), RenderError::SecretMissing),
    ] {
        assert_eq!(rendered(&webhook).err(), Some(error));
    }
    let mut hostile = message();
    hostile.data.property_key = Some("a\r\nX-B: b".into());
    let sent = rendered_of(&with("X-A", text("{{ .data.property_key }}")), &hostile);
    assert_eq!(sent.err(), Some(RenderError::Header("X-A".into())));
}

/// covers: [HOOK-04]
#[test]
fn a_receiver_continues_the_trace_of_the_request() {
    let trace_of = |trace: Option<&str>, id: &str| {
        let message =
            WebhookMessage { id: id.into(), trace: trace.map(str::to_owned), ..message() };
        let sent = rendered_of(&signed_by(&[], WebhookSignature::Plain), &message).unwrap();
        header(&sent, "traceparent").map(str::to_owned)
    };
    let id = "msg_0011223344556677889900112200";
    let parent = "0011223344556677";
    let long = "4bf92f3577b34da6a3ce929d0e0e4736";
    assert_eq!(trace_of(Some(&format!("c_{long}")), id), Some(format!("00-{long}-{parent}-01")));
    let short = format!("00-0000000000000000b2afe46eb43292ea-{parent}-01");
    assert_eq!(trace_of(Some("c_b2afe46eb43292ea_2"), id), Some(short));
    for (trace, id) in [(None, id), (Some("k7"), id), (Some("c_b2afe46eb43292ea"), "msg_1")] {
        assert_eq!(trace_of(trace, id), None);
    }
}
