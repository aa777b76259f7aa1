//! Snapshots: builds with names of their own, and files that are replaced.

use serde_json::json;
use waybill_tests::run;

use super::{MAVEN, elements, metadata_in, pom_of_shop, release, stage, text};

const FOLDER: &str = "com/acme/shop/1.0-SNAPSHOT";

fn of_build(build: &str, rest: &str) -> String {
    format!("{MAVEN}/{FOLDER}/shop-1.0-{build}{rest}")
}

/// covers: [MAVEN-01, MAVEN-02]
#[test]
fn the_newest_build_of_each_file_is_offered() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let put = async |build: &str, rest: &str| {
            let pom = pom_of_shop("1.0-SNAPSHOT");
            let content = if rest == ".pom" { pom } else { format!("{build}{rest}") };
            let answer = client.put(&of_build(build, rest), content).await;
            assert_eq!(answer.status, 201, "{build}{rest}: {}", text(&answer));
        };
        for rest in [".jar", ".pom", "-sources.jar"] {
            put("20260101.120000-9", rest).await;
        }
        // The tenth build has no sources, and those of an earlier one arrive late.
        put("20260102.120000-10", ".jar").await;
        put("20260102.120000-10", ".pom").await;
        put("20260101.110000-8", ".jar").await;
        let document = metadata_in(&client, FOLDER).await;
        assert_eq!(elements(&document, "timestamp"), ["20260102.120000"]);
        assert_eq!(elements(&document, "buildNumber"), ["10"]);
        assert_eq!(elements(&document, "version"), ["1.0-SNAPSHOT"]);
        let (old, new) = ("1.0-20260101.120000-9", "1.0-20260102.120000-10");
        assert_eq!(elements(&document, "extension"), ["jar", "pom", "jar"]);
        assert_eq!(elements(&document, "value"), [new, new, old]);
        assert_eq!(elements(&document, "classifier"), ["sources"]);
        assert_eq!(elements(&document, "updated")[1], "20260102120000");
        let known = metadata_in(&client, "com/acme/shop").await;
        assert_eq!(elements(&known, "version"), ["1.0-SNAPSHOT"]);
        assert!(elements(&known, "release").is_empty());
        release(&client, "0.9").await;
        let known = metadata_in(&client, "com/acme/shop").await;
        assert_eq!(elements(&known, "release"), ["0.9"]);
        // A build that is removed is offered no longer.
        for rest in [".jar", ".pom"] {
            assert_eq!(client.delete(&of_build("20260102.120000-10", rest)).await.status, 204);
        }
        let document = metadata_in(&client, FOLDER).await;
        assert_eq!(elements(&document, "value"), [old, old, old]);
        assert_eq!(elements(&document, "buildNumber"), ["9"]);
        let none = format!("{MAVEN}/com/acme/shop/0.9/maven-metadata.xml");
        assert_eq!(client.get(&none).await.status, 404);
    });
}

/// covers: [MAVEN-02]
#[test]
fn files_without_a_build_are_replaced_as_rights_allow() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (stage.ann(), stage.bob());
        let jar = of_build("SNAPSHOT", ".jar");
        assert_eq!(ann.put(&jar, "first").await.status, 201);
        assert_eq!(
            ann.put(&of_build("SNAPSHOT", ".pom"), pom_of_shop("1.0-SNAPSHOT")).await.status,
            201
        );
        let document = metadata_in(&ann, FOLDER).await;
        assert_eq!(elements(&document, "value"), ["1.0-SNAPSHOT", "1.0-SNAPSHOT"]);
        assert!(elements(&document, "buildNumber").is_empty());
        assert_eq!(ann.put(&jar, "second").await.status, 201);
        assert_eq!(ann.get(&jar).await.body, b"second");
        let usage = ann.get("/artifactory/api/repositories/maven-local").await.json();
        assert_eq!(usage["filesCount"], json!(2));
        // A build is newer than what was stored in its place before, if its time is.
        assert_eq!(ann.put(&of_build("99991231.235959-1", ".jar"), "third").await.status, 201);
        let document = metadata_in(&ann, FOLDER).await;
        assert_eq!(elements(&document, "value"), ["1.0-99991231.235959-1", "1.0-SNAPSHOT"]);

        let grant = async |actions: &[&str]| {
            let targets = json!({"maven-local": {"include_patterns": ["com/acme/**"]}});
            stage.grant(json!({"actions": {"users": {"bob": actions}}, "targets": targets})).await;
        };
        grant(&["READ", "WRITE"]).await;
        assert_eq!(bob.put(&jar, "second").await.status, 201);
        for other in ["fourth", "another"] {
            let refused = bob.put(&jar, other).await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "artifact_exists"));
        }
        grant(&["READ", "WRITE", "DELETE"]).await;
        assert_eq!(bob.put(&jar, "fourth").await.status, 201);
        assert_eq!(ann.get(&jar).await.body, b"fourth");
    });
}
