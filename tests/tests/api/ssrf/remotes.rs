//! Remote repositories: each file that is fetched, and what upstreams lead to.

use serde_json::{Value, json};
use waybill_tests::Answer;

use super::cases::{GLOBAL, LOCATIONS, METADATA, PORT, REDIRECTS, at, cases, other_forms, urls};
use super::network::inside;
use crate::remote_repositories::upstream::Upstream;
use crate::webhooks::stage;

/// A remote repository of files of any kind.
fn remote(url: &str) -> Value {
    json!({"rclass": "remote", "url": url})
}

fn url_of(address: &str) -> String {
    format!("http://{}/base", at(address))
}

/// Whether its address was refused when it was saved.
fn is_refused(answer: &Answer, what: &str) {
    let error = answer.json()["error"].clone();
    let found = (answer.status, &error["code"], &error["field"]);
    assert_eq!(found, (400, &json!("repository_address"), &json!("url")), "{what}: {error}");
    assert!(error["message"].to_string().contains("under [outbound] allow"), "{what}: {error}");
}

/// An answer that wants a token from elsewhere.
fn challenge(realm: &str) -> String {
    let wanted = format!("Bearer realm=\"{realm}\",service=\"it\",scope=\"a\"");
    format!("HTTP/1.1 401 No\r\nWWW-Authenticate: {wanted}\r\nContent-Length: 0\r\n\r\n")
}

fn redirect(status: u16, location: &str) -> String {
    format!("HTTP/1.1 {status} Moved\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n")
}

/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn remote_repositories_reach_no_forbidden_address() {
    const NAME: &str = "ssrf::remotes::remote_repositories_reach_no_forbidden_address";
    inside(NAME, |network| async move {
        let upstream = Upstream::on(network.listener(GLOBAL));
        for path in ["a.txt", "b.txt"] {
            upstream.has(path, path);
        }
        let stage = stage(&[]).await;
        let ann = stage.ann();
        let moved = remote(&upstream.url());
        assert_eq!(ann.create("moved", moved).await.status, 200);
        for url in urls().into_iter().chain(other_forms()) {
            is_refused(&ann.create("forbidden", remote(&url)).await, &url);
            let path = "/artifactory/api/repositories/moved";
            is_refused(&stage.bearer("POST", path, Some(json!({"url": url}))).await, &url);
        }
        assert!(upstream.requested().is_empty());

        for case in cases() {
            let (key, what) = (case.key.as_str(), format!("{:?}", case.later));
            network.names.lead(&case.host, GLOBAL);
            let created = ann.create(key, remote(&format!("{}/base", case.url()))).await;
            assert_eq!(created.status, 200, "{}", created.json());
            let fetched = ann.get(&format!("/artifactory/{key}/a.txt")).await;
            assert_eq!((fetched.status, fetched.body), (200, b"a.txt".to_vec()), "{what}");
            let other = case.url();
            network.names.set(&case.host, case.later);
            let fetched = ann.get(&format!("/artifactory/{key}/b.txt")).await;
            assert!(matches!(fetched.status, 502 | 503), "{what}: {}", fetched.status);
            assert_eq!(fetched.code(), "upstream", "{what}");
            assert_eq!(upstream.requested(), ["/base/a.txt"], "{what}");
            let again = remote(&format!("{other}/other"));
            is_refused(&ann.create("again", again).await, &what);
        }

        // Redirects are followed, to the internet alone.
        network.names.lead("far.ssrf.test", GLOBAL);
        let honest = format!("http://far.ssrf.test:{PORT}/base/a.txt");
        let mut locations: Vec<(&str, bool)> =
            LOCATIONS.iter().map(|location| (*location, false)).collect();
        locations.push((&honest, true));
        for (number, (location, is_honest)) in locations.into_iter().enumerate() {
            for status in REDIRECTS {
                let key = format!("redirecting-{number}-{status}");
                let host = format!("{key}.ssrf.test");
                network.names.lead(&host, GLOBAL);
                let url = format!("http://{host}:{PORT}/base");
                let created = ann.create(&key, remote(&url)).await;
                assert_eq!(created.status, 200, "{}", created.json());
                upstream.answers("moved", redirect(status, location));
                let fetched = ann.get(&format!("/artifactory/{key}/moved")).await;
                let requested = upstream.requested();
                if is_honest {
                    assert_eq!(fetched.status, 200, "{status} {location}");
                    assert_eq!(requested, ["/base/moved", "/base/a.txt"]);
                } else {
                    assert!(matches!(fetched.status, 502 | 503), "{status} {location}");
                    assert_eq!(requested, ["/base/moved"], "{status} {location}");
                }
            }
        }
        // Nor is a token fetched elsewhere, which a registry may want.
        for (number, location) in LOCATIONS.iter().enumerate() {
            let path = format!("locked-{number}");
            upstream.answers(&path, challenge(location));
            let fetched = ann.get(&format!("/artifactory/moved/{path}")).await;
            assert!(matches!(fetched.status, 502 | 503), "{location}: {}", fetched.status);
            assert_eq!(upstream.requested(), [format!("/base/{path}")], "{location}");
        }
        assert!(stage.server.stop().success());
    });
}

/// What is saved with an address that is closed afterwards, or by an earlier build, is checked at each request.
///
/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn an_address_that_is_closed_afterwards_is_not_reached() {
    const NAME: &str = "ssrf::remotes::an_address_that_is_closed_afterwards_is_not_reached";
    inside(NAME, |_network| async move {
        let addresses = ["10.0.0.1", METADATA, "127.0.0.1", "11.0.1.3"];
        let stage = stage(&addresses.map(at)).await;
        for (number, address) in addresses.iter().enumerate() {
            let key = format!("once-{number}");
            let created = stage.ann().create(&key, remote(&url_of(address))).await;
            assert_eq!(created.status, 200, "{address}: {}", created.json());
        }
        let stage = stage.restarted_with("[installation.access]\nmfa_required = \"nobody\"\n");
        for (number, address) in addresses.iter().enumerate() {
            let fetched = stage.ann().get(&format!("/artifactory/once-{number}/a.txt")).await;
            let found = (fetched.status, fetched.code());
            assert_eq!(found, (502, "upstream".to_owned()), "{address}");
        }
        assert!(stage.server.stop().success());
    });
}
