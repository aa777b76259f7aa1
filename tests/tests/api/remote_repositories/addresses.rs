//! The addresses of upstreams, which are checked when a repository is saved.

use serde_json::{Value, json};
use waybill_tests::{Answer, run};

use super::{create_remote, upstream::Upstream};
use crate::signed_in;
use crate::stage::Stage;

const MIRROR: &str = "/artifactory/api/repositories/mirror";

/// Whether an address was refused; the sentence.
fn refused(answer: &Answer, what: &str) -> String {
    let error = answer.json()["error"].clone();
    let found = (answer.status, &error["code"], &error["field"]);
    assert_eq!(found, (400, &json!("repository_address"), &json!("url")), "{what}: {error}");
    error["message"].as_str().expect("a sentence").to_owned()
}

async fn change(stage: &Stage, settings: &Value) -> Answer {
    stage.bearer("POST", MIRROR, Some(settings.clone())).await
}

/// No administrator opens an address, neither by a client nor on a page, and each learns what does.
///
/// covers: [REMOTE-01]
#[test]
fn an_upstream_that_would_not_be_connected_to_is_not_saved() {
    run(async {
        let stage = Stage::new().await;
        let mut page = signed_in(&stage.server).await;
        let upstream = Upstream::start().await;
        let sound = json!({"rclass": "remote", "url": "https://example.org/files"});
        assert_eq!(stage.ann().create("mirror", sound).await.status, 200);
        let listed = page.get("repositories").await.json();
        let mut listed = listed["repositories"].as_array().expect("repositories").iter();
        let known = listed.find(|one| one["key"] == "mirror").expect("the repository");
        let revision = known["revision"].clone();
        for url in [upstream.url().as_str(), "http://169.254.169.254/", "http://[::1]:8046/"] {
            let settings = json!({"rclass": "remote", "url": url});
            let entered = json!({"url": url});
            let created = json!({
                "key": "third", "class": "remote", "package_type": "generic", "settings": entered,
            });
            let changed = json!({"revision": revision, "settings": entered});
            for answer in [
                stage.ann().create("other", settings).await,
                change(&stage, &entered).await,
                page.post("repositories", created).await,
                page.patch("repositories/mirror", changed).await,
            ] {
                let says = refused(&answer, url);
                let begin = "This server would not connect to this repository: ";
                assert!(says.starts_with(begin), "{says}");
                assert!(says.contains("under [outbound] allow"), "{says}");
            }
        }
        assert!(upstream.requested().is_empty());
        stage.server.stop();
    });
}

/// covers: [REMOTE-01]
#[test]
fn a_password_is_kept_for_no_address_that_it_is_not_sent_to() {
    run(async {
        let stage = Stage::new().await;
        let (http, https) = (json!({"url": "http://1.1.1.1"}), json!({"url": "https://1.1.1.1"}));
        let secret = json!({"username": "reader", "password": "canary-94"});
        let with_secret = |settings: &Value| {
            let mut settings = settings.clone();
            let fields = secret.as_object().expect("an object").clone();
            settings.as_object_mut().expect("an object").extend(fields);
            settings
        };
        let mut created = with_secret(&http);
        created["rclass"] = json!("remote");
        refused(&stage.ann().create("mirror", created).await, "a new one");
        // What needs no password may be had in clear.
        let created = json!({"rclass": "remote", "url": "http://1.1.1.1"});
        assert_eq!(stage.ann().create("mirror", created).await.status, 200);
        refused(&change(&stage, &secret).await, "a password");
        let kept = stage.place.data().join("vault/secrets/upstream_password");
        let passwords = || std::fs::read_dir(&kept).map_or(0, Iterator::count);
        assert_eq!(passwords(), 0);
        assert_eq!(change(&stage, &with_secret(&https)).await.status, 200);
        assert_eq!(passwords(), 1);
        // Another scheme is another server, which does not get it.
        assert_eq!(change(&stage, &http).await.status, 200);
        assert_eq!(passwords(), 0);
        stage.server.stop();
    });
}

/// covers: [REMOTE-01]
#[test]
fn an_upstream_whose_address_is_closed_afterwards_is_not_asked_and_can_be_changed() {
    run(async {
        let upstream = Upstream::start().await;
        upstream.has("a", "abc");
        let stage = Stage::reaching(&[upstream.address]).await;
        create_remote(&stage, "mirror", "generic", &upstream, json!({})).await;
        let stage = stage.restarted_with("");
        let fetched = stage.ann().get("/artifactory/mirror/a").await;
        assert_eq!((fetched.status, fetched.code().as_str()), (502, "upstream"));
        assert!(upstream.requested().is_empty());
        let same = json!({"url": upstream.url(), "notes": "closed"});
        assert_eq!(change(&stage, &same).await.status, 200);
        let other = format!("{}/other", upstream.url());
        refused(&change(&stage, &json!({"url": other})).await, &other);
        stage.server.stop();
    });
}
