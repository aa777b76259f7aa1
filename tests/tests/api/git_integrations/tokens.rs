//! Tokens: written nowhere, sent to their own server only, and valid for their own user only.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use waybill_machines::rules::git::Vendor;
use waybill_tests::git_server::GitServer;
use waybill_tests::{Place, Tab, run};

use super::{
    Fixture, INTEGRATION, LIST, ROWS, SECRET, TEST, TOKEN, USER, create, create_scanned, listed,
    one, problem, refused_field, repositories, settings, wanted, with,
};
use crate::secrets::{contains, files, searchable};

/// Another token of the same user.
const SECOND: &str = "canary-git-second-93d0";
/// A token that no vendor accepts.
const WRONG: &str = "canary-git-wrong-77ae";
/// A token that is only kept for an event.
const PENDING: &str = "canary-git-pending-0c6b";

/// covers: [INT-07]
#[test]
fn no_token_is_in_an_answer_a_journal_or_a_log() {
    run(async {
        let cloud = GitServer::start(Vendor::BitbucketCloud, USER, TOKEN).await;
        cloud.knows(USER, SECOND);
        cloud.add("team/till", &[("requirements.txt", "flask==1.0\n")]);
        let place = Place::new()
            .with_settings(&settings(&[&cloud]))
            .with_env("WAYBILL_LOG", "trace,sled=info,tungstenite=trace");
        let mut fixture = Fixture::at(place).await;
        let page = &mut fixture.page;
        let mut tab = Tab::open(page).await;
        tab.settle("/packages").await;
        let entered = wanted(&cloud, "Ours");
        let refused = with(&entered, "token", json!(WRONG));
        let mut answers = vec![
            page.post(TEST, entered.clone()).await,
            page.post(TEST, refused.clone()).await,
            page.post(INTEGRATION, refused.clone()).await,
            // In wrong places.
            page.post(INTEGRATION, with(&entered, "vendorName", json!(WRONG))).await,
            page.post(INTEGRATION, with(&entered, WRONG, json!(1))).await,
            page.post(SECRET, json!({(WRONG): 1})).await,
            page.post(SECRET, json!({"token": PENDING})).await,
        ];
        let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses, [200, 422, 422, 400, 400, 400, 200]);
        let key = create_scanned(page, &entered).await;
        assert_eq!(page.put(&one(&key), refused).await.status, 422);
        let chosen = json!({"repositories": ["team/till"]});
        answers.push(page.put(&repositories(&key), chosen).await);
        answers.push(page.put(&one(&key), with(&entered, "token", json!(SECOND))).await);
        let scan = json!({"repository": "team/till"});
        answers.push(page.post(&format!("{INTEGRATION}/{key}/scan"), scan).await);
        for path in [LIST.to_owned(), ROWS.to_owned(), repositories(&key)] {
            answers.push(page.get(&path).await);
        }
        let open = tab.command("git_integration", json!({"type": "open"})).await;
        assert_eq!(open["type"], "ack", "{open}");
        let is_ready =
            |change: &Value| change["machine"] == "git_integration" && change["to"] == "ready";
        tab.receive_until(|tab| tab.changes.iter().any(is_ready)).await;
        for answer in &answers[7..] {
            assert_eq!(answer.status, 200, "{}", answer.json());
        }
        assert!(cloud.has_received(TOKEN) && cloud.has_received(SECOND));
        // Another one, which stays: its token is stored now.
        create(page, &wanted(&cloud, "Second")).await;
        assert_eq!(page.delete(&one(&key)).await.status, 200);

        let mut shown: Vec<String> =
            answers.iter().map(|answer| searchable(&answer.body)).collect();
        shown.extend(
            tab.changes
                .iter()
                .chain(&tab.others)
                .map(|message| searchable(message.to_string().as_bytes())),
        );
        drop(tab);
        let place = fixture.place.clone();
        assert!(fixture.server.stop().success());
        let log = place.log();
        assert!(log.contains("a request was rejected"), "the log is not complete");
        shown.extend([log, place.printed()].map(|text| searchable(text.as_bytes())));
        let mut has_records = false;
        for file in files(&place.data()) {
            let content = searchable(&std::fs::read(&file).expect("a file"));
            has_records |= contains(&content, "team/till");
            shown.push(content);
        }
        assert!(has_records, "the records are not written as they are");
        for token in [TOKEN, SECOND, WRONG, PENDING] {
            // Basic credentials hide it in Base64.
            let basic = STANDARD.encode(format!("{USER}:{token}"));
            for text in &shown {
                for form in [token, basic.as_str()] {
                    assert!(!contains(text, form), "{form} is in {}", excerpt(text, form));
                }
            }
        }
    });
}

/// The neighbourhood of a word.
fn excerpt(text: &str, word: &str) -> String {
    let at = text.find(&word.to_lowercase()).unwrap_or(0);
    let before: String = text[..at].chars().rev().take(200).collect();
    before.chars().rev().collect()
}

/// covers: [INT-07]
#[test]
fn a_changed_url_drops_the_token() {
    run(async {
        let mut pairs = Vec::new();
        for vendor in Vendor::ALL {
            let first = GitServer::start(vendor, USER, TOKEN).await;
            let second = GitServer::start(vendor, USER, SECOND).await;
            // It would accept the first token, if it came.
            second.knows(USER, TOKEN);
            pairs.push((first, second));
        }
        let all: Vec<_> = pairs.iter().flat_map(|(first, second)| [first, second]).collect();
        let mut fixture = Fixture::new(&all).await;
        let page = &mut fixture.page;
        let mut keys = Vec::new();
        for (first, second) in &pairs {
            let name = format!("Of {:?}", first.vendor);
            let key = create_scanned(page, &wanted(first, &name)).await;
            let chosen = json!({"repositories": ["team/till"]});
            assert_eq!(page.put(&repositories(&key), chosen).await.status, 200);
            let before = listed(page).await;
            let moved = with(&wanted(second, &name), "token", Value::Null);
            for refused in [
                page.put(&one(&key), moved.clone()).await,
                page.put(&one(&key), with(&moved, "token", json!(""))).await,
                page.post(TEST, with(&moved, "integrationKey", json!(key))).await,
                page.post(TEST, moved.clone()).await,
            ] {
                assert_eq!(refused_field(&refused).0, "token", "{name}");
            }
            assert_eq!(listed(page).await, before);
            assert!(!second.has_received(TOKEN), "{name}");

            first.clear_received();
            let changed = page.put(&one(&key), with(&moved, "token", json!(SECOND))).await;
            assert_eq!(changed.status, 200, "{}", changed.json());
            // The repositories were those of the other server.
            let changed = changed.json();
            let fields = (&changed["url"], &changed["repositories"]);
            assert_eq!(fields, (&json!(second.url()), &json!([])));
            keys.push(key);
        }
        let mut fixture = fixture.restarted();
        for ((first, second), key) in pairs.iter().zip(keys) {
            let found = fixture.page.get(&repositories(&key)).await;
            assert_eq!(found.status, 200, "{}", found.json());
            let vendor = first.vendor;
            assert!(second.has_received(SECOND) && !second.has_received(TOKEN), "{vendor:?}");
            assert_eq!(first.received().len(), 0, "{vendor:?}");
        }
    });
}

/// Another user of the same server takes another token as well.
///
/// covers: [INT-07]
#[test]
fn a_changed_user_drops_the_token() {
    run(async {
        let github = GitServer::start(Vendor::Github, USER, TOKEN).await;
        github.knows("eve", SECOND);
        let mut fixture = Fixture::new(&[&github]).await;
        let page = &mut fixture.page;
        let entered = wanted(&github, "Ours");
        let key = create(page, &entered).await;
        let before = listed(page).await;
        github.clear_received();
        let eve = with(&with(&entered, "userName", json!("eve")), "token", Value::Null);
        let refused = page.put(&one(&key), eve.clone()).await;
        assert_eq!(refused_field(&refused).0, "token");
        assert_eq!((listed(page).await, github.received().len()), (before, 0));
        let changed = page.put(&one(&key), with(&eve, "token", json!(SECOND))).await;
        assert_eq!(changed.json()["username"], json!("eve"));
        assert!(github.has_received(SECOND) && !github.has_received(TOKEN));
    });
}

/// covers: [INT-04, INT-07]
#[test]
fn a_token_is_valid_for_its_own_user_only() {
    run(async {
        let mut servers = Vec::new();
        for vendor in Vendor::ALL {
            let server = GitServer::start(vendor, USER, TOKEN).await;
            server.knows("eve", SECOND);
            servers.push(server);
        }
        let mut fixture = Fixture::new(&servers.iter().collect::<Vec<_>>()).await;
        let page = &mut fixture.page;
        for server in &servers {
            let entered = wanted(server, &format!("Of {:?}", server.vendor));
            for (token, whose) in [(SECOND, "another user"), (WRONG, "no user")] {
                let refused = with(&entered, "token", json!(token));
                for path in [TEST, INTEGRATION] {
                    let answer = page.post(path, refused.clone()).await;
                    let (status, code, field, message) = problem(&answer);
                    assert_eq!((status, field.as_str()), (422, "token"), "{whose}: {message}");
                    assert!(!code.is_empty() && !message.contains("canary"), "{message}");
                    // With Basic credentials the vendor itself says no more.
                    let is_named = token == SECOND && server.vendor != Vendor::BitbucketCloud;
                    assert_eq!(message.contains("another user"), is_named, "{message}");
                }
            }
        }
        assert_eq!(listed(page).await, json!([]));
    });
}

/// A vendor may revoke a token at any time.
///
/// covers: [INT-07]
#[test]
fn a_revoked_token_is_reported_and_can_be_replaced() {
    run(async {
        let gitlab = GitServer::start(Vendor::Gitlab, USER, TOKEN).await;
        gitlab.add("team/till", &[("requirements.txt", "flask==1.0\n")]);
        let mut fixture = Fixture::new(&[&gitlab]).await;
        let page = &mut fixture.page;
        let entered = wanted(&gitlab, "Ours");
        let key = create_scanned(page, &entered).await;
        let chosen = json!({"repositories": ["team/till"]});
        assert_eq!(page.put(&repositories(&key), chosen).await.status, 200);
        let before = listed(page).await;
        gitlab.forgets_users();
        let scan = json!({"repository": "team/till"});
        let kept = with(&with(&entered, "token", Value::Null), "integrationKey", json!(key));
        for refused in [
            page.get(&repositories(&key)).await,
            page.post(&format!("{INTEGRATION}/{key}/scan"), scan).await,
            page.post(TEST, kept.clone()).await,
        ] {
            assert_eq!(refused.status, 422, "{}", refused.json());
        }
        assert_eq!(listed(page).await, before);
        gitlab.knows(USER, SECOND);
        let replaced = page.put(&one(&key), with(&entered, "token", json!(SECOND))).await;
        assert_eq!(replaced.status, 200, "{}", replaced.json());
        // The address is the same, so the repositories stay.
        assert_eq!(replaced.json()["repositories"], json!(["team/till"]));
        assert_eq!(page.post(TEST, kept).await.status, 200);
        let found = page.get(&repositories(&key)).await.json();
        assert_eq!(found["repositories"][0]["name"], json!("team/till"));
    });
}
