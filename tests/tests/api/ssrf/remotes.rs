//! Remote repositories: each file that is fetched, and what upstreams lead to.

use serde_json::{Value, json};

use super::cases::{GLOBAL, LOCATIONS, PORT, REDIRECTS, cases, other_forms, urls};
use super::network::inside;
use crate::remote_repositories::upstream::Upstream;
use crate::webhooks::stage;

/// A remote repository of files of any kind.
fn remote(url: &str) -> Value {
    json!({"rclass": "remote", "url": url})
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
        for (number, url) in urls().into_iter().chain(other_forms()).enumerate() {
            let key = format!("forbidden-{number}");
            let created = ann.create(&key, remote(&url)).await;
            // One that is accepted fetches nothing.
            assert!(matches!(created.status, 200 | 400), "{url}: {}", created.status);
            let fetched = ann.get(&format!("/artifactory/{key}/a.txt")).await;
            assert!(matches!(fetched.status, 404 | 502 | 503), "{url}: {}", fetched.status);
        }
        assert!(upstream.requested().is_empty());

        for case in cases() {
            let (key, what) = (case.key.as_str(), format!("{:?}", case.later));
            network.names.lead(&case.host, GLOBAL);
            let created = ann.create(key, remote(&format!("{}/base", case.url()))).await;
            assert_eq!(created.status, 200, "{}", created.json());
            let fetched = ann.get(&format!("/artifactory/{key}/a.txt")).await;
            assert_eq!((fetched.status, fetched.body), (200, b"a.txt".to_vec()), "{what}");
            network.names.set(&case.host, case.later);
            let fetched = ann.get(&format!("/artifactory/{key}/b.txt")).await;
            assert!(matches!(fetched.status, 502 | 503), "{what}: {}", fetched.status);
            assert_eq!(fetched.code(), "upstream", "{what}");
            assert_eq!(upstream.requested(), ["/base/a.txt"], "{what}");
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
        assert!(stage.server.stop().success());
    });
}
