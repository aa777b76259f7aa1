//! Artifacts from other repositories of Maven, and joined with those of this server.

use serde_json::json;
use sha1::{Digest as _, Sha1};
use waybill_platform::secret::hex;
use waybill_tests::{Answer, run};

use super::{create_joined, create_remote, mirrored, upstream::Upstream};
use crate::maven::{elements, pom, text};
use crate::stage::Stage;

const SHOP: &str = "com/acme/shop";

/// Has an upstream offer versions of an artifact: each a pom and a jar, with their SHA-1.
fn offer(upstream: &Upstream, group: &str, artifact: &str, versions: &[&str]) {
    let folder = format!("{}/{artifact}", group.replace('.', "/"));
    let mut listed = String::new();
    for version in versions {
        listed.push_str(&format!("<version>{version}</version>"));
        let files =
            [("pom", pom(group, artifact, version, "")), ("jar", format!("{artifact} {version}"))];
        for (ending, content) in files {
            let path = format!("{folder}/{version}/{artifact}-{version}.{ending}");
            upstream.has(&format!("{path}.sha1"), hex(&Sha1::digest(&content)));
            upstream.has(&path, content);
        }
    }
    let document = format!(
        "<metadata><versioning><versions>{listed}</versions><lastUpdated>20260101000000</lastUpdated></versioning></metadata>"
    );
    upstream.has(&format!("{folder}/maven-metadata.xml"), document);
}

async fn get(stage: &Stage, path: &str) -> Answer {
    stage.ann().get(&format!("/artifactory/{path}")).await
}

/// The versions that a repository offers of an artifact.
async fn versions(stage: &Stage, folder: &str) -> Vec<String> {
    let document = get(stage, &format!("{folder}/maven-metadata.xml")).await;
    if document.status == 404 {
        return Vec::new();
    }
    assert_eq!(document.status, 200, "{}", text(&document));
    elements(&text(&document), "version")
}

/// covers: [REMOTE-01, REMOTE-02, MAVEN-04]
#[test]
fn artifacts_of_another_repository_are_served_from_here_and_never_change() {
    run(async {
        let never = json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0});
        let (stage, upstream) = mirrored("maven", never).await;
        offer(&upstream, "com.acme", "shop", &["1.10", "1.9", "2.0-SNAPSHOT"]);
        let shown = get(&stage, &format!("mirror/{SHOP}/maven-metadata.xml")).await;
        let document = text(&shown);
        assert_eq!(elements(&document, "version"), ["1.9", "1.10", "2.0-SNAPSHOT"]);
        assert_eq!(elements(&document, "release"), ["1.10"]);
        assert_eq!(elements(&document, "lastUpdated"), ["20260101000000"]);
        let sha1 = get(&stage, &format!("mirror/{SHOP}/maven-metadata.xml.sha1")).await;
        assert_eq!(text(&sha1), hex(&Sha1::digest(&shown.body)));

        let jar = format!("mirror/{SHOP}/1.9/shop-1.9.jar");
        upstream.requested();
        let got = get(&stage, &jar).await;
        assert_eq!((got.status, text(&got)), (200, "shop 1.9".to_owned()));
        let asked =
            ["/base/com/acme/shop/1.9/shop-1.9.jar", "/base/com/acme/shop/1.9/shop-1.9.jar.sha1"];
        assert_eq!(upstream.requested(), asked);
        let sha512 = get(&stage, &format!("{jar}.sha512")).await;
        assert_eq!((sha512.status, sha512.body.len()), (200, 128));
        // What is kept never changes, and is not asked for again.
        upstream.has(&format!("{SHOP}/1.9/shop-1.9.jar"), "other");
        assert_eq!(text(&get(&stage, &jar).await), "shop 1.9");
        assert!(upstream.requested().is_empty());

        // Bytes of another checksum are not kept; without one, whole files are.
        upstream.has(&format!("{SHOP}/1.10/shop-1.10.jar"), "other");
        let jar = format!("mirror/{SHOP}/1.10/shop-1.10.jar");
        assert_eq!(get(&stage, &jar).await.status, 502);
        upstream.has(&format!("{SHOP}/1.10/shop-1.10.jar.sha1"), "<html>not found</html>");
        upstream.has(&format!("{SHOP}/1.10/shop-1.10-sources.jar"), "sources");
        let sources = get(&stage, &format!("mirror/{SHOP}/1.10/shop-1.10-sources.jar")).await;
        assert_eq!(text(&sources), "sources");
        let files = [
            "com/acme/shop/3.0/shop-3.0.jar",
            "com/acme/shop/1.9/other-1.9.jar",
            "archetype-catalog.xml",
            "com/acme/none/maven-metadata.xml",
            "maven-metadata.xml",
        ];
        upstream.has("archetype-catalog.xml", "<archetype-catalog/>");
        for path in files {
            assert_eq!(get(&stage, &format!("mirror/{path}")).await.status, 404, "{path}");
        }
        let put = format!("/artifactory/mirror/{SHOP}/1.11/shop-1.11.pom");
        assert_eq!(stage.ann().put(&put, pom("com.acme", "shop", "1.11", "")).await.status, 405);
        for odd in ["<html>a page</html", "<!DOCTYPE a><metadata/>"] {
            upstream.has("com/acme/odd/maven-metadata.xml", odd);
            let answer = get(&stage, "mirror/com/acme/odd/maven-metadata.xml").await;
            assert_eq!(answer.status, 502, "{odd}");
        }
        stage.server.stop();
    });
}

/// covers: [REMOTE-01, MAVEN-04]
#[test]
fn snapshots_of_another_repository_follow_its_builds() {
    run(async {
        let (stage, upstream) = mirrored("maven", json!({"retrievalCachePeriodSecs": 0})).await;
        let folder = format!("{SHOP}/2-SNAPSHOT");
        let build = |number: u32| {
            let value = format!("2-20260101.12000{number}-{number}");
            upstream.has(&format!("{folder}/shop-{value}.jar"), format!("build {number}"));
            let file = format!(
                "<snapshotVersion><extension>jar</extension><value>{value}</value><updated>2026010112000{number}</updated></snapshotVersion>\
                 <snapshotVersion><extension>jar</extension><value>../../x</value></snapshotVersion>"
            );
            let document = format!(
                "<metadata><versioning><snapshot><timestamp>20260101.12000{number}</timestamp><buildNumber>{number}</buildNumber></snapshot><snapshotVersions>{file}</snapshotVersions></versioning></metadata>"
            );
            upstream.has(&format!("{folder}/maven-metadata.xml"), document);
            value
        };
        for number in 1..3 {
            let value = build(number);
            let document = get(&stage, &format!("mirror/{folder}/maven-metadata.xml")).await;
            assert_eq!(elements(&text(&document), "value"), std::slice::from_ref(&value));
            let jar = get(&stage, &format!("mirror/{folder}/shop-{value}.jar")).await;
            assert_eq!(text(&jar), format!("build {number}"));
            // Old clients publish every build under one name.
            upstream.has(&format!("{folder}/shop-2-SNAPSHOT.jar"), format!("old {number}"));
            let jar = get(&stage, &format!("mirror/{folder}/shop-2-SNAPSHOT.jar")).await;
            assert_eq!(text(&jar), format!("old {number}"));
        }
        stage.server.stop();
    });
}

/// covers: [REMOTE-03, MAVEN-04]
#[test]
fn artifacts_of_several_repositories_are_joined_and_own_names_are_never_taken_from_others() {
    run(async {
        let (trusted, other) = (Upstream::start().await, Upstream::start().await);
        let stage = Stage::reaching(&[trusted.address, other.address]).await;
        let ann = stage.ann();
        create_remote(&stage, "other", "maven", &other, json!({})).await;
        create_remote(&stage, "trusted", "maven", &trusted, json!({"priorityResolution": true}))
            .await;
        ann.create("own", json!({"packageType": "maven"})).await;
        let members = ["own", "other", "trusted"];
        let reserved = json!({"reservedNamesPattern": "org.acme:*"});
        create_joined(&stage, "all", "maven", &members, reserved).await;

        offer(&other, "com.acme", "shop", &["9.0"]);
        offer(&other, "com.acme", "tool", &["9.0"]);
        offer(&other, "org.acme", "tool", &["9.0"]);
        offer(&other, "com.example", "lib", &["1.0", "2.0"]);
        offer(&trusted, "com.acme", "tool", &["1.0"]);
        assert_eq!(versions(&stage, "all/com/acme/shop").await, ["9.0"]);
        let published = pom("com.acme", "shop", "1.0", "");
        assert_eq!(
            ann.put("/artifactory/all/com/acme/shop/1.0/shop-1.0.pom", published).await.status,
            201
        );
        for (folder, expected) in [
            ("all/com/acme/shop", &["1.0"][..]),
            ("all/com/acme/tool", &["1.0"]),
            ("all/org/acme/tool", &[]),
            ("all/com/example/lib", &["1.0", "2.0"]),
        ] {
            assert_eq!(versions(&stage, folder).await, expected, "{folder}");
        }
        other.requested();
        for (path, status) in [
            ("com/acme/shop/1.0/shop-1.0.pom", 200),
            ("com/acme/shop/9.0/shop-9.0.jar", 404),
            ("com/acme/shop/9.0-SNAPSHOT/maven-metadata.xml", 404),
            ("com/acme/tool/9.0/tool-9.0.jar", 404),
            ("com/acme/tool/1.0/tool-1.0.jar", 200),
            ("org/acme/tool/9.0/tool-9.0.jar", 404),
        ] {
            assert_eq!(get(&stage, &format!("all/{path}")).await.status, status, "{path}");
        }
        assert!(other.requested().is_empty());
        assert_eq!(get(&stage, "all/com/example/lib/2.0/lib-2.0.jar").await.status, 200);

        // The plugins of a group: a prefix of an own plugin leads to no other one.
        let plugin = |prefix: &str, artifact: &str| {
            format!(
                "<plugin><name>x</name><prefix>{prefix}</prefix><artifactId>{artifact}</artifactId></plugin>"
            )
        };
        let plugins =
            |all: &[String]| format!("<metadata><plugins>{}</plugins></metadata>", all.concat());
        let theirs =
            [plugin("shop", "evil"), plugin("evil", "shop"), plugin("cart", "cart-plugin")];
        other.has("com/acme/maven-metadata.xml", plugins(&theirs));
        trusted.has("com/acme/maven-metadata.xml", plugins(&[plugin("tool", "tool")]));
        let own =
            pom("com.acme", "shop-maven-plugin", "1.0", "<packaging>maven-plugin</packaging>");
        let path = "/artifactory/all/com/acme/shop-maven-plugin/1.0/shop-maven-plugin-1.0.pom";
        assert_eq!(ann.put(path, own).await.status, 201);
        let document = text(&get(&stage, "all/com/acme/maven-metadata.xml").await);
        assert_eq!(elements(&document, "prefix"), ["shop", "tool", "cart"]);
        assert_eq!(elements(&document, "artifactId"), ["shop-maven-plugin", "tool", "cart-plugin"]);

        // Bob may read what comes from others, and own names are still own.
        let targets = json!({"other": {"include_patterns": ["com/acme/**"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        for (path, status) in [
            ("com/acme/shop/9.0/shop-9.0.jar", 404),
            ("com/acme/shop/maven-metadata.xml", 404),
            ("com/example/lib/1.0/lib-1.0.jar", 404),
        ] {
            let got = stage.bob().get(&format!("/artifactory/all/{path}")).await;
            assert_eq!(got.status, status, "{path}");
        }
        stage.server.stop();
    });
}
