//! Servers of vendors that do not do what their API says, and addresses that lead inside.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use url::form_urlencoded;
use waybill_machines::rules::git::Vendor;
use waybill_tests::git_server::{GitServer, Mishap};
use waybill_tests::{Place, run};

use super::scan::{choose, scan};
use super::{
    Fixture, INTEGRATION, TEST, TOKEN, USER, create, create_scanned, listed, one, problem,
    refused_field, repositories, settings, wanted, with,
};

/// How long a test of a connection may take, whatever the other server does.
const WITHIN: Duration = Duration::from_secs(20);

/// covers: [INT-04, INT-07]
#[test]
fn a_vendor_that_misbehaves_fails_the_test_in_time_and_nothing_is_stored() {
    run(async {
        let mut servers = Vec::new();
        for vendor in Vendor::ALL {
            servers.push(GitServer::start(vendor, USER, TOKEN).await);
        }
        let mut fixture = Fixture::new(&servers.iter().collect::<Vec<_>>()).await;
        let page = &mut fixture.page;
        for server in &servers {
            let entered = wanted(server, "Ours");
            for (mishap, expected) in [
                (Mishap::refuses(), 422),
                (Mishap::fails(), 502),
                (Mishap::page(), 502),
                (Mishap::json("[]"), 502),
                (Mishap::json("{\"login\": 1, \"username\": {}, \"name\": []}"), 502),
                // Without the header that names the owner of the token, it may belong to another user.
                (Mishap::json(&format!("{{\"name\": \"{USER}\"}}")), 502),
                (Mishap::Disconnects, 502),
            ] {
                server.misbehaves_at("", mishap.clone());
                let answer = page.post(TEST, entered.clone()).await;
                let (status, _, _, message) = problem(&answer);
                assert_eq!(status, expected, "{mishap:?}: {message}");
                assert!(!message.is_empty() && !message.contains("canary"), "{message}");
                server.behaves();
            }
        }
        assert_eq!(listed(page).await, json!([]));
        create(page, &wanted(&servers[0], "Ours")).await;
    });
}

/// covers: [INT-04]
#[test]
fn a_vendor_that_never_answers_is_given_up_and_delays_nothing_else() {
    run(async {
        let (dead, alive) = (
            GitServer::start(Vendor::Github, USER, TOKEN).await,
            GitServer::start(Vendor::Gitlab, USER, TOKEN).await,
        );
        let mut fixture = Fixture::new(&[&dead, &alive]).await;
        dead.misbehaves_at("", Mishap::Hangs);
        let entered = wanted(&dead, "Dead");
        let mut waiting = fixture.page.clone();
        let since = Instant::now();
        let tested = tokio::spawn(async move { waiting.post(TEST, entered).await });
        create(&mut fixture.page, &wanted(&alive, "Alive")).await;
        assert_eq!(listed(&mut fixture.page).await[0]["name"], json!("Alive"));
        let answer = tested.await.expect("it ended");
        assert!(since.elapsed() < WITHIN, "{:?}", since.elapsed());
        assert_eq!(answer.status, 504, "{}", answer.json());
        assert_eq!(dead.received().len(), 1);
    });
}

/// It is given up by its size where it comes fast, and by the time where it comes slowly.
///
/// covers: [INT-07]
#[test]
fn an_answer_without_end_is_not_read_to_its_end() {
    run(async {
        let server = GitServer::start(Vendor::BitbucketServer, USER, TOKEN).await;
        server.add("team/till", &[("requirements.txt", "flask==1.0\n")]);
        let hasty = settings(&[&server]);
        let patient = hasty.replace("total_ms = 1500", "total_ms = 60000");
        for (mishap, settings, expected) in [
            (Mishap::Endless, patient, (502, "git_too_large")),
            (Mishap::Trickles, hasty, (504, "git_unreachable")),
        ] {
            let mut fixture = Fixture::at(Place::new().with_settings(&settings)).await;
            let page = &mut fixture.page;
            let key = create_scanned(page, &wanted(&server, "Ours")).await;
            choose(page, &key, &["team/till"]).await;
            server.misbehaves_at("", mishap);
            let since = Instant::now();
            for refused in [
                page.post(TEST, wanted(&server, "Ours")).await,
                page.get(&repositories(&key)).await,
                scan(page, &key, "team/till").await,
            ] {
                let (status, code, _, message) = problem(&refused);
                assert_eq!((status, code.as_str()), expected, "{message}");
            }
            assert!(since.elapsed() < WITHIN, "{:?}", since.elapsed());
            // It was not a lasting failure.
            server.behaves();
            let scanned = scan(page, &key, "team/till").await;
            assert_eq!(scanned.status, 200, "{}", scanned.json());
        }
    });
}

/// covers: [INT-07]
#[test]
fn redirects_and_links_that_lead_elsewhere_are_not_followed() {
    run(async {
        // The server may connect to the other one, which would accept the token.
        let elsewhere = GitServer::start(Vendor::BitbucketCloud, USER, TOKEN).await;
        elsewhere.add("team/elsewhere", &[]);
        let mut servers = Vec::new();
        for vendor in Vendor::ALL {
            let server = GitServer::start(vendor, USER, TOKEN).await;
            server.add("team/shop", &[("README.md", "No manifest")]);
            servers.push(server);
        }
        let mut fixture =
            Fixture::new(&servers.iter().chain([&elsewhere]).collect::<Vec<_>>()).await;
        let page = &mut fixture.page;
        let other = format!("{}/2.0/repositories/team?page=2", elsewhere.url());
        let mut keys = Vec::new();
        for server in &servers {
            let key = create_scanned(page, &wanted(server, &format!("{:?}", server.vendor))).await;
            server.misbehaves_at("", Mishap::Redirects(other.clone()));
            let tested = page.post(TEST, wanted(server, "Redirected")).await;
            assert_eq!(tested.status, 502, "{}", tested.json());
            let found = page.get(&repositories(&key)).await;
            assert_eq!(found.status, 502, "{}", found.json());
            server.behaves();
            keys.push(key);
        }
        // The next page of a list is elsewhere, as the vendor says, or as a client does.
        let list = json!({"values": [], "pagelen": 10, "next": other});
        servers[2].misbehaves_at("/repositories/team", Mishap::json(&list.to_string()));
        servers[2].misbehaves_at("/user/workspaces", Mishap::json(&list.to_string()));
        let page_of =
            |key: &str, next: &str| format!("{}?page={}", repositories(key), escaped(next));
        for (server, key) in servers.iter().zip(&keys) {
            let is_cloud = server.vendor == Vendor::BitbucketCloud;
            let found = page.get(&repositories(key)).await;
            let expected = if is_cloud { 502 } else { 200 };
            assert_eq!(found.status, expected, "{:?} {}", server.vendor, found.json());
            let (status, code, ..) = problem(&page.get(&page_of(key, &other)).await);
            let expected =
                if is_cloud { (502, "git_unreachable") } else { (400, "git_unknown_page") };
            assert_eq!((status, code.as_str()), expected, "{:?}", server.vendor);
        }
        // The workspaces are its own, and the next page of their repositories is elsewhere.
        servers[2].behaves();
        servers[2].misbehaves_at("/repositories/team", Mishap::json(&list.to_string()));
        let found = page.get(&repositories(&keys[2])).await;
        assert_eq!((found.status, &found.json()["repositories"]), (200, &json!([])));
        assert_eq!(elsewhere.received().len(), 0);
    });
}

fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// covers: [INT-05, INT-07]
#[test]
fn private_hosts_that_are_not_opened_are_refused_with_the_name_of_the_setting() {
    run(async {
        let inside = GitServer::start(Vendor::BitbucketServer, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[]).await;
        let page = &mut fixture.page;
        for url in [
            inside.url(),
            format!("http://localhost:{}", inside.address.port()),
            "http://169.254.169.254/latest/meta-data".to_owned(),
            "http://[::1]".to_owned(),
            "http://[::ffff:127.0.0.1]".to_owned(),
            "http://10.0.0.1".to_owned(),
            "https://192.168.0.1:7990".to_owned(),
        ] {
            for path in [TEST, INTEGRATION] {
                let entered = with(&wanted(&inside, "Inside"), "url", json!(url));
                let (field, message) = refused_field(&page.post(path, entered).await);
                assert_eq!(field, "url", "{url}: {message}");
                assert!(message.contains("[outbound] allow"), "{url}: {message}");
            }
        }
        // A name without an address (RFC 6761) says nothing about the network either.
        let unknown = with(&wanted(&inside, "Inside"), "url", json!("https://intranet.invalid"));
        let (_, code, field, _) = problem(&page.post(TEST, unknown).await);
        assert_eq!((code.as_str(), field.as_str()), ("git_unreachable", ""));
        assert_eq!(listed(page).await, json!([]));
        assert_eq!(inside.received().len(), 0);
    });
}

/// An address that was open when the integration was created is checked again at each request.
///
/// covers: [INT-07]
#[test]
fn an_address_that_was_closed_since_is_sent_nothing() {
    run(async {
        let inside = GitServer::start(Vendor::Gitlab, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[&inside]).await;
        let key = create_scanned(&mut fixture.page, &wanted(&inside, "Ours")).await;
        let Fixture { place, server, mut page } = fixture;
        assert!(server.stop().success());
        inside.clear_received();
        let place = place.with_settings(&settings(&[]));
        let server = place.start();
        page.move_to(&server);
        let refused = page.get(&repositories(&key)).await;
        let message = refused_field(&refused).1;
        assert!(message.contains("[outbound] allow"), "{message}");
        assert_eq!(inside.received().len(), 0);
        // It can still be renamed and deleted.
        let renamed = with(&wanted(&inside, "Renamed"), "token", Value::Null);
        let renamed = page.put(&one(&key), renamed).await;
        assert_eq!(renamed.status, 200, "{}", renamed.json());
        assert_eq!(page.delete(&one(&key)).await.status, 200);
        assert_eq!(inside.received().len(), 0);
    });
}
