//! Directories that check passwords: what is saved, and where they are connected to.

use serde_json::{Value, json};
use waybill_tests::Answer;

use super::cases::{CLOSED, HERE, OPENED, UNREACHABLE, at, cases, urls};
use super::network::inside;
use crate::signed_in;
use crate::sso::accepted;
use crate::webhooks::stage;

const DIRECTORIES: &str = "access/api/ui/user_directories";

fn crowd(name: &str, url: &str) -> Value {
    json!({
        "name": name, "label": "Crowd", "password": "a password",
        "server": {"kind": "crowd", "url": url, "application": "waybill"},
    })
}

fn ldap(name: &str, host: &str) -> Value {
    json!({
        "name": name, "label": "LDAP",
        "server": {
            "kind": "ldap", "host": host, "port": 636, "security": "tls", "bind_dn": null,
            "user_base": "dc=example,dc=org", "user_filter": "(uid={user})",
            "id_attribute": "entry_uuid", "name_attribute": "uid", "mail_attribute": null,
            "group_base": null, "group_filter": "(member={dn})", "group_name_attribute": "cn",
            "nested_groups": false,
        },
    })
}

fn is_refused(answer: &Answer, what: &str) {
    let found = (answer.status, answer.code());
    assert_eq!(found, (400, "user_directory_address".to_owned()), "{what}");
}

/// covers: [SSO-02]
#[test]
fn directories_reach_no_forbidden_address() {
    const NAME: &str = "ssrf::user_directories::directories_reach_no_forbidden_address";
    inside(NAME, |network| async move {
        let stage = stage(&[at(OPENED)]).await;
        let mut page = signed_in(&stage.server).await;
        for url in urls() {
            is_refused(&page.post(DIRECTORIES, crowd("forbidden", &url)).await, &url);
        }
        for host in [CLOSED, HERE, UNREACHABLE].concat() {
            is_refused(&page.post(DIRECTORIES, ldap("forbidden", host)).await, host);
        }
        for case in cases() {
            let (key, url, what) = (case.key.as_str(), case.url(), format!("{:?}", case.later));
            network.names.lead(&case.host, OPENED);
            accepted(&page.post(DIRECTORIES, crowd(key, &url)).await);
            // Its name leads elsewhere from now on.
            network.names.set(&case.host, case.later);
            let test = format!("{DIRECTORIES}/{key}/test");
            assert_eq!(page.post(&test, json!({})).await.status, 503, "{what}");
            is_refused(&page.post(DIRECTORIES, crowd("again", &url)).await, &what);
            accepted(&page.delete(&format!("{DIRECTORIES}/{key}")).await);
        }
        assert!(stage.server.stop().success());
    });
}
