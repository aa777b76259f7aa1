//! Rules about downloads: what they refuse and warn of, in the form of each client, and who may change them.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::advisories::{CRITICAL, SCANNING, advisory, import, publish};
use crate::clients::cargo::body;
use crate::docker::{IMAGE, MANIFEST, push_image};
use crate::stage::{Client, Stage};
use crate::tree::member;
use crate::{go, helm, imports, packages, signed_in};

const OLD: &str = "/artifactory/api/npm/npm-local/till/-/till-1.0.0.tgz";
const NEW: &str = "/artifactory/api/npm/npm-local/till/-/till-1.2.0.tgz";

fn rule(name: &str, condition: Value, action: &str) -> Value {
    let all = json!({"name": name, "enabled": true, "repositories": [], "action": action});
    with(all, "condition", condition)
}

fn age(min_hours: u32, action: &str) -> Value {
    rule("Fresh", json!({"type": "age", "min_hours": min_hours}), action)
}

fn severity(action: &str) -> Value {
    rule("No critical", json!({"type": "severity", "at_least": "critical"}), action)
}

fn unlicensed(action: &str) -> Value {
    rule("Licences", json!({"type": "licence", "refused": ["MIT"], "unknown": true}), action)
}

fn with(mut rule: Value, field: &str, value: Value) -> Value {
    rule[field] = value;
    rule
}

async fn current(stage: &Stage) -> Value {
    let answer = stage.bearer("GET", "download-rules", None).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

async fn put(stage: &Stage, rules: Value, revision: &Value) -> Answer {
    let body = json!({"rules": rules, "revision": revision});
    stage.bearer("PUT", "download-rules", Some(body)).await
}

/// Has these rules replace those that there are.
async fn set(stage: &Stage, rules: Value) -> Value {
    let revision = current(stage).await["revision"].clone();
    let answer = put(stage, rules, &revision).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// A server that scans, with two versions of `till`, of which the older one has a critical advisory.
async fn scanning() -> Stage {
    let stage = Stage::at(Place::new().with_settings(SCANNING)).await;
    assert_eq!(stage.ann().create("npm-local", json!({"packageType": "npm"})).await.status, 200);
    for version in ["1.0.0", "1.2.0"] {
        publish(&stage.ann(), "till", version, "MIT").await;
    }
    let critical = json!({"severity": [{"type": "CVSS_V3", "score": CRITICAL}]});
    let document = advisory("GHSA-1", "till", "1.1.0", critical).to_string();
    import(&stage, &[("a.json", document)]).await;
    stage
}

async fn get(client: &Client<'_>, path: &str) -> (u16, Option<String>) {
    let answer = client.get(path).await;
    (answer.status, answer.header("npm-notice").map(str::to_owned))
}

/// covers: [DOWN-05, DOWN-06]
#[test]
fn a_severity_is_refused_in_words_until_the_rule_is_gone() {
    run(async {
        let stage = scanning().await;
        assert_eq!(get(&stage.ann(), OLD).await, (200, None));
        let described = set(&stage, json!([severity("refuse")])).await;
        assert_eq!(
            (&described["revision"], &described["changed_by"], &described["severities_apply"]),
            (&json!(1), &json!("ann"), &json!(true))
        );
        let reason = "till 1.0.0 is affected by GHSA-1 (critical). The rule 'No critical' of this installation refuses it.";
        let refused = stage.ann().get(OLD).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "download_refused"));
        assert_eq!(refused.json()["error"], reason);
        assert_eq!(stage.ann().send(Request::new("HEAD", OLD)).await.status, 403);
        let part = Request::new("GET", OLD).header("range", "bytes=0-1");
        assert_eq!(stage.ann().send(part).await.status, 403);
        // The same file at its address as an artifact.
        let refused = stage.ann().get("/artifactory/npm-local/till/-/till-1.0.0.tgz").await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "download_refused"));
        assert!(String::from_utf8_lossy(&refused.body).contains("GHSA-1"));
        assert_eq!(get(&stage.ann(), NEW).await, (200, None));
        // What belongs to no version, and what says which versions there are, is sent.
        assert_eq!(stage.ann().get("/artifactory/files/team/a.txt").await.status, 200);
        assert_eq!(stage.ann().get("/artifactory/api/npm/npm-local/till").await.status, 200);

        let stage = stage.restarted();
        assert_eq!(get(&stage.ann(), OLD).await.0, 403);
        set(&stage, json!([severity("warn")])).await;
        let notice = "till 1.0.0 is affected by GHSA-1 (critical). The rule 'No critical' of this installation warns of it.";
        assert_eq!(get(&stage.ann(), OLD).await, (200, Some(notice.to_owned())));
        assert_eq!(get(&stage.ann(), NEW).await, (200, None));
        for without in [
            json!([with(severity("refuse"), "enabled", json!(false))]),
            json!([with(severity("refuse"), "repositories", json!(["pypi-*"]))]),
            json!([]),
        ] {
            set(&stage, without.clone()).await;
            assert_eq!(get(&stage.ann(), OLD).await, (200, None), "{without}");
        }
        let both = with(severity("refuse"), "repositories", json!(["pypi-*", "npm-?ocal"]));
        set(&stage, json!([both])).await;
        assert_eq!(get(&stage.ann(), OLD).await.0, 403);
        let records =
            stage.place.run(&["audit", "show", "download_rules", "--json", "--data", "{data}"]);
        let records = String::from_utf8_lossy(&records.stdout).into_owned();
        assert!(records.lines().count() >= 6 && !records.contains("\"by\":null"), "{records}");
    });
}

/// covers: [DOWN-06]
#[test]
fn severities_say_nothing_where_nothing_is_scanned() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        publish(&stage.ann(), "till", "1.0.0", "MIT").await;
        let critical = json!({"severity": [{"type": "CVSS_V3", "score": CRITICAL}]});
        let document = advisory("GHSA-1", "till", "1.1.0", critical).to_string();
        import(&stage, &[("a.json", document)]).await;
        let described = set(&stage, json!([severity("refuse")])).await;
        assert_eq!(described["severities_apply"], false);
        assert_eq!(get(&stage.ann(), OLD).await, (200, None));
    });
}

/// Publishes a version of each of four types, and returns the addresses of their files.
async fn published(client: &Client<'_>) -> [String; 4] {
    for (key, of) in [("crates", "cargo"), ("charts", "helm"), ("modules", "go")] {
        assert_eq!(client.create(key, json!({"packageType": of})).await.status, 200);
    }
    let docker = json!({"packageType": "docker"});
    assert_eq!(client.create("docker-local", docker).await.status, 200);
    push_image(client, "1.0", b"a layer").await;
    let manifest = "[package]\nname = \"till\"\nversion = \"1.0.0\"\nlicense = \"MIT\"\n";
    let file = imports::archive(&[("till-1.0.0/Cargo.toml", manifest)]);
    let metadata =
        json!({"name": "till", "vers": "1.0.0", "deps": [], "features": {}, "license": "MIT"});
    let crates = "/artifactory/api/cargo/crates/api/v1/crates";
    let sent = client.put(&format!("{crates}/new"), body(&metadata, &file, file.len())).await;
    assert_eq!(sent.status, 200, "{}", sent.json());
    let chart = helm::file("till", "1.0.0");
    assert_eq!(client.put(&chart, helm::chart("till", "1.0.0")).await.status, 201);
    let module = go::path(go::ESCAPED, "v1.0.0");
    assert_eq!(client.put(&module, go::file_of(go::SHOP, "v1.0.0")).await.status, 201);
    [format!("{IMAGE}/manifests/1.0"), format!("{crates}/till/1.0.0/download"), chart, module]
}

/// covers: [DOWN-06]
#[test]
fn each_client_gets_the_reason_in_its_own_form() {
    run(async {
        let stage = Stage::new().await;
        let [image, file, chart, module] = published(&stage.ann()).await;
        let pull = |path: &str| Request::new("GET", path).header("accept", MANIFEST);
        let ann = stage.ann();
        for rules in [json!([unlicensed("refuse")]), json!([age(24, "refuse")])] {
            let name = rules[0]["name"].as_str().expect("a name").to_owned();
            set(&stage, rules).await;
            let says = |text: &str| {
                let end = format!("The rule '{name}' of this installation refuses it");
                assert!(text.contains(&end), "{text}");
            };
            let refused = ann.send(pull(&image)).await;
            let error = refused.json()["errors"][0].clone();
            assert_eq!((refused.status, &error["code"]), (403, &json!("DENIED")));
            says(error["message"].as_str().expect("a sentence"));
            let refused = ann.get(&file).await;
            assert_eq!(refused.status, 403);
            let detail = refused.json()["errors"][0]["detail"].clone();
            says(detail.as_str().expect("a sentence"));
            assert!(detail.as_str().is_some_and(|text| text.starts_with("till 1.0.0 ")));
            let refused = ann.get(&chart).await;
            assert_eq!(refused.status, 403);
            says(refused.json()["error"].as_str().unwrap_or_default());
            let refused = ann.get(&module).await;
            assert_eq!((refused.status, refused.code().as_str()), (403, "download_refused"));
            says(&go::text(&refused));
        }
        set(&stage, json!([unlicensed("warn"), with(age(2, "warn"), "name", json!("Zoë's"))]))
            .await;
        for request in [pull(&image), Request::new("GET", &file), Request::new("GET", &module)] {
            let answer = ann.send(request).await;
            assert_eq!(answer.status, 200);
            let warnings = answer.headers.iter().filter(|(name, _)| name == "warning");
            let warnings: Vec<&str> = warnings.map(|(_, value)| value.as_str()).collect();
            assert_eq!(warnings.len(), 2, "{warnings:?}");
            assert!(warnings[0].starts_with("299 - \"") && warnings[1].contains("'Zo?'s'"));
        }
    });
}

/// covers: [DOWN-06]
#[test]
fn licences_may_be_chosen_from_and_members_of_virtual_repositories_are_meant() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        let joined =
            json!({"rclass": "virtual", "packageType": "npm", "repositories": ["npm-local"]});
        assert_eq!(ann.create("npm", joined).await.status, 200);
        for (version, licence) in [("1.0.0", "GPL-3.0"), ("1.1.0", "MIT OR GPL-3.0-only")] {
            let licence = json!({"license": licence});
            packages::publish(&ann, "npm-local", "@acme/till", version, licence).await;
        }
        // The identifier that is in use now.
        let gpl =
            json!({"type": "licence", "refused": ["GNU GPL v3", "gpl-3.0"], "unknown": false});
        let rule = with(rule("No GPL", gpl, "refuse"), "repositories", json!(["npm-local"]));
        let described = set(&stage, json!([rule])).await;
        assert_eq!(described["rules"][0]["condition"]["refused"], json!(["GPL-3.0-only"]));
        let file =
            |version: &str| format!("/artifactory/api/npm/npm/@acme/till/-/till-{version}.tgz");
        let refused = ann.get(&file("1.0.0")).await;
        assert_eq!(refused.status, 403);
        let says = "@acme/till 1.0.0 has the licence GPL-3.0-only. ";
        let sentence = refused.json()["error"].as_str().unwrap_or_default().to_owned();
        assert!(sentence.starts_with(says), "{sentence}");
        assert_eq!(ann.get(&file("1.1.0")).await.status, 200);
    });
}

/// covers: [DOWN-05]
#[test]
fn only_administrators_change_rules_and_malformed_ones_are_refused() {
    run(async {
        let stage = Stage::new().await;
        let as_bob = Request::new("PUT", "download-rules")
            .header("authorization", &format!("Bearer {}", stage.bob))
            .json(&json!({"rules": [], "revision": 0}));
        assert_eq!(stage.anyone(as_bob).await.status, 403);
        let mut carol = member(&stage, "carol").await;
        assert_eq!(carol.get("download-rules").await.status, 403);
        let mut visitor = Browser::visiting(&stage.server).await;
        assert_eq!(visitor.get("download-rules").await.status, 401);

        let zero = json!(0);
        let many = |count: usize| -> Vec<Value> {
            (0..count).map(|at| with(age(1, "warn"), "name", json!(at.to_string()))).collect()
        };
        let licence = |refused: Value| {
            rule("a", json!({"type": "licence", "refused": refused, "unknown": false}), "warn")
        };
        for (rules, code, field) in [
            (
                json!([with(age(1, "warn"), "name", json!(""))]),
                "download_rule_name",
                "rules[0].name",
            ),
            (json!([age(1, "warn"), age(2, "warn")]), "download_rule_name_taken", "rules[1].name"),
            (
                json!([with(age(1, "warn"), "repositories", json!([""]))]),
                "download_rule_repositories",
                "rules[0].repositories",
            ),
            (json!([age(0, "warn")]), "download_rule_age", "rules[0].condition.min_hours"),
            (json!([licence(json!([]))]), "download_rule_licences", "rules[0].condition.refused"),
            (
                json!([licence(json!(["Our own"]))]),
                "download_rule_licences",
                "rules[0].condition.refused",
            ),
            (json!(many(51)), "too_many_download_rules", "rules"),
        ] {
            let refused = put(&stage, rules.clone(), &zero).await;
            let error = refused.json()["error"].clone();
            assert_eq!(
                (refused.status, &error["code"], &error["field"]),
                (400, &json!(code), &json!(field)),
                "{rules}"
            );
        }
        for malformed in [
            json!([with(age(1, "warn"), "action", json!("delete"))]),
            json!([with(age(1, "warn"), "more", json!(1))]),
            json!([rule("a", json!({"type": "size"}), "warn")]),
            json!([rule("a", json!({"type": "age"}), "warn")]),
            json!([rule("a", json!({"type": "severity", "at_least": "any"}), "warn")]),
            json!({}),
        ] {
            let refused = put(&stage, malformed.clone(), &zero).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (400, "malformed_body"),
                "{malformed}"
            );
        }
        assert_eq!(current(&stage).await["revision"], 0);
        assert_eq!(put(&stage, json!(many(50)), &zero).await.status, 200);
        let late = put(&stage, json!([]), &zero).await;
        assert_eq!((late.status, late.code().as_str()), (409, "edited_meanwhile"));
        let mut ann = signed_in(&stage.server).await;
        assert_eq!(ann.get("download-rules").await.json()["rules"][49]["name"], "49");
    });
}
