//! Hooks: registered at the vendors for chosen repositories, and followed by scans in the background.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use waybill_machines::rules::git::Vendor;
use waybill_tests::git_server::{GitServer, Hook, Mishap, Report};
use waybill_tests::{Answer, Browser, Place, Request, run};

use super::scan::{NPM, choose};
use super::{
    Fixture, TOKEN, USER, create_scanned, hooks, listed, one, problem, products, repositories,
    settings, wanted,
};
use crate::secrets::{contains, files, searchable};

const WAITS_FOR: Duration = Duration::from_secs(20);
const LOOKS_EACH: Duration = Duration::from_millis(50);

/// Turns hooks on or off; the integration then.
async fn switch(page: &mut Browser, key: &str, enabled: bool) -> Value {
    let switched = page.put(&hooks(key), json!({"enabled": enabled})).await;
    assert_eq!(switched.status, 200, "{}", switched.json());
    let switched = switched.json();
    assert_eq!(switched["hooks"]["enabled"], json!(enabled), "{switched}");
    switched
}

/// What an integration says of the hook of a repository.
async fn hook_of(page: &mut Browser, key: &str, repository: &str) -> Value {
    let all = listed(page).await;
    let mut all = all.as_array().expect("a list").iter();
    let found = all.find(|one| one["key"] == key).expect("the integration");
    let mut hooks = found["hooks"]["repositories"].as_array().expect("a list").iter();
    hooks.find(|one| one["repository"] == repository).expect("the repository").clone()
}

/// The last scan of a repository, once there is one.
async fn last_scan(page: &mut Browser, key: &str, repository: &str) -> Value {
    let scanned = async {
        loop {
            let scan = hook_of(page, key, repository).await["last_scan"].clone();
            if !scan.is_null() {
                return scan;
            }
            tokio::time::sleep(LOOKS_EACH).await;
        }
    };
    tokio::time::timeout(WAITS_FOR, scanned).await.expect("a scan")
}

/// A server of a vendor with two repositories.
async fn vendor_server(vendor: Vendor) -> GitServer {
    let server = GitServer::start(vendor, USER, TOKEN).await;
    server.add("team/till", &[("package-lock.json", NPM), ("web/package-lock.json", NPM)]);
    server.add("team/shop", &[("README.md", "No manifest")]);
    server
}

fn without_trace(answer: &Answer) -> (u16, Value) {
    (answer.status, crate::comparable(answer.json()))
}

/// How often the newest commit of a repository was asked for.
fn reads(server: &GitServer) -> usize {
    let received = server.received();
    received.iter().filter(|one| one.method == "GET" && one.path.contains("till")).count()
}

/// covers: [INT-07]
#[test]
fn pushes_at_all_vendors_are_scanned() {
    run(async {
        let mut servers = Vec::new();
        for vendor in Vendor::ALL {
            servers.push(vendor_server(vendor).await);
        }
        let mut fixture = Fixture::new(&servers.iter().collect::<Vec<_>>()).await;
        let page = &mut fixture.page;
        for server in &servers {
            let vendor = server.vendor;
            let key = create_scanned(page, &wanted(server, &format!("Of {vendor:?}"))).await;
            choose(page, &key, &["team/till"]).await;
            let switched = switch(page, &key, true).await;
            let expected = json!([{
                "repository": "team/till", "registered": true, "why": null, "last_scan": null,
            }]);
            assert_eq!(switched["hooks"]["repositories"], expected, "{vendor:?}");
            let registered = server.hooks();
            let [hook] = registered.as_slice() else { panic!("{vendor:?} {registered:?}") };
            let address = format!("{}/ui/api/v1/ui/git/hooks/{key}/", page.origin);
            assert!(hook.address.starts_with(&address), "{vendor:?} {}", hook.address);
            assert_eq!((hook.repository.as_str(), hook.secret.len()), ("team/till", 64));

            // What is not signed with the secret does not say whether there is such a hook.
            let wrong = server.reports(hook, Report::Push, "wrong").await;
            assert_eq!((wrong.status, wrong.code().as_str()), (401, "git_hook_not_accepted"));
            let unknown = Hook { address: format!("{address}00"), ..hook.clone() };
            let unknown = server.reports(&unknown, Report::Push, &hook.secret).await;
            let elsewhere = hook.address.replace(&key, "git_0000000000000000");
            let elsewhere = Hook { address: elsewhere, ..hook.clone() };
            let elsewhere = server.reports(&elsewhere, Report::Push, &hook.secret).await;
            assert_eq!(without_trace(&wrong), without_trace(&unknown), "{vendor:?}");
            assert_eq!(without_trace(&wrong), without_trace(&elsewhere), "{vendor:?}");
            server.clear_received();
            let ping = server.reports(hook, Report::Ping, &hook.secret).await;
            assert_eq!((ping.status, ping.json()), (200, json!({})), "{vendor:?}");
            assert_eq!(reads(server), 0, "{vendor:?}");

            let pushed = server.reports(hook, Report::Push, &hook.secret).await;
            assert_eq!(pushed.status, 202, "{vendor:?}");
            let last = last_scan(page, &key, "team/till").await;
            assert!(last["at"].is_string(), "{last}");
            let expected = json!({
                "outcome": "scanned", "revision": server.revision("team/till"), "manifests": 2,
                "packages": 4,
            });
            assert_eq!(last["scan"], expected, "{vendor:?}");

            // Further pushes wait until a minute has passed, and lead to one scan.
            let before = reads(server);
            for _ in 0..3 {
                let pushed = server.reports(hook, Report::Push, &hook.secret).await;
                assert_eq!(pushed.status, 202, "{vendor:?}");
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
            assert_eq!(reads(server), before, "{vendor:?}");
            assert_eq!(last_scan(page, &key, "team/till").await, last, "{vendor:?}");

            let switched = switch(page, &key, false).await;
            assert_eq!(switched["hooks"]["repositories"][0]["registered"], json!(false));
            assert_eq!(server.hooks().len(), 0, "{vendor:?}");
            let late = server.reports(hook, Report::Push, &hook.secret).await;
            assert_eq!(without_trace(&late), without_trace(&wrong), "{vendor:?}");
        }
    });
}

/// covers: [INT-07]
#[test]
fn a_hook_that_a_vendor_refuses_says_why_and_is_tried_again() {
    run(async {
        let mut servers = Vec::new();
        for vendor in Vendor::ALL {
            servers.push(vendor_server(vendor).await);
        }
        let mut fixture = Fixture::new(&servers.iter().collect::<Vec<_>>()).await;
        let page = &mut fixture.page;
        let not_accepted = Mishap::Answers {
            status: 422,
            content_type: "application/json",
            body: b"{\"message\": \"Validation Failed\"}".to_vec(),
        };
        for server in &servers {
            let vendor = server.vendor;
            let key = create_scanned(page, &wanted(server, &format!("Of {vendor:?}"))).await;
            choose(page, &key, &["team/till"]).await;
            for (mishap, why) in [
                (Mishap::refuses(), "not_permitted"),
                (not_accepted.clone(), "address_not_accepted"),
                (Mishap::fails(), "vendor_failed"),
                (Mishap::Redirects("http://127.0.0.1:1/".to_owned()), "not_reached"),
                (Mishap::Disconnects, "not_reached"),
            ] {
                server.misbehaves_at("hooks", mishap);
                let switched = switch(page, &key, true).await;
                let hook = &switched["hooks"]["repositories"][0];
                let stated = (&hook["registered"], &hook["why"]);
                assert_eq!(stated, (&json!(false), &json!(why)), "{vendor:?}");
                server.behaves();
            }
            let switched = switch(page, &key, true).await;
            let hook = &switched["hooks"]["repositories"][0];
            assert_eq!((&hook["registered"], &hook["why"]), (&json!(true), &Value::Null));
            assert_eq!(server.hooks().len(), 1, "{vendor:?}");
        }
    });
}

/// covers: [INT-07]
#[test]
fn hooks_are_those_of_chosen_repositories_and_of_one_connection() {
    run(async {
        let server = vendor_server(Vendor::Gitlab).await;
        server.knows("eve", "canary-git-eve");
        let mut fixture = Fixture::new(&[&server]).await;
        let page = &mut fixture.page;
        let entered = wanted(&server, "Ours");
        let key = create_scanned(page, &entered).await;
        let named = || {
            let mut names: Vec<_> =
                server.hooks().into_iter().map(|hook| hook.repository).collect();
            names.sort();
            names
        };
        switch(page, &key, true).await;
        assert_eq!(named(), [""; 0]);
        choose(page, &key, &["team/till", "team/shop"]).await;
        assert_eq!(named(), ["team/shop", "team/till"]);
        let of_shop = server.hooks();
        choose(page, &key, &["team/shop"]).await;
        assert_eq!(named(), ["team/shop"]);
        let kept = of_shop.iter().find(|hook| hook.repository == "team/shop").expect("a hook");
        assert_eq!(server.hooks()[0].id, kept.id);

        // A restart keeps them, with their secrets.
        let mut fixture = fixture.restarted();
        let page = &mut fixture.page;
        let mut moved = kept.clone();
        let path = moved.address.find("/ui/").expect("a path");
        moved.address = format!("{}{}", page.origin, &moved.address[path..]);
        let pushed = server.reports(&moved, Report::Push, &moved.secret).await;
        assert_eq!(pushed.status, 202);
        let last = last_scan(page, &key, "team/shop").await;
        assert_eq!(last["scan"]["manifests"], json!(0), "{last}");

        // Another user is another connection.
        let mut eve = entered.clone();
        eve["userName"] = json!("eve");
        eve["token"] = json!("canary-git-eve");
        let changed = page.put(&one(&key), eve).await;
        assert_eq!(changed.status, 200, "{}", changed.json());
        assert_eq!(changed.json()["hooks"]["enabled"], json!(false));
        assert_eq!(named(), [""; 0]);

        switch(page, &key, true).await;
        assert_eq!(named(), ["team/shop"]);
        let none = page.put(&products(&key), json!({"products": []})).await;
        assert_eq!(none.json()["hooks"], json!({"enabled": false, "repositories": []}));
        assert_eq!(named(), [""; 0]);
        let refused = page.put(&hooks(&key), json!({"enabled": true})).await;
        let (status, code, ..) = problem(&refused);
        assert_eq!((status, code.as_str()), (409, "git_not_scanned"));

        // A vendor that does not answer does not keep an integration from being deleted.
        let again = page.put(&products(&key), json!({"products": ["scanning"]})).await;
        assert_eq!(again.status, 200);
        choose(page, &key, &["team/till"]).await;
        switch(page, &key, true).await;
        server.misbehaves_at("hooks", Mishap::Disconnects);
        assert_eq!(page.delete(&one(&key)).await.status, 200);
        server.behaves();
        assert_eq!(named(), ["team/till"]);
        let left = server.hooks()[0].clone();
        assert_eq!(server.reports(&left, Report::Push, &left.secret).await.status, 401);
    });
}

/// covers: [INT-07]
#[test]
fn no_secret_of_a_hook_is_in_an_answer_a_journal_or_a_log() {
    run(async {
        let server = vendor_server(Vendor::Gitlab).await;
        let place = Place::new()
            .with_settings(&settings(&[&server]))
            .with_env("WAYBILL_LOG", "trace,sled=info,tungstenite=trace");
        let mut fixture = Fixture::at(place).await;
        let page = &mut fixture.page;
        let key = create_scanned(page, &wanted(&server, "Ours")).await;
        choose(page, &key, &["team/till"]).await;
        let mut shown = vec![searchable(switch(page, &key, true).await.to_string().as_bytes())];
        let hook = server.hooks()[0].clone();
        assert_eq!(server.reports(&hook, Report::Push, &hook.secret).await.status, 202);
        last_scan(page, &key, "team/till").await;
        shown.push(searchable(&page.get(&repositories(&key)).await.body));
        shown.push(searchable(listed(page).await.to_string().as_bytes()));

        // A report that is too large is not read.
        let path = &hook.address[hook.address.find("/ui/").expect("a path")..];
        let large = Request::new("POST", path).header("x-gitlab-event", "Push Hook");
        let large = large.header("x-gitlab-token", &hook.secret).body(vec![b' '; 1_048_577]);
        assert_eq!(Browser::new(&fixture.server).send(large).await.status, 413);

        let place = fixture.place.clone();
        assert!(fixture.server.stop().success());
        let log = place.log();
        assert!(log.contains("a request was rejected"), "the log is not complete");
        shown.extend([log, place.printed()].map(|text| searchable(text.as_bytes())));
        for file in files(&place.data()) {
            shown.push(searchable(&std::fs::read(&file).expect("a file")));
        }
        for text in &shown {
            assert!(!contains(text, &hook.secret), "the secret is shown");
        }
    });
}

/// Senders that do not know the address of a hook keep no vendor waiting with bodies that do not come.
///
/// covers: [INT-07]
#[test]
fn no_body_is_waited_for_at_an_address_without_a_hook() {
    run(async {
        let server = vendor_server(Vendor::Gitlab).await;
        let mut fixture = Fixture::new(&[&server]).await;
        let page = &mut fixture.page;
        let key = create_scanned(page, &wanted(&server, "Ours")).await;
        choose(page, &key, &["team/till"]).await;
        switch(page, &key, true).await;
        let hook = server.hooks()[0].clone();
        let path = &hook.address[hook.address.find("/ui/").expect("a path")..];
        let head = format!(
            "POST {path}00 HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n\r\n",
            fixture.server.address()
        );
        let mut stream = page.connect().await;
        stream.write_all(head.as_bytes()).await.expect("it is sent");
        let mut line = [0; 12];
        stream.read_exact(&mut line).await.expect("an answer");
        assert_eq!(&line, b"HTTP/1.1 401");
    });
}
