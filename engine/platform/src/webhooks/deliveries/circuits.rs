//! Which receivers do not answer, each as a proxy reaches it or straight, so that they are left alone for a while. One
//! probe at a time finds out whether they answer again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::rules::proxies::OutboundProxy;
use waybill_machines::rules::webhooks::Webhook;

/// How many attempts in a row fail before a receiver is left alone.
const FAILURES_MAX: u32 = 5;
/// How long it is left alone at first, and at most.
const FIRST_MS: i64 = 15_000;
const LONGEST_MS: i64 = 10 * 60 * 1_000;
/// How long a probe may take before there is another one.
const PROBE_MS: i64 = 30_000;

/// The receivers that have failed lately, by [`receiver_of`].
#[derive(Debug, Default)]
pub(super) struct Circuits(Mutex<HashMap<String, Circuit>>);

#[derive(Debug, Default)]
struct Circuit {
    failures: u32,
    open_until: Option<Timestamp>,
}

impl Circuits {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Circuit>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until when a receiver is left alone; none if it is not. It is one probe later for those who ask next.
    pub(super) fn enter(&self, receiver: &str, now: Timestamp) -> Option<Timestamp> {
        let mut all = self.all();
        let open_until = &mut all.get_mut(receiver)?.open_until;
        match *open_until {
            Some(until) if until > now => Some(until),
            Some(_) => {
                *open_until = Some(now.plus_ms(PROBE_MS));
                None
            }
            None => None,
        }
    }

    /// Until when a receiver is left alone.
    pub(super) fn open_until(&self, receiver: &str) -> Option<Timestamp> {
        self.all().get(receiver).and_then(|circuit| circuit.open_until)
    }

    /// It has answered.
    pub(super) fn answered(&self, receiver: &str) {
        self.all().remove(receiver);
    }

    /// It has failed.
    pub(super) fn failed(&self, receiver: &str, now: Timestamp) {
        let mut all = self.all();
        let circuit = all.entry(receiver.to_owned()).or_default();
        circuit.failures = circuit.failures.saturating_add(1);
        if let Some(beyond) = circuit.failures.checked_sub(FAILURES_MAX) {
            let wait = FIRST_MS.saturating_mul(1 << beyond.min(16)).min(LONGEST_MS);
            circuit.open_until = Some(now.plus_ms(wait));
        }
    }
}

/// What answers or fails as one: scheme, host and port of the address, for the webhooks of one project or those of the
/// installation, and the proxy as it is now, which is the default one of a webhook that names none. An address that
/// fails in one project delays nothing of others, and a proxy that fails no webhook that does not go through it. A
/// proxy that is moved begins afresh.
pub(super) fn receiver_of(webhook: &Webhook, proxy: Option<&OutboundProxy>) -> String {
    let mut origin = origin_of(&webhook.url).to_owned();
    if let Some(project) = &webhook.project_key {
        origin = format!("{origin} of {project}");
    }
    match (proxy, &webhook.proxy) {
        (Some(OutboundProxy { key, host, port, .. }), _) => {
            format!("{origin} by {key}@{host}:{port}")
        }
        (None, Some(key)) => format!("{origin} by {key}"),
        (None, None) => origin,
    }
}

/// Scheme, host and port of an address.
fn origin_of(url: &str) -> &str {
    let begin = url.find("://").map_or(0, |at| at + 3);
    let end = url[begin..].find(['/', '?', '#']).map_or(url.len(), |at| begin + at);
    &url[..end]
}

#[cfg(test)]
mod tests {
    use waybill_machines::rules::webhooks::{
        WebhookEventType, WebhookFilter, WebhookHandler, WebhookSignature,
    };

    use super::*;

    fn webhook(proxy: Option<&str>) -> Webhook {
        let handler = WebhookHandler::Webhook {
            secret: None,
            earlier_secret: None,
            signature: WebhookSignature::Plain,
            cloud_event: false,
        };
        Webhook {
            key: "builds".into(),
            description: String::new(),
            enabled: true,
            ordered: false,
            project_key: None,
            events: [WebhookEventType::BuildUploaded].into(),
            filter: WebhookFilter::All {},
            url: "https://ci.example.org/hook".into(),
            proxy: proxy.map(str::to_owned),
            headers: Vec::new(),
            handler,
        }
    }

    /// covers: [HOOK-05]
    #[test]
    fn a_receiver_is_another_one_through_another_proxy() {
        let proxy = OutboundProxy {
            key: "corporate".into(),
            host: "proxy.example.org".into(),
            port: 3128,
            user_name: None,
            for_webhooks: true,
        };
        let through = "https://ci.example.org by corporate@proxy.example.org:3128";
        let (named, unnamed) = (webhook(Some("corporate")), webhook(None));
        assert_eq!(receiver_of(&named, Some(&proxy)), through);
        // The default one is the proxy of those that name none.
        assert_eq!(receiver_of(&unnamed, Some(&proxy)), through);
        assert_eq!(receiver_of(&unnamed, None), "https://ci.example.org");
        assert_eq!(receiver_of(&named, None), "https://ci.example.org by corporate");
        let moved = OutboundProxy { port: 8080, ..proxy };
        assert_ne!(receiver_of(&named, Some(&moved)), through);
    }

    /// covers: [HOOK-04, ROLE-03]
    #[test]
    fn a_receiver_that_fails_in_a_project_is_not_left_alone_elsewhere() {
        let of = |project: &str| {
            let project_key = Some(project.to_owned());
            receiver_of(&Webhook { project_key, ..webhook(None) }, None)
        };
        let (circuits, begin) = (Circuits::default(), Timestamp::from_ms(0));
        for _ in 0..FAILURES_MAX {
            circuits.failed(&of("blue"), begin);
        }
        assert!(circuits.enter(&of("blue"), begin).is_some());
        for other in [of("red"), receiver_of(&webhook(None), None)] {
            assert_eq!(circuits.enter(&other, begin), None, "{other}");
        }
    }

    #[test]
    fn one_probe_finds_out_whether_a_receiver_answers_again() {
        let (circuits, begin) = (Circuits::default(), Timestamp::from_ms(0));
        let receiver = origin_of("https://ci.example.org:8443/hook?a=b");
        assert_eq!(receiver, "https://ci.example.org:8443");
        for _ in 1..FAILURES_MAX {
            circuits.failed(receiver, begin);
            assert_eq!(circuits.enter(receiver, begin), None);
        }
        circuits.failed(receiver, begin);
        let until = begin.plus_ms(FIRST_MS);
        assert_eq!(circuits.enter(receiver, begin), Some(until));
        assert_eq!(circuits.enter(receiver, until), None);
        assert_eq!(circuits.enter(receiver, until), Some(until.plus_ms(PROBE_MS)));
        circuits.failed(receiver, until);
        assert_eq!(circuits.open_until(receiver), Some(until.plus_ms(2 * FIRST_MS)));
        circuits.answered(receiver);
        assert_eq!(circuits.enter(receiver, begin), None);
        for _ in 0..40 {
            circuits.failed(receiver, begin);
        }
        assert_eq!(circuits.open_until(receiver), Some(begin.plus_ms(LONGEST_MS)));
    }
}
