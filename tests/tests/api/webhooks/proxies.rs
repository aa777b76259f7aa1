//! Proxies: what is kept of them, that webhooks are really sent through them, and what they are given.

use std::net::SocketAddr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, run};

use super::receiver::Receiver;
use super::tunnels::Tunnels;
use super::{CONSOLE, SUBSCRIPTIONS, create, deliveries, deploys, settings, stage};
use crate::secrets::{contains, files, free_port, searchable};
use crate::signed_in;
use crate::stage::Stage;

const PROXIES: &str = "proxies";
const USER: &str = "waybill-user";
const PASSWORD: &str = "canary-proxy-password-4d17";
/// Another password of the same user.
const SECOND: &str = "canary-proxy-second-b802";

/// A proxy at an address, without a user.
fn proxy(key: &str, address: SocketAddr) -> Value {
    json!({"key": key, "host": address.ip().to_string(), "port": address.port()})
}

/// The same with credentials.
fn with_password(mut wanted: Value, password: &str) -> Value {
    wanted["user_name"] = json!(USER);
    wanted["password"] = json!(password);
    wanted
}

/// A webhook about deployments that goes through a proxy.
fn through(key: &str, receiver: &Receiver, proxy: &str) -> Value {
    let mut wanted = deploys(key, receiver);
    wanted["handlers"][0]["proxy"] = json!(proxy);
    wanted
}

fn one(key: &str) -> String {
    format!("{PROXIES}/{key}")
}

/// The answer of a call that has succeeded.
fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// The status, the code and the field of an error.
fn problem(answer: &Answer) -> (u16, String, String) {
    let error = answer.json()["error"].clone();
    let text = |field: &str| error[field].as_str().unwrap_or_default().to_owned();
    (answer.status, text("code"), text("field"))
}

fn is_problem(answer: &Answer, status: u16, code: &str, field: &str) {
    let found = problem(answer);
    assert_eq!(found, (status, code.to_owned(), field.to_owned()), "{}", answer.json());
}

/// covers: [HOOK-04, HOOK-05]
#[test]
fn webhooks_are_sent_through_their_proxy_which_is_given_an_address() {
    run(async {
        let (receiver, tunnels) = (Receiver::start().await, Tunnels::start().await);
        tunnels.wants(USER, PASSWORD);
        let stage = stage(&[receiver.address, tunnels.address]).await;
        let mut page = signed_in(&stage.server).await;
        let wanted = with_password(proxy("corporate", tunnels.address), PASSWORD);
        let created = accepted(&page.post(PROXIES, wanted).await);
        assert_eq!(
            (&created["has_password"], &created["user_name"], &created["used_by"]),
            (&json!(true), &json!(USER), &json!([]))
        );
        // The receiver has a name, which only this server resolves.
        let mut hook = through("deploys", &receiver, "corporate");
        let port = receiver.address.port();
        hook["handlers"][0]["url"] = json!(format!("http://localhost:{port}/hook"));
        let tested = accepted(&page.post(&format!("{CONSOLE}/test"), hook.clone()).await);
        assert_eq!(tested["result"], json!("success"), "{tested}");
        let created = create(&stage.ann(), &hook).await;
        assert_eq!(created["handlers"][0]["proxy"], json!("corporate"));
        stage.ann().put("/artifactory/files/a.txt", "a").await;
        let received = receiver.received(2).await;
        for one in &received {
            assert_eq!(one.header("host"), Some(format!("localhost:{port}").as_str()));
            assert!(!one.head.to_lowercase().contains("proxy"), "{}", one.head);
        }
        let line = format!("CONNECT {} HTTP/1.1\r\n", receiver.address);
        let asked = tunnels.asked();
        assert_eq!(asked.len(), 2, "{asked:?}");
        for head in &asked {
            assert!(head.starts_with(&line) && !head.contains("localhost"), "{head}");
        }
        // One that names no proxy is sent straight, until there is a default one.
        create(&stage.ann(), &deploys("direct", &receiver)).await;
        stage.ann().put("/artifactory/files/b.txt", "b").await;
        receiver.received(4).await;
        assert_eq!(tunnels.asked().len(), 3);
        let mut default = proxy("corporate", tunnels.address);
        default["user_name"] = json!(USER);
        default["for_webhooks"] = json!(true);
        let changed = accepted(&page.put(&one("corporate"), default).await);
        assert_eq!(
            (&changed["has_password"], &changed["used_by"]),
            (&json!(true), &json!(["deploys"]))
        );
        stage.ann().put("/artifactory/files/c.txt", "c").await;
        receiver.received(6).await;
        assert_eq!(tunnels.asked().len(), 5);
        // It survives a restart, with its password.
        let stage = stage.restarted();
        stage.ann().put("/artifactory/files/d.txt", "d").await;
        receiver.received(8).await;
        assert_eq!(tunnels.asked().len(), 7);
    });
}

/// covers: [HOOK-04, HOOK-05]
#[test]
fn a_proxy_that_refuses_or_is_down_is_tried_again_and_never_passed_by() {
    run(async {
        let (receiver, tunnels) = (Receiver::start().await, Tunnels::start().await);
        tunnels.wants(USER, PASSWORD);
        let down = free_port();
        let stage = stage(&[receiver.address, tunnels.address, down]).await;
        let mut page = signed_in(&stage.server).await;
        let refusing = with_password(proxy("refusing", tunnels.address), SECOND);
        accepted(&page.post(PROXIES, refusing).await);
        accepted(&page.post(PROXIES, proxy("down", down)).await);
        let ann = stage.ann();
        for key in ["refusing", "down"] {
            create(&ann, &through(key, &receiver, key)).await;
        }
        ann.put("/artifactory/files/a.txt", "a").await;
        for key in ["refusing", "down"] {
            let waiting = deliveries(&ann, key, "waiting", 1).await;
            let sentence = "The proxy could not be used, or does not connect to the receiver.";
            assert_eq!(waiting[0]["error"], json!(sentence), "{key}");
        }
        assert_eq!(receiver.all().len(), 0);
        // Both proxies are corrected, and what waits is delivered.
        let right = with_password(proxy("refusing", tunnels.address), PASSWORD);
        accepted(&page.put(&one("refusing"), right).await);
        let moved = with_password(proxy("down", tunnels.address), PASSWORD);
        accepted(&page.put(&one("down"), moved).await);
        receiver.received(2).await;
        for key in ["refusing", "down"] {
            deliveries(&ann, key, "delivered", 1).await;
        }
    });
}

/// covers: [HOOK-05]
#[test]
fn a_proxy_that_webhooks_name_is_not_deleted() {
    run(async {
        let (receiver, tunnels) = (Receiver::start().await, Tunnels::start().await);
        let stage = stage(&[receiver.address, tunnels.address]).await;
        let mut page = signed_in(&stage.server).await;
        accepted(&page.post(PROXIES, proxy("corporate", tunnels.address)).await);
        create(&stage.ann(), &through("deploys", &receiver, "corporate")).await;
        let refused = page.delete(&one("corporate")).await;
        is_problem(&refused, 409, "proxy_in_use", "");
        assert!(refused.json()["detail"].to_string().contains("deploys"), "{}", refused.json());
        // One that does not exist is named by no webhook, and tests are not sent without it.
        let unknown = through("unknown", &receiver, "other");
        for path in [CONSOLE.to_owned(), format!("{CONSOLE}/test")] {
            let refused = page.post(&path, unknown.clone()).await;
            is_problem(&refused, 400, "webhook_invalid", "handlers.proxy");
        }
        let path = format!("{SUBSCRIPTIONS}/deploys");
        let straight = Request::new("PUT", &path).json(&deploys("deploys", &receiver));
        assert_eq!(stage.ann().send(straight).await.status, 200);
        // Without the default one, webhooks that name none would be sent straight.
        let mut default = proxy("corporate", tunnels.address);
        default["for_webhooks"] = json!(true);
        accepted(&page.put(&one("corporate"), default).await);
        is_problem(&page.delete(&one("corporate")).await, 409, "proxy_is_default", "");
        accepted(&page.put(&one("corporate"), proxy("corporate", tunnels.address)).await);
        assert_eq!(accepted(&page.delete(&one("corporate")).await), json!({}));
        is_problem(&page.get(&one("corporate")).await, 404, "not_found", "");
        assert_eq!(accepted(&page.get(PROXIES).await), json!({"proxies": []}));
        assert_eq!(receiver.all().len(), 0);
    });
}

/// covers: [HOOK-05]
#[test]
fn proxies_are_kept_by_administrators_and_each_problem_has_its_field() {
    run(async {
        let tunnels = Tunnels::start().await;
        let stage = stage(&[tunnels.address]).await;
        let mut visitor = Browser::visiting(&stage.server).await;
        assert_eq!(visitor.get(PROXIES).await.status, 401);
        let mut page = signed_in(&stage.server).await;
        let sound = || proxy("corporate", tunnels.address);
        let with = |field: &str, value: Value| {
            let mut wanted = sound();
            wanted[field] = value;
            wanted
        };
        for (wanted, code, field) in [
            (with("key", json!("my proxy")), "proxy_invalid", "key"),
            (with("host", json!("http://proxy")), "proxy_invalid", "host"),
            (with("port", json!(0)), "proxy_invalid", "port"),
            (with("user_name", json!("a:b")), "proxy_invalid", "user_name"),
            (with("password", json!("without a user")), "proxy_invalid", "password"),
            (with_password(sound(), "two\r\nlines"), "proxy_invalid", "password"),
            (with("host", json!("169.254.169.254")), "proxy_address", "host"),
            (with("port", json!(1)), "proxy_address", "host"),
        ] {
            is_problem(&page.post(PROXIES, wanted).await, 400, code, field);
        }
        let closed = page.post(PROXIES, with("host", json!("10.0.0.1"))).await;
        let detail = closed.json()["detail"].to_string();
        assert!(detail.contains("under [outbound] allow"), "{detail}");

        let default = with("for_webhooks", json!(true));
        accepted(&page.post(PROXIES, with_password(default, PASSWORD)).await);
        is_problem(&page.post(PROXIES, sound()).await, 409, "proxy_key_taken", "key");
        let mut second = proxy("second", tunnels.address);
        second["for_webhooks"] = json!(true);
        let taken = page.post(PROXIES, second).await;
        is_problem(&taken, 409, "proxy_default_taken", "for_webhooks");
        let other = page.put(&one("corporate"), with("key", json!("other"))).await;
        is_problem(&other, 400, "proxy_fixed", "key");
        // The password stays with its host and port alone.
        let mut kept = with("user_name", json!("another"));
        let changed = accepted(&page.put(&one("corporate"), kept.clone()).await);
        assert_eq!(changed["has_password"], json!(true));
        kept["host"] = json!("proxy.example.org");
        let changed = accepted(&page.put(&one("corporate"), kept).await);
        assert_eq!(
            (&changed["host"], &changed["has_password"]),
            (&json!("proxy.example.org"), &json!(false))
        );
        // An empty password is none.
        accepted(&page.put(&one("corporate"), with_password(sound(), SECOND)).await);
        let none = accepted(&page.put(&one("corporate"), with_password(sound(), "")).await);
        assert_eq!(none["has_password"], json!(false));
        assert_eq!(accepted(&page.get(&one("corporate")).await), none);
    });
}

/// covers: [HOOK-05, EVT-08]
#[test]
fn no_password_of_a_proxy_is_in_an_answer_a_journal_or_a_log() {
    run(async {
        let (receiver, tunnels) = (Receiver::start().await, Tunnels::start().await);
        tunnels.wants(USER, SECOND);
        let place = Place::new()
            .with_settings(&settings(&[receiver.address, tunnels.address]))
            .with_env("WAYBILL_LOG", "trace,sled=info,tungstenite=trace");
        let stage = Stage::at(place).await;
        let mut page = signed_in(&stage.server).await;
        let first = with_password(proxy("corporate", tunnels.address), PASSWORD);
        let mut misplaced = first.clone();
        misplaced["port"] = json!(PASSWORD);
        let mut answers = vec![
            page.post(PROXIES, misplaced).await,
            page.post(PROXIES, first.clone()).await,
            page.post(PROXIES, first.clone()).await,
        ];
        let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses, [400, 200, 409]);
        let hook = through("deploys", &receiver, "corporate");
        for path in [format!("{CONSOLE}/test"), format!("{CONSOLE}/echo"), CONSOLE.to_owned()] {
            answers.push(page.post(&path, hook.clone()).await);
        }
        let second = with_password(proxy("corporate", tunnels.address), SECOND);
        answers.push(page.put(&one("corporate"), second).await);
        stage.ann().put("/artifactory/files/a.txt", "a").await;
        receiver.received(1).await;
        let lists = ["webhook-lists/proxies".to_owned(), format!("{CONSOLE}/deploys/deliveries")];
        for path in [PROXIES.to_owned(), one("corporate"), CONSOLE.to_owned()].iter().chain(&lists)
        {
            answers.push(page.get(path).await);
        }
        assert_eq!(tunnels.asked().len(), 2);

        let mut shown: Vec<String> =
            answers.iter().map(|answer| searchable(&answer.body)).collect();
        let Stage { place, server, .. } = stage;
        assert!(server.stop().success());
        shown.extend([place.log(), place.printed()].map(|text| searchable(text.as_bytes())));
        let mut has_records = false;
        for file in files(&place.data()) {
            let content = searchable(&std::fs::read(&file).expect("a file"));
            has_records |= contains(&content, USER);
            shown.push(content);
        }
        assert!(has_records, "the records are not written as they are");
        for password in [PASSWORD, SECOND] {
            let basic = STANDARD.encode(format!("{USER}:{password}"));
            for form in [password, basic.as_str()] {
                assert!(!shown.iter().any(|text| contains(text, form)), "{form} is somewhere");
            }
        }
    });
}
