//! What is wrong with a version, how much the installation holds, and the web server before it.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::advisories::{CRITICAL, SCANNING, advisory, import, publish};
use crate::components::stage_with;
use crate::signed_in;
use crate::stage::Stage;
use crate::tree::member;

const VIOLATIONS: &str = "packages/violations";
const WEB_SERVER: &str = "/artifactory/api/system/configuration/webServer";

async fn violations(browser: &mut Browser, repository: &str, path: &str) -> Answer {
    browser.post(VIOLATIONS, json!({"repoKey": repository, "path": path})).await
}

fn package(name: &str, version: &str) -> String {
    format!("{name}/-/{name}-{version}.tgz")
}

/// covers: [PKG-08]
#[test]
fn a_version_has_the_advisories_about_it_and_what_is_not_clear_about_its_licence() {
    run(async {
        let stage = stage_with(SCANNING).await;
        let client = stage.ann();
        assert_eq!(client.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
        publish(&client, "till", "1.0.0", "MIT").await;
        publish(&client, "till", "2.0.0", "Ask our lawyers").await;
        publish(&client, "shop", "1.0.0", "").await;
        let mut ann = signed_in(&stage.server).await;
        let unscanned = violations(&mut ann, "npm-local", &package("till", "1.0.0")).await.json();
        assert_eq!(unscanned["scan_status"], "NOT_SCANNED");
        let critical = json!({
            "aliases": ["CVE-2026-1"], "severity": [{"type": "CVSS_V3", "score": CRITICAL}],
        });
        let one = advisory("GHSA-1", "till", "1.1.0", critical).to_string();
        import(&stage, &[("a.json", one)]).await;

        let found = violations(&mut ann, "npm-local", &package("till", "1.0.0")).await;
        assert_eq!(found.status, 200, "{}", found.json());
        let found = found.json();
        let [violation] = found["violations"].as_array().expect("violations").as_slice() else {
            panic!("{found}");
        };
        assert_eq!(
            (&violation["id"], &violation["cves"], &violation["severity"]),
            (&json!("GHSA-1"), &json!(["CVE-2026-1"]), &json!("critical"))
        );
        assert_eq!(violation["summary"], "till runs what it should not");
        assert_eq!(violation["fixedVersions"], json!(["1.1.0"]));
        assert_eq!(found["license_problems"], json!([]));
        for (name, version, problem) in [
            ("till", "2.0.0", json!({"kind": "unidentified", "license": "Ask our lawyers"})),
            ("shop", "1.0.0", json!({"kind": "missing", "license": null})),
        ] {
            let found = violations(&mut ann, "npm-local", &package(name, version)).await.json();
            let expected = json!({
                "scan_status": "SCANNED", "violations": [], "license_problems": [problem],
            });
            assert_eq!(found, expected);
        }
        // A file that is no version's.
        let file = violations(&mut ann, "files", "team/a.txt").await.json();
        let nothing =
            json!({"scan_status": "NOT_SCANNED", "violations": [], "license_problems": []});
        assert_eq!(file, nothing);
    });
}

/// A console keeps the time of the failure.
/// covers: [PKG-08]
#[test]
fn a_failure_to_find_violations_has_its_time() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        publish(&stage.ann(), "till", "1.0.0", "MIT").await;
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        let path = package("till", "1.0.0");
        let long = "a".repeat(4_097);
        for (answer, status) in [
            // The server does not scan.
            (violations(&mut ann, "npm-local", &path).await, 503),
            (violations(&mut ann, "npm-local", "no/such/file").await, 404),
            (violations(&mut carol, "npm-local", &path).await, 404),
            (violations(&mut ann, "npm-local", &long).await, 400),
            (ann.post(VIOLATIONS, json!({"repoKey": "npm-local"})).await, 400),
            (ann.post(VIOLATIONS, json!({"repoKey": "", "path": "", "view": 1})).await, 400),
        ] {
            assert_eq!(answer.status, status, "{}", answer.json());
            let date = answer.header("date").expect("a date");
            let parsed = httpdate(date);
            assert!(parsed, "{date} is no time of HTTP");
        }
    });
}

/// Whether a text has the form of `Fri, 27 Nov 2026 08:00:00 GMT`.
fn httpdate(text: &str) -> bool {
    let form: String = text
        .chars()
        .map(|one| match one {
            '0'..='9' => '9',
            'A'..='Z' => 'A',
            'a'..='z' => 'a',
            other => other,
        })
        .collect();
    form == "Aaa, 99 Aaa 9999 99:99:99 AAA" && text.ends_with("GMT")
}

/// covers: [PKG-08]
#[test]
fn the_files_that_a_user_may_read_are_counted() {
    run(async {
        let stage = Stage::new().await;
        assert_eq!(stage.ann().create("more", json!({})).await.status, 200);
        assert_eq!(stage.ann().put("/artifactory/more/x.txt", "x").await.status, 201);
        let joined = json!({"rclass": "virtual", "repositories": ["files", "more"]});
        assert_eq!(stage.ann().create("all", joined).await.status, 200);
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        let count = async |browser: &mut Browser| {
            let answer = browser.get("packages/artifactCount").await;
            assert_eq!(answer.status, 200, "{}", answer.json());
            answer.json()
        };
        let counted = |count: u64, is_lower_bound: bool| json!({"widgetData": {"artifactCount": count, "isLowerBound": is_lower_bound}});
        assert_eq!(count(&mut ann).await, counted(5, false));
        assert_eq!(count(&mut carol).await, counted(0, false));
        let users = json!({"users": {"carol": ["READ"]}});
        let all = json!({"include_patterns": ["**"], "exclude_patterns": []});
        let part = json!({"include_patterns": ["team/**"], "exclude_patterns": []});
        stage.grant(json!({"actions": users, "targets": {"more": all, "files": part}})).await;
        // Of a repository of which she sees a part, nothing is counted.
        assert_eq!(count(&mut carol).await, counted(1, true));
        assert_eq!(stage.ann().delete("/artifactory/more/x.txt").await.status, 204);
        assert_eq!(count(&mut carol).await, counted(0, true));
    });
}

/// covers: [PKG-08]
#[test]
fn users_of_the_installation_are_counted() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let before = ann.get("packages/userUsage").await.json();
        assert_eq!(before, json!({"users": 2, "robots": 0, "licence": "OSS"}));
        let mut carol = member(&stage, "carol").await;
        assert_eq!(carol.get("packages/userUsage").await.json()["users"], 3);
        let disabled = stage.place.run(&["user", "disable", "bob", "--data", "{data}"]);
        assert!(disabled.status.success(), "{}", String::from_utf8_lossy(&disabled.stderr));
        assert_eq!(carol.get("packages/userUsage").await.json()["users"], 2);
        let visitor = Browser::visiting(&stage.server).await.get("packages/userUsage").await;
        assert_eq!((visitor.status, visitor.code().as_str()), (401, "not_signed_in"));
    });
}

/// covers: [PKG-08]
#[test]
fn the_web_server_follows_from_where_the_server_listens() {
    run(async {
        let stage = Stage::with("docker-local", "docker").await;
        let client = stage.ann();
        let port = stage.server.address().port();
        let found = client.get(WEB_SERVER).await;
        assert_eq!(found.status, 200, "{}", found.json());
        let expected = json!({
            "key": "direct", "webServerType": "DIRECT", "artifactoryAppContext": "artifactory",
            "publicAppContext": "artifactory", "serverName": "127.0.0.1",
            "artifactoryServerName": "127.0.0.1", "artifactoryPort": port,
            "dockerReverseProxyMethod": "REPOPATHPREFIX", "useHttp": true, "useHttps": false,
            "httpPort": port, "httpsPort": 443,
        });
        assert_eq!(found.json(), expected);
        // Only what it already is may be wanted.
        let post =
            async |body: &Value| client.send(Request::new("POST", WEB_SERVER).json(body)).await;
        let same = post(&expected).await;
        assert_eq!((same.status, same.json()), (200, expected));
        assert_eq!(post(&json!({})).await.status, 200);
        for (body, words) in [
            (json!({"serverName": "waybill.example.org"}), "the setting public_url"),
            (json!({"useHttps": true}), "the setting public_url"),
            (json!({"artifactoryPort": 1}), "the setting listen"),
            (json!({"dockerReverseProxyMethod": "SUBDOMAIN"}), "by paths"),
            (json!({"webServerType": "NGINX"}), "does not know which program"),
            (json!({"sslKey": "/etc/ssl/key.pem"}), "[tls]"),
        ] {
            let refused = post(&body).await;
            assert_eq!(refused.status, 409, "{body}");
            let message = refused.json()["errors"][0]["message"].clone();
            assert!(message.as_str().is_some_and(|text| text.contains(words)), "{message}");
        }
        for body in [json!({"upstream": "x"}), json!({"serverName": "a".repeat(4_097)})] {
            assert_eq!(post(&body).await.status, 400);
        }
        assert_eq!(stage.bob().get(WEB_SERVER).await.status, 403);

        let mut ann = signed_in(&stage.server).await;
        let shown = ann.get("packages/webServer").await.json();
        let image = json!({"repoRef": "docker-local", "serverName": "127.0.0.1", "port": port});
        assert_eq!(shown["serverName"], "127.0.0.1");
        assert_eq!(shown["reverseProxyRepositories"], json!({"reverseProxyRepoConfigs": [image]}));
        let mut carol = member(&stage, "carol").await;
        let none = carol.get("packages/webServer").await.json();
        assert_eq!(none["reverseProxyRepositories"], json!({"reverseProxyRepoConfigs": []}));
        let visitor = Browser::visiting(&stage.server).await.get("packages/webServer").await;
        assert_eq!(visitor.status, 401);
    });
}

#[test]
fn the_web_server_has_the_address_that_clients_use() {
    run(async {
        let settings = "public_url = \"https://example.org:8443/waybill\"\n\
            [installation.access]\nmfa_required = \"nobody\"\n";
        let place = Place::new().with_settings(settings);
        let server = place.start();
        let port = server.address().port();
        server.stop();
        let added = place.run(&["user", "add", "bob", "--admin", "--data", "{data}"]);
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        let token = crate::tokens::token_of(&place, "bob", "1h");
        let server = place.start();
        let request = Request::new("GET", &format!("/waybill{WEB_SERVER}"))
            .header("authorization", &format!("Bearer {token}"));
        let found = Browser::new(&server).send(request).await;
        assert_eq!(found.status, 200, "{port}: {}", found.json());
        let found = found.json();
        let fields =
            ["publicAppContext", "serverName", "useHttp", "useHttps", "httpPort", "httpsPort"];
        let values: Vec<_> = fields.iter().map(|field| found[*field].clone()).collect();
        let expected = json!(["waybill/artifactory", "example.org", false, true, 80, 8443]);
        assert_eq!(json!(values), expected);
        assert_eq!(found["artifactoryServerName"], "127.0.0.1");
    });
}
