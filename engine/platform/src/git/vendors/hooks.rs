//! Hooks: the requests that register and remove them at each vendor, and how a vendor signs what it sends. Nothing is
//! sent here.

use ring::hmac;
use serde::Deserialize;
use serde_json::{Value, json};
use subtle::ConstantTimeEq as _;
use waybill_machines::rules::git::{Vendor, is_hook_id};
use waybill_outbound::Method;

use crate::secret::{Secret, unhex};

/// The name that a vendor shows for a hook, where hooks have names.
const NAME: &str = "Waybill";
/// What is before the digits of a signature.
const ALGORITHM: &str = "sha256=";

/// A hook to register.
pub(in crate::git) struct NewHook<'a> {
    /// The address of this server that the vendor sends to.
    pub(in crate::git) address: &'a str,
    /// The secret that it signs with.
    pub(in crate::git) secret: &'a Secret,
}

/// A request about a hook. It cannot be printed, since its body may have the secret.
pub(in crate::git) struct HookRequest {
    pub(in crate::git) method: Method,
    /// The segments of the path below the API's address.
    pub(in crate::git) segments: Vec<String>,
    /// The JSON that is sent.
    pub(in crate::git) body: Option<Value>,
}

/// The headers of what a vendor sends, in lower case.
pub(in crate::git) struct HookForm {
    /// The header that names the event.
    pub(in crate::git) event: &'static str,
    /// The name of the event of a push.
    pub(in crate::git) push: &'static str,
    /// The header of the signature, or of the secret itself.
    pub(in crate::git) signature: &'static str,
}

#[derive(Deserialize)]
struct Numbered {
    id: u64,
}

#[derive(Deserialize)]
struct Named {
    uuid: String,
}

/// The path of the hooks of a repository.
fn hooks_of(vendor: Vendor, repository: &str) -> Vec<String> {
    let segments: Vec<&str> = match vendor {
        Vendor::Github => ["repos"].into_iter().chain(repository.split('/')).collect(),
        // A project is named by its whole path in one segment.
        Vendor::Gitlab => vec!["projects", repository],
        Vendor::BitbucketCloud => {
            ["repositories"].into_iter().chain(repository.split('/')).collect()
        }
        Vendor::BitbucketServer => {
            let (project, slug) = repository.split_once('/').unwrap_or((repository, ""));
            vec!["projects", project, "repos", slug]
        }
    };
    let hooks = if vendor == Vendor::BitbucketServer { "webhooks" } else { "hooks" };
    segments.into_iter().chain([hooks]).map(str::to_owned).collect()
}

/// Registers a hook for pushes.
pub(in crate::git) fn registration(
    vendor: Vendor,
    repository: &str,
    hook: &NewHook<'_>,
) -> HookRequest {
    let (address, secret) = (hook.address, hook.secret.expose());
    let body = match vendor {
        Vendor::Github => json!({
            "name": "web",
            "active": true,
            "events": ["push"],
            "config": {
                "url": address,
                "content_type": "json",
                "secret": secret,
                "insecure_ssl": "0",
            },
        }),
        Vendor::Gitlab => json!({
            "url": address,
            "token": secret,
            "push_events": true,
            "enable_ssl_verification": true,
        }),
        Vendor::BitbucketCloud => json!({
            "description": NAME,
            "url": address,
            "active": true,
            "secret": secret,
            "events": ["repo:push"],
        }),
        Vendor::BitbucketServer => json!({
            "name": NAME,
            "url": address,
            "active": true,
            "events": ["repo:refs_changed"],
            "configuration": {"secret": secret},
        }),
    };
    let segments = hooks_of(vendor, repository);
    HookRequest { method: Method::POST, segments, body: Some(body) }
}

/// Removes a hook.
pub(in crate::git) fn removal(vendor: Vendor, repository: &str, vendor_id: &str) -> HookRequest {
    let mut segments = hooks_of(vendor, repository);
    segments.push(vendor_id.to_owned());
    HookRequest { method: Method::DELETE, segments, body: None }
}

/// The id of a hook in the answer to its registration; `None` if there is none that can be part of an address.
pub(in crate::git) fn hook_id(vendor: Vendor, answer: &[u8]) -> Option<String> {
    let id = match vendor {
        Vendor::Github | Vendor::Gitlab | Vendor::BitbucketServer => {
            serde_json::from_slice::<Numbered>(answer).ok()?.id.to_string()
        }
        Vendor::BitbucketCloud => serde_json::from_slice::<Named>(answer).ok()?.uuid,
    };
    is_hook_id(&id).then_some(id)
}

/// The headers of what a vendor sends.
pub(in crate::git) const fn form_of(vendor: Vendor) -> HookForm {
    match vendor {
        Vendor::Github => {
            HookForm { event: "x-github-event", push: "push", signature: "x-hub-signature-256" }
        }
        Vendor::Gitlab => {
            HookForm { event: "x-gitlab-event", push: "Push Hook", signature: "x-gitlab-token" }
        }
        Vendor::BitbucketCloud => {
            HookForm { event: "x-event-key", push: "repo:push", signature: "x-hub-signature" }
        }
        Vendor::BitbucketServer => HookForm {
            event: "x-event-key",
            push: "repo:refs_changed",
            signature: "x-hub-signature",
        },
    }
}

/// Whether a body is signed with a secret, in a time that does not depend on how much of the signature is right.
/// `GitLab` sends the secret itself.
pub(in crate::git) fn is_signed(
    vendor: Vendor,
    secret: &Secret,
    signature: &str,
    body: &[u8],
) -> bool {
    let secret = secret.expose().as_bytes();
    if vendor == Vendor::Gitlab {
        return signature.as_bytes().ct_eq(secret).into();
    }
    let Some(tag) = signature.strip_prefix(ALGORITHM).and_then(unhex::<32>) else { return false };
    hmac::verify(&hmac::Key::new(hmac::HMAC_SHA256, secret), body, &tag).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::hex;

    const ADDRESS: &str = "https://waybill.example.org/ui/api/v1/ui/git/hooks/git_1/5f";

    fn registered(vendor: Vendor, repository: &str) -> (String, Value) {
        let secret = Secret::new("canary");
        let hook = NewHook { address: ADDRESS, secret: &secret };
        let HookRequest { method, segments, body } = registration(vendor, repository, &hook);
        assert_eq!(method, Method::POST);
        (segments.join(" "), body.unwrap())
    }

    fn removed(vendor: Vendor, repository: &str, id: &str) -> String {
        let HookRequest { method, segments, body } = removal(vendor, repository, id);
        assert_eq!((method, body), (Method::DELETE, None));
        segments.join(" ")
    }

    /// covers: [INT-07]
    #[test]
    fn github_is_asked_for_pushes_as_json() {
        let (path, body) = registered(Vendor::Github, "acme/shop");
        assert_eq!(path, "repos acme shop hooks");
        assert_eq!((&body["name"], &body["events"]), (&json!("web"), &json!(["push"])));
        let config = json!({
            "url": ADDRESS, "content_type": "json", "secret": "canary", "insecure_ssl": "0",
        });
        assert_eq!(body["config"], config);
        assert_eq!(removed(Vendor::Github, "acme/shop", "12"), "repos acme shop hooks 12");
        let answer = br#"{"type":"Repository","id":12345678,"name":"web","active":true}"#;
        assert_eq!(hook_id(Vendor::Github, answer).as_deref(), Some("12345678"));
    }

    /// covers: [INT-07]
    #[test]
    fn gitlab_is_asked_for_pushes_with_a_token() {
        let (path, body) = registered(Vendor::Gitlab, "acme/web/shop");
        assert_eq!(path, "projects acme/web/shop hooks");
        let expected = json!({
            "url": ADDRESS, "token": "canary", "push_events": true, "enable_ssl_verification": true,
        });
        assert_eq!(body, expected);
        assert_eq!(removed(Vendor::Gitlab, "acme/shop", "1"), "projects acme/shop hooks 1");
        let answer = br#"{"id":1,"url":"https://example.org","project_id":3}"#;
        assert_eq!(hook_id(Vendor::Gitlab, answer).as_deref(), Some("1"));
    }

    /// covers: [INT-07]
    #[test]
    fn bitbucket_server_is_asked_for_changed_references() {
        let (path, body) = registered(Vendor::BitbucketServer, "ACME/shop");
        assert_eq!(path, "projects ACME repos shop webhooks");
        assert_eq!(body["events"], json!(["repo:refs_changed"]));
        assert_eq!(body["configuration"], json!({"secret": "canary"}));
        assert_eq!(body["url"], json!(ADDRESS));
        let removed = removed(Vendor::BitbucketServer, "ACME/shop", "10");
        assert_eq!(removed, "projects ACME repos shop webhooks 10");
        let answer = br#"{"id":10,"name":"Waybill","configuration":{"secret":"x"},"active":true}"#;
        assert_eq!(hook_id(Vendor::BitbucketServer, answer).as_deref(), Some("10"));
    }

    /// covers: [INT-07]
    #[test]
    fn bitbucket_cloud_is_asked_for_pushes_with_a_secret() {
        let (path, body) = registered(Vendor::BitbucketCloud, "acme/shop");
        assert_eq!(path, "repositories acme shop hooks");
        assert_eq!(body["events"], json!(["repo:push"]));
        assert_eq!((&body["secret"], &body["active"]), (&json!("canary"), &json!(true)));
        let id = "{7f0f2b5c-0000-4000-8000-000000000001}";
        let removed = removed(Vendor::BitbucketCloud, "acme/shop", id);
        assert_eq!(removed, format!("repositories acme shop hooks {id}"));
        let answer = format!(r#"{{"type":"webhook_subscription","uuid":"{id}"}}"#);
        assert_eq!(hook_id(Vendor::BitbucketCloud, answer.as_bytes()).as_deref(), Some(id));
    }

    #[test]
    fn the_headers_of_all_vendors_are_received() {
        for vendor in Vendor::ALL {
            let HookForm { event, signature, .. } = form_of(vendor);
            for name in [event, signature] {
                assert!(crate::git::HOOK_HEADERS.contains(&name), "{vendor:?} {name}");
            }
        }
    }

    #[test]
    fn an_id_that_is_no_part_of_an_address_is_none() {
        let odd = br#"{"uuid":"../../other"}"#;
        assert_eq!(hook_id(Vendor::BitbucketCloud, odd), None);
        for vendor in Vendor::ALL {
            assert_eq!(hook_id(vendor, b"<html>"), None, "{vendor:?}");
        }
    }

    /// covers: [INT-07]
    #[test]
    fn only_what_is_signed_with_the_secret_is_of_the_vendor() {
        let (secret, body) = (Secret::new("canary"), b"{\"ref\":\"refs/heads/main\"}".as_slice());
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"canary");
        let digits = hex(hmac::sign(&key, body).as_ref());
        for vendor in [Vendor::Github, Vendor::BitbucketCloud, Vendor::BitbucketServer] {
            let signed = format!("sha256={digits}");
            assert!(is_signed(vendor, &secret, &signed, body), "{vendor:?}");
            assert!(!is_signed(vendor, &secret, &signed, b"{}"), "{vendor:?}");
            assert!(!is_signed(vendor, &Secret::new("other"), &signed, body), "{vendor:?}");
            for wrong in ["", "canary", "sha256=", digits.as_str(), "sha1=00", "sha256=00"] {
                assert!(!is_signed(vendor, &secret, wrong, body), "{vendor:?} {wrong}");
            }
        }
        assert!(is_signed(Vendor::Gitlab, &secret, "canary", b"{}"));
        for wrong in ["", "canar", "canary2", "Canary"] {
            assert!(!is_signed(Vendor::Gitlab, &secret, wrong, b"{}"), "{wrong}");
        }
    }
}
