//! `waybill import`: what folders and other registries have becomes what a repository has.

mod folders;

use std::collections::BTreeSet;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;
use waybill_tests::npm::tarball;
use waybill_tests::{run, waybill};

use crate::clients::Shown;
use crate::docker::{MANIFEST, manifest_of, sha256};
use crate::remote_repositories::upstream::Upstream;
use crate::stage::Stage;
pub(crate) use folders::archive;
use folders::{fill, write};

/// Runs the command. The tokens are those with which the repository is written, and the source is read.
pub(crate) fn import(
    from: &str,
    to: &str,
    token: &str,
    more: &[&str],
    from_token: Option<&str>,
) -> Output {
    let mut command = Command::new(waybill());
    command.args(["import", from, "--to", to]).args(more);
    command.env("WAYBILL_TOKEN", token);
    command.envs(from_token.map(|token| ("WAYBILL_FROM_TOKEN", token)));
    command.output().expect("it runs")
}

/// The lines of the command with `--json`, without the last one, which is the second value.
fn lines(output: &Output) -> (Vec<Value>, Value) {
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let last = lines.pop().unwrap_or_else(|| panic!("{output:?}"));
    (lines, last)
}

/// What each item became.
fn outcomes(output: &Output) -> BTreeSet<(String, String)> {
    let text = |line: &Value, field: &str| line[field].as_str().unwrap_or_default().to_owned();
    let (lines, _) = lines(output);
    lines.iter().map(|line| (text(line, "item"), text(line, "outcome"))).collect()
}

fn sentence(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const TYPES: [&str; 8] = ["generic", "maven", "npm", "pypi", "cargo", "docker", "helm", "go"];

/// The address by which another server reads a repository.
fn source(address: &str, package_type: &str, key: &str) -> String {
    match package_type {
        "generic" | "maven" => format!("{address}/artifactory/{key}"),
        "docker" => format!("{address}/{key}"),
        "pypi" => format!("{address}/artifactory/api/pypi/{key}/simple"),
        "cargo" => format!("{address}/artifactory/api/cargo/{key}/index"),
        _ => format!("{address}/artifactory/api/{package_type}/{key}"),
    }
}

/// covers: [REPO-07]
#[test]
fn folders_and_repositories_of_every_type_are_imported_and_again_without_a_change() {
    run(async {
        let stage = Stage::new().await;
        let (ann, address) = (stage.ann(), format!("http://{}", stage.server.address()));
        for package_type in TYPES {
            let folder = TempDir::new().expect("a folder");
            let items = fill(package_type, folder.path());
            let keys = [format!("{package_type}-one"), format!("{package_type}-two")];
            for key in &keys {
                let created = ann.create(key, json!({"packageType": package_type})).await;
                assert_eq!(created.status, 200);
            }
            let all = |state: &str| -> BTreeSet<_> {
                items.iter().map(|item| ((*item).to_owned(), state.to_owned())).collect()
            };
            let [one, two] = keys.each_ref().map(|key| format!("{address}/artifactory/{key}"));
            let from = folder.path().to_str().expect("a text");
            let first = source(&address, package_type, &keys[0]);
            // Proxies of Go do not list modules.
            let names: &[&str] =
                if package_type == "go" { &["--name", "example.org/Shop"] } else { &[] };
            for (from, to, names) in [(from, &one, &[][..]), (first.as_str(), &two, names)] {
                for (more, state) in [
                    (&["--json", "--dry-run"][..], "would be imported"),
                    (&["--json"], "imported"),
                    (&["--json"], "there already"),
                ] {
                    let more = [more, names].concat();
                    let output = import(from, to, &stage.ann, &more, Some(&stage.ann));
                    assert_eq!(outcomes(&output), all(state), "{from} {}", sentence(&output));
                    assert_eq!(output.status.code(), Some(0), "{from}");
                }
            }
            // As the page of the repository shows it.
            let shown = Shown::of(&stage, &keys[0]).await;
            let command = shown.command("waybill", "import", &[("<FROM>", from)]);
            let command =
                command.replace("waybill import", &format!("{} import", waybill().display()));
            let entered = Command::new("sh").args(["-c", &command]).output().expect("it runs");
            let text = String::from_utf8_lossy(&entered.stdout).into_owned();
            assert!(text.ends_with("there already, 0 failed.\n"), "{text}{}", sentence(&entered));
        }
        // What is beside the files came along.
        let far = ann.get("/artifactory/api/npm/npm-two/@acme%2ffar").await.json();
        assert_eq!(far["dist-tags"], json!({"latest": "1.1.0", "old": "1.0.0"}));
        assert_eq!(far["versions"]["1.0.0"]["deprecated"], "use 1.1.0");
        assert_eq!(far["versions"]["1.1.0"]["deprecated"], Value::Null);
        assert_eq!(far["versions"]["1.1.0"]["description"], "far");
        let path = "/artifactory/api/cargo/cargo-two/index/3/f/far";
        let line = ann.get(path).await.body;
        let line: Value =
            serde_json::from_slice(line.split(|byte| *byte == b'\n').next().expect("a line"))
                .expect("JSON");
        assert_eq!(
            (&line["deps"][0]["name"], &line["deps"][0]["req"]),
            (&json!("near"), &json!("2"))
        );
        let bytes = ann.get("/artifactory/generic-two/team/deep/%C3%BC.bin").await.body;
        assert_eq!(bytes, [0, 159, 146, 150]);
        let pulled = ann.get("/v2/docker-two/acme/shop/manifests/1.0").await;
        assert_eq!(pulled.body, manifest_of(b"a layer").to_string().into_bytes());
        let metadata = ann.get("/artifactory/maven-two/org/acme/shop/maven-metadata.xml").await;
        assert!(String::from_utf8_lossy(&metadata.body).contains("<release>1.0</release>"));
        stage.server.stop();
    });
}

/// covers: [REPO-07]
#[test]
fn what_cannot_be_imported_is_named_and_the_rest_is_imported() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let folder = TempDir::new().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("a text").to_owned();
        write(folder.path(), "good.tgz", tarball("good", "1.0.0"));
        write(folder.path(), "cut.tgz", &tarball("cut", "1.0.0")[..60]);
        write(folder.path(), "other.tgz", archive(&[("package/readme.md", "text")]));
        write(folder.path(), "deep/bad.tgz", tarball("Bad Name", "1.0.0"));
        let to = format!("http://{}/artifactory/npm-local", stage.server.address());
        let output = import(&path(""), &to, &stage.ann, &["--json"], None);
        let failed = |item: &str| (item.to_owned(), "failed".to_owned());
        let good = ("good 1.0.0".to_owned(), "imported".to_owned());
        let expected = [good, failed("cut.tgz"), failed("other.tgz"), failed("Bad Name 1.0.0")];
        assert_eq!(outcomes(&output), expected.into_iter().collect());
        assert_eq!(output.status.code(), Some(1));
        let (lines, last) = lines(&output);
        assert_eq!((&last["imported"], &last["failed"]), (&json!(1), &json!(3)));
        let bad = lines.iter().find(|line| line["item"] == "Bad Name 1.0.0").expect("it");
        let reason = bad["reason"].as_str().expect("a reason");
        assert!(reason.contains("400") && reason.contains("package name"), "{reason}");
        // Another content under a version that is there.
        let other = TempDir::new().expect("a folder");
        let file =
            archive(&[("package/package.json", r#"{"name": "good", "version": "1.0.0", "x": 1}"#)]);
        write(other.path(), "good.tgz", file);
        let from = other.path().to_str().expect("a text");
        let differs = import(from, &to, &stage.ann, &[], None);
        assert_eq!(differs.status.code(), Some(1));
        let text = String::from_utf8_lossy(&differs.stdout).into_owned();
        assert!(
            text.contains("good 1.0.0: failed: the repository has it with another content"),
            "{text}"
        );

        // Users who may not, and words that are wrong: each with what is wrong.
        let gone = "http://127.0.0.1:9/artifactory/npm-local";
        let none = format!("{to}-none");
        for (from, to, token, status, words) in [
            (path(""), to.as_str(), "no-token", 1, "401"),
            (path(""), none.as_str(), &stage.ann, 2, "there is no repository npm-local-none"),
            (path(""), gone, &stage.ann, 1, "cannot be connected to"),
            (path("none"), to.as_str(), &stage.ann, 2, "is no folder"),
            (path(""), "npm-local", &stage.ann, 2, "--to: this is no address"),
            (
                "http://127.0.0.1:9/".to_owned(),
                to.as_str(),
                &stage.ann,
                1,
                "cannot be connected to",
            ),
        ] {
            let output = import(&from, to, token, &[], None);
            let words_printed = sentence(&output);
            assert_eq!(output.status.code(), Some(status), "{from} {to}: {words_printed}");
            assert!(words_printed.contains(words), "{from} {to}: {words_printed}");
        }
        let targets = json!({"npm-local": {"include_patterns": ["**"], "exclude_patterns": []}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        write(other.path(), "new.tgz", tarball("new", "1.0.0"));
        let refused = import(from, &to, &stage.bob, &["--json", "--name", "new"], None);
        assert_eq!(outcomes(&refused), [failed("new 1.0.0")].into_iter().collect());
        let text = String::from_utf8_lossy(&refused.stdout).into_owned();
        assert!(text.contains("answers 403: "), "{text}");
        assert_eq!(refused.status.code(), Some(1));
        stage.server.stop();
    });
}

/// A server with a repository of each of these types, and an upstream.
async fn beside_an_upstream(package_types: &[&str]) -> (Stage, Upstream) {
    let stage = Stage::new().await;
    for package_type in package_types {
        let created =
            stage.ann().create(&key_of(package_type), json!({"packageType": package_type})).await;
        assert_eq!(created.status, 200);
    }
    (stage, Upstream::start().await)
}

fn key_of(package_type: &str) -> String {
    format!("{package_type}-own")
}

/// Imports into the repository of a type.
fn import_of_type(stage: &Stage, package_type: &str, from: &str, more: &[&str]) -> Output {
    let to = format!("http://{}/artifactory/{}", stage.server.address(), key_of(package_type));
    import(from, &to, &stage.ann, more, None)
}

/// Why items failed.
fn reasons(output: &Output) -> Vec<String> {
    let reason = |line: &Value| line["reason"].as_str().unwrap_or("none").to_owned();
    lines(output).0.iter().map(reason).collect()
}

/// An answer with a text.
fn answer(text: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}", text.len())
}

/// covers: [REPO-07]
#[test]
fn a_hostile_source_gets_nothing_into_the_repository() {
    run(async {
        let (stage, upstream) = beside_an_upstream(&["npm", "generic", "pypi"]).await;
        let ann = stage.ann();
        // Another file than its index says, a link to another server, and one that is not there.
        let of = |version: &str, link: &str, shasum: &str| json!({"name": "far", "version": version, "dist": {"tarball": link, "shasum": shasum}});
        let none = "http://127.0.0.1:9/far-1.1.0.tgz";
        let versions = json!({
            "1.0.0": of("1.0.0", "far-1.0.0.tgz", &"0".repeat(40)),
            "1.1.0": of("1.1.0", none, &"0".repeat(40)),
            "1.2.0": of("1.2.0", "far-1.2.0.tgz", &"0".repeat(40)),
        });
        upstream.has("far", json!({"name": "far", "versions": versions}).to_string());
        upstream.has("far-1.0.0.tgz", tarball("far", "1.0.0"));
        let output = import_of_type(&stage, "npm", &upstream.url(), &["--json", "--name", "far"]);
        let found = reasons(&output);
        let gone = format!("{}/far-1.2.0.tgz is not there", upstream.url());
        assert!(found[0].starts_with("its SHA-1 is not the one in the index"), "{found:?}");
        assert!(found[1].starts_with("http://127.0.0.1:9: "), "{found:?}");
        assert_eq!(found[2], gone);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(ann.get("/artifactory/api/npm/npm-own/far").await.status, 404);

        // Paths that climb, and files of another size than was announced.
        let files = json!({"files": [
            {"uri": "/../../climbs", "folder": false}, {"uri": "/a;b=c", "folder": false},
            {"uri": "/cut", "folder": false}, {"uri": "/good", "folder": false},
        ]});
        let list = "/artifactory/api/storage/lib?list&deep=1";
        upstream.answers_at(list, answer(&files.to_string()));
        upstream
            .answers_at("/artifactory/lib/cut", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut");
        for path in ["climbs", "a;b=c", "good"] {
            upstream.answers_at(&format!("/artifactory/lib/{path}"), answer("good"));
        }
        let from = format!("http://{}/artifactory/lib", upstream.address);
        let output = import_of_type(&stage, "generic", &from, &["--json"]);
        let states = outcomes(&output);
        let imported: Vec<_> = states.iter().filter(|(_, state)| state == "imported").collect();
        assert_eq!(imported, [&("good".to_owned(), "imported".to_owned())], "{states:?}");
        assert_eq!(states.len(), 4, "{states:?}");

        // What is no index at all.
        for (package_type, path, words) in [
            ("npm", "far2", "far2 is no document of a package"),
            ("pypi", "simple/", "this source does not list its packages"),
        ] {
            upstream.has(path, "<html>a page</html>");
            let more: &[&str] = if package_type == "npm" { &["--name", "far2"] } else { &[] };
            let from = if package_type == "npm" {
                upstream.url()
            } else {
                format!("{}/simple", upstream.url())
            };
            let output = import_of_type(&stage, package_type, &from, more);
            assert_eq!(output.status.code(), Some(1));
            assert!(sentence(&output).contains(words), "{}", sentence(&output));
        }
        stage.server.stop();
    });
}

/// covers: [REPO-07]
#[test]
fn images_come_from_a_registry_that_wants_a_token_and_are_what_their_digests_say() {
    run(async {
        let (stage, upstream) = beside_an_upstream(&["docker"]).await;
        // A registry that asks for a token, says the same page for ever, and has no such blob.
        upstream.wants_token("/v2/", "right");
        upstream.answers_at(
            "/token?service=it&scope=a%2Cb",
            answer(&json!({"token": "right"}).to_string()),
        );
        let from = format!("http://{}", upstream.address);
        let pages = ["/v2/_catalog?n=1000&last=", "/v2/_catalog?n=1000&last=acme%2Fshop"];
        for path in pages {
            upstream.answers_at(path, answer(&json!({"repositories": ["acme/shop"]}).to_string()));
        }
        for last in ["", "1.0"] {
            let path = format!("/v2/acme/shop/tags/list?n=1000&last={last}");
            upstream.answers_at(&path, answer(&json!({"tags": ["1.0"]}).to_string()));
        }
        let manifest = manifest_of(b"layer").to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {MANIFEST}\r\nContent-Length: {}\r\n\r\n",
            manifest.len()
        );
        upstream.answers_at("/v2/acme/shop/manifests/1.0", head + &manifest);
        let output = import_of_type(&stage, "docker", &from, &["--json"]);
        let digest = sha256(b"{}");
        assert_eq!(reasons(&output), [format!("{from}/v2/acme/shop/blobs/{digest} is not there")]);
        upstream.answers_at(&format!("/v2/acme/shop/blobs/{digest}"), answer("[]"));
        let output = import_of_type(&stage, "docker", &from, &["--json"]);
        assert_eq!(
            reasons(&output),
            ["its SHA-256 is not the one in the index of the source; nothing was sent"]
        );
        let catalog = stage.ann().get("/v2/_catalog").await.json();
        assert_eq!(catalog, json!({"repositories": []}));

        stage.server.stop();
    });
}
