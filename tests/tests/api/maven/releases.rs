//! Files of releases: stored once, and read with their checksums.

use futures_util::future::join_all;
use serde_json::json;
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Request, run};

use super::{MAVEN, elements, metadata_in, pom, pom_of_shop, release, shop, stage, text};

/// covers: [MAVEN-01, MAVEN-03]
#[test]
fn a_file_is_stored_once_and_read_with_its_checksums() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let jar = shop("1.0", ".jar");
        let stored = client.put(&jar, "a jar").await;
        assert_eq!(stored.status, 201, "{}", text(&stored));
        assert!(stored.header("location").is_some_and(|location| location.ends_with(&jar)));
        assert_eq!(stored.json()["checksums"]["sha256"], sha256_hex(b"a jar"));
        // Without its pom the version is not offered.
        let metadata = format!("{MAVEN}/com/acme/shop/maven-metadata.xml");
        assert_eq!(client.get(&metadata).await.status, 404);
        release(&client, "1.0").await;
        assert_eq!(elements(&metadata_in(&client, "com/acme/shop").await, "version"), ["1.0"]);

        for kind in ["md5", "sha1"] {
            let sum = client.get(&format!("{jar}.{kind}")).await;
            assert_eq!(sum.header("content-type"), Some("text/plain; charset=utf-8"));
            assert_eq!(Some(text(&sum).as_str()), stored.json()["checksums"][kind].as_str());
        }
        assert_eq!(text(&client.get(&format!("{jar}.sha256")).await), sha256_hex(b"a jar"));
        // The second one is answered from memory.
        for _ in 0..2 {
            let sum = text(&client.get(&format!("{jar}.sha512")).await);
            assert!(sum.len() == 128 && sum.starts_with("62c325725324b537"), "{sum}");
        }
        let part = client.send(Request::new("GET", &jar).header("range", "bytes=2-3")).await;
        assert_eq!((part.status, &part.body[..]), (206, &b"ja"[..]));
        let head = client.send(Request::new("HEAD", &jar)).await;
        assert_eq!((head.status, head.header("content-length")), (200, Some("5")));
        let etag = head.header("etag").expect("an etag").to_owned();
        let known = client.send(Request::new("GET", &jar).header("if-none-match", &etag)).await;
        assert_eq!(known.status, 304);

        // The same content again changes nothing, and another one is refused, also of another size.
        let before = metadata_in(&client, "com/acme/shop").await;
        assert_eq!(client.put(&jar, "a jar").await.status, 201);
        for other in ["b jar", "another jar"] {
            let refused = client.put(&jar, other).await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "package_version_exists"));
        }
        let other = pom("com.acme", "shop", "1.0", "<name>x</name>");
        assert_eq!(client.put(&shop("1.0", ".pom"), other).await.status, 409);
        assert_eq!(client.get(&jar).await.body, b"a jar");
        assert_eq!(metadata_in(&client, "com/acme/shop").await, before);
        // Further files of the version, of every kind.
        for rest in ["-sources.jar", "-bin.tar.gz", ".jar.asc", ".module", "-sources.jar.asc"] {
            assert_eq!(client.put(&shop("1.0", rest), rest).await.status, 201, "{rest}");
            assert_eq!(text(&client.get(&shop("1.0", rest)).await), rest);
        }
    });
}

/// covers: [MAVEN-01, MAVEN-03]
#[test]
fn a_checksum_that_is_sent_is_that_of_the_stored_file() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let jar = shop("1.0", ".jar");
        let early = client.put(&format!("{jar}.sha1"), "0".repeat(40)).await;
        assert!(
            early.status == 404 && text(&early).contains("Send the file first"),
            "{}",
            text(&early)
        );
        assert_eq!(client.put(&jar, "a jar").await.status, 201);
        for kind in ["md5", "sha1", "sha256", "sha512"] {
            let path = format!("{jar}.{kind}");
            let sum = text(&client.get(&path).await);
            for right in [sum.clone(), sum.to_uppercase(), format!("{sum}  shop-1.0.jar\n")] {
                assert_eq!(client.put(&path, right).await.status, 201, "{kind}");
            }
            for wrong in ["0".repeat(sum.len()), String::new(), sum[1..].to_owned()] {
                let refused = client.put(&path, wrong).await;
                assert_eq!((refused.status, refused.code().as_str()), (409, "checksum_mismatch"));
            }
            assert_eq!(text(&client.get(&path).await), sum);
        }
        let long = client.put(&format!("{jar}.sha1"), vec![b'0'; 5_000]).await;
        assert_eq!(long.status, 413);
        // One that comes with the file is compared before the file is kept.
        let other =
            Request::new("PUT", &shop("1.1", ".jar")).header("x-checksum-sha1", &"0".repeat(40));
        let other = client.send(other.body("a jar")).await;
        assert_eq!((other.status, other.code().as_str()), (409, "checksum_mismatch"));
        // Programs that send a checksum alone send the whole file then.
        let alone = Request::new("PUT", &shop("1.1", ".jar")).header("x-checksum-deploy", "true");
        let alone = alone.header("x-checksum-sha256", &sha256_hex(b"a jar"));
        assert_eq!(client.send(alone).await.status, 404);
        assert_eq!(client.get(&shop("1.1", ".jar")).await.status, 404);
    });
}

/// covers: [MAVEN-01]
#[test]
fn what_is_removed_is_gone_from_the_document() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        for version in ["1.0", "1.1", "2.0"] {
            release(&client, version).await;
            assert_eq!(client.put(&shop(version, ".jar"), version).await.status, 201);
        }
        let latest = async || {
            let document = metadata_in(&client, "com/acme/shop").await;
            (elements(&document, "version"), elements(&document, "latest").remove(0))
        };
        let versions = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(latest().await, (versions(&["1.0", "1.1", "2.0"]), "2.0".to_owned()));
        assert_eq!(client.delete(&format!("{MAVEN}/com/acme/shop/2.0")).await.status, 204);
        assert_eq!(latest().await, (versions(&["1.0", "1.1"]), "1.1".to_owned()));
        assert_eq!(client.delete(&shop("1.0", ".pom")).await.status, 204);
        assert_eq!(latest().await.0, versions(&["1.1"]));
        assert_eq!(client.get(&format!("{}.sha1", shop("1.0", ".pom"))).await.status, 404);
        assert_eq!(client.delete(&format!("{MAVEN}/com/acme")).await.status, 204);
        let gone = format!("{MAVEN}/com/acme/shop/maven-metadata.xml");
        for path in [gone.clone(), format!("{gone}.sha1"), shop("1.1", ".jar")] {
            assert_eq!(client.get(&path).await.status, 404, "{path}");
        }
        let usage = client.get("/artifactory/api/repositories/maven-local").await.json();
        assert_eq!((&usage["usedBytes"], &usage["filesCount"]), (&json!(0), &json!(0)));
        // A release that was removed may be published with another content.
        assert_eq!(client.put(&shop("1.1", ".jar"), "another").await.status, 201);
    });
}

/// covers: [MAVEN-03]
#[test]
fn of_many_that_store_a_file_at_once_one_succeeds() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let jar = shop("1.0", ".jar");
        let uploads = (0..8).map(|number| client.put(&jar, format!("jar {number}")));
        let answers = join_all(uploads).await;
        let count = |status| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((count(201), count(409)), (1, 7));
        let read = client.get(&jar).await.body;
        let stored = answers.iter().position(|answer| answer.status == 201).expect("one");
        assert_eq!(read, format!("jar {stored}").into_bytes());
        // Files of a version at once are all there, and none is lost.
        let upload = async |number: usize| {
            client.put(&shop("2.0", &format!("-{number}.jar")), "a jar").await.status
        };
        let answers = join_all((0..8).map(upload)).await;
        assert!(answers.iter().all(|status| *status == 201), "{answers:?}");
        let listed =
            client.get("/artifactory/api/storage/maven-local/com/acme/shop/2.0").await.json();
        assert_eq!(listed["children"].as_array().expect("files").len(), 8);
    });
}

/// covers: [MAVEN-01]
#[test]
fn properties_are_those_of_the_address_and_what_a_pom_says_is_searched() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let jar = format!("{};build.number=7", shop("1.0", ".jar"));
        assert_eq!(client.put(&jar, "a jar").await.status, 201);
        let storage = "/artifactory/api/storage/maven-local/com/acme/shop/1.0/shop-1.0.jar";
        let properties = client.get(&format!("{storage}?properties")).await.json();
        assert_eq!(properties["properties"], json!({"build.number": ["7"]}));
        assert_eq!(client.put(&shop("1.0", ".pom"), pom_of_shop("1.0")).await.status, 201);
        let listed =
            client.get(&format!("{}?list&deep=1", storage.replace("/shop-1.0.jar", ""))).await;
        assert_eq!(listed.json()["files"].as_array().expect("files").len(), 2);
    });
}
