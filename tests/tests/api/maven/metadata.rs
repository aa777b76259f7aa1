//! The documents about artifacts and the plugins of groups.

use serde_json::json;
use waybill_tests::{Request, run};

use super::{MAVEN, elements, metadata_in, pom, release, shop, stage, text};

/// covers: [MAVEN-01, MAVEN-02]
#[test]
fn versions_are_in_the_order_of_maven_and_the_documents_of_clients_are_ignored() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        for version in
            ["1.10", "1.9", "2.0-rc1", "1.9.1", "2.0-SNAPSHOT", "1.9-alpha-1", "2.0-beta2"]
        {
            release(&client, version).await;
        }
        let document = metadata_in(&client, "com/acme/shop").await;
        assert_eq!(
            elements(&document, "version"),
            ["1.9-alpha-1", "1.9", "1.9.1", "1.10", "2.0-beta2", "2.0-rc1", "2.0-SNAPSHOT"]
        );
        assert_eq!(elements(&document, "latest"), ["2.0-SNAPSHOT"]);
        assert_eq!(elements(&document, "release"), ["2.0-rc1"]);
        assert_eq!(elements(&document, "groupId"), ["com.acme"]);
        assert_eq!(elements(&document, "artifactId"), ["shop"]);
        let updated = elements(&document, "lastUpdated").remove(0);
        assert!(updated.len() == 14 && updated.starts_with("20"), "{updated}");
        for folder in ["com/acme/shop", "com/acme/shop/2.0-SNAPSHOT", "com/acme"] {
            let path = format!("{MAVEN}/{folder}/maven-metadata.xml");
            for path in [path.clone(), format!("{path}.sha1"), format!("{path}.md5")] {
                let sent = client
                    .put(&path, "<metadata><versioning><latest>9</latest></versioning>")
                    .await;
                assert_eq!(sent.status, 201, "{path}: {}", text(&sent));
            }
        }
        assert_eq!(metadata_in(&client, "com/acme/shop").await, document);
        let path = format!("{MAVEN}/com/acme/shop/maven-metadata.xml");
        let answer = client.get(&path).await;
        assert_eq!(answer.header("content-type"), Some("application/xml"));
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with("sandbox"), "{policy}");
        let etag = answer.header("etag").expect("an etag").to_owned();
        let known = client.send(Request::new("GET", &path).header("if-none-match", &etag)).await;
        assert_eq!(known.status, 304);
        let head = client.send(Request::new("HEAD", &path)).await;
        assert_eq!((head.status, head.body.len()), (200, 0));
        let long = vec![b' '; 17 * 1_024 * 1_024];
        assert_eq!(client.put(&path, long).await.status, 413);
        // What was sent is in no list of files.
        let listed = client.get("/artifactory/api/storage/maven-local/com/acme/shop").await.json();
        let mut listed = listed["children"].as_array().expect("folders").iter();
        assert!(listed.all(|child| child["folder"] == json!(true)));
    });
}

/// covers: [MAVEN-01]
#[test]
fn plugins_of_a_group_have_prefixes() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let group = format!("{MAVEN}/com/acme/maven-metadata.xml");
        let publish = async |artifact: &str, version: &str, more: &str| {
            let path = format!("{MAVEN}/com/acme/{artifact}/{version}/{artifact}-{version}.pom");
            let answer = client.put(&path, pom("com.acme", artifact, version, more)).await;
            assert_eq!(answer.status, 201, "{}", text(&answer));
        };
        let plugin = "<packaging>maven-plugin</packaging>";
        publish("shop", "1.0", "").await;
        assert_eq!(client.get(&group).await.status, 404);
        publish("shop-maven-plugin", "1.0", &format!("{plugin}<name>Shop &amp; Co</name>")).await;
        let prefix = "<build><plugins><plugin><artifactId>maven-plugin-plugin</artifactId><configuration>\
                      <goalPrefix>cart</goalPrefix></configuration></plugin></plugins></build>";
        publish("carts", "1.0", &format!("{plugin}{prefix}")).await;
        // Its newest version is none any longer.
        publish("former-maven-plugin", "1.0", plugin).await;
        publish("former-maven-plugin", "1.1", "").await;
        let document = metadata_in(&client, "com/acme").await;
        assert_eq!(elements(&document, "prefix"), ["cart", "shop"]);
        assert_eq!(elements(&document, "artifactId"), ["carts", "shop-maven-plugin"]);
        assert_eq!(elements(&document, "name"), ["carts", "Shop &amp; Co"]);
        assert!(elements(&document, "groupId").is_empty());
        let pom = shop("1.0", ".pom").replace("shop", "carts");
        assert_eq!(client.delete(&pom).await.status, 204);
        assert_eq!(elements(&metadata_in(&client, "com/acme").await, "prefix"), ["shop"]);
    });
}
