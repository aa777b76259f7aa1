//! Who sees and changes what, by the rights on the paths of files.

use serde_json::json;
use waybill_tests::{Request, run};

use super::{MAVEN, elements, metadata_in, pom_of_shop, release, shop, stage, text};

/// covers: [MAVEN-03]
#[test]
fn files_are_shown_and_changed_as_rights_on_their_paths_allow() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (stage.ann(), stage.bob());
        for version in ["1.0", "2.0"] {
            release(&ann, version).await;
            assert_eq!(ann.put(&shop(version, ".jar"), version).await.status, 201);
        }
        let document = format!("{MAVEN}/com/acme/shop/maven-metadata.xml");
        let jar = shop("1.0", ".jar");
        let all = [
            document.clone(),
            format!("{document}.sha1"),
            jar.clone(),
            format!("{jar}.sha1"),
            shop("1.0", ".none"),
            format!("{MAVEN}/com/acme/none/maven-metadata.xml"),
        ];
        for path in &all {
            let anyone = stage.anyone(Request::new("GET", path)).await;
            assert_eq!(anyone.status, 401, "{path}");
            assert!(anyone.header("www-authenticate").is_some_and(|all| all.contains("Basic")));
            assert_eq!(bob.get(path).await.status, 404, "{path}");
        }
        let writes = [
            (jar.clone(), "1.0".to_owned()),
            (format!("{jar}.sha1"), "0".repeat(40)),
            (document.clone(), "<metadata/>".to_owned()),
            (shop("3.0", ".pom"), pom_of_shop("3.0")),
        ];
        for (path, body) in &writes {
            let anyone = stage.anyone(Request::new("PUT", path).body(body.as_bytes())).await;
            assert_eq!(anyone.status, 401, "{path}");
            assert_eq!(bob.put(path, body.as_bytes()).await.status, 404, "{path}");
        }
        let grant = async |actions: &[&str], patterns: &[&str]| {
            let targets = json!({"maven-local": {"include_patterns": patterns}});
            stage.grant(json!({"actions": {"users": {"bob": actions}}, "targets": targets})).await;
        };
        // One of the versions: the other one is nowhere to be seen.
        grant(&["READ"], &["com/acme/shop/1.0/**"]).await;
        assert_eq!(elements(&metadata_in(&bob, "com/acme/shop").await, "version"), ["1.0"]);
        assert_eq!(elements(&metadata_in(&ann, "com/acme/shop").await, "version"), ["1.0", "2.0"]);
        assert_eq!(bob.get(&shop("2.0", ".jar")).await.status, 404);
        assert_eq!(bob.get(&format!("{}.sha1", shop("2.0", ".jar"))).await.status, 404);
        for (path, body) in &writes[..3] {
            let refused = bob.put(path, body.as_bytes()).await;
            assert_eq!(refused.status, 403, "{path}: {}", text(&refused));
        }
        assert_eq!(bob.delete(&jar).await.status, 403);
        grant(&["READ", "WRITE"], &["com/acme/shop/3.0/**"]).await;
        let release = bob.put(&writes[3].0, writes[3].1.as_bytes()).await;
        assert_eq!(release.status, 201, "{}", text(&release));
        assert_eq!(bob.put(&document, "<metadata/>").await.status, 201);
        assert_eq!(bob.put(&shop("4.0", ".jar"), "4.0").await.status, 404);
        assert_eq!(elements(&metadata_in(&bob, "com/acme/shop").await, "latest"), ["3.0"]);
        // Where everyone may read everything, a client without credentials goes on to the next repository.
        let targets = json!({"maven-local": {"include_patterns": ["**"]}});
        stage
            .grant(json!({"actions": {"users": {"anonymous": ["READ"]}}, "targets": targets}))
            .await;
        assert_eq!(ann.put(&shop("5.0", ".jar").replace("shop", "none"), "5.0").await.status, 201);
        for folder in ["none", "com/acme", "com/acme/none", "com/acme/shop/9-SNAPSHOT"] {
            let path = format!("{MAVEN}/{folder}/maven-metadata.xml");
            for path in [path.clone(), format!("{path}.sha1")] {
                assert_eq!(stage.anyone(Request::new("GET", &path)).await.status, 404, "{path}");
            }
        }
        assert_eq!(stage.anyone(Request::new("GET", &document)).await.status, 200);
        // Without the right to read, what is there cannot be asked for by storing it again.
        grant(&["WRITE"], &["com/acme/shop/**"]).await;
        assert_eq!(bob.put(&jar, "1.0").await.status, 409);
    });
}
