//! What has no place in a repository of Maven, and uploads that do not end.

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use waybill_tests::{Request, run};

use super::{MAVEN, pom, pom_of_shop, release, shop, stage, text};
use crate::npm::peak_kib;

/// covers: [MAVEN-03]
#[test]
fn what_has_no_place_is_refused_and_takes_no_room() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        release(&client, "0.9").await;
        let used = async || {
            let repository = client.get("/artifactory/api/repositories/maven-local").await.json();
            repository["usedBytes"].clone()
        };
        let before = used().await;
        for (path, status) in [
            ("shop-1.0.jar", 400),
            ("com/acme/notes.txt", 400),
            ("shop/1.0/shop-1.0.jar", 400),
            ("com/acme/shop/1.0/shop-1.1.jar", 400),
            ("com/acme/shop/1.0/other-1.0.jar", 400),
            ("com/acme/shop/1.0/shop-1.0", 400),
            ("com.acme/shop/1.0/shop-1.0.jar", 400),
            ("com/acme/shop/$%7Bversion%7D/shop-$%7Bversion%7D.jar", 400),
            ("com/acme/shop/%2e%2e/shop-...jar", 400),
            ("com/acme/shop/..%2f1.0/shop-1.0.jar", 400),
            ("com/acme/shop/1.0%2fshop-1.0.jar/x", 400),
            ("com/acme/shop/1.0/shop-1.0.jar%00", 400),
            ("com/acme/shop/1.0%5c/shop-1.0%5c.jar", 400),
            ("com/acme/sh%C3%B6p/1.0/sh%C3%B6p-1.0.jar", 400),
            ("com/acme/shop/1-SNAPSHOT/shop-1-20260101.120000-x.jar", 400),
        ] {
            let refused = client.put(&format!("{MAVEN}/{path}"), "a jar").await;
            assert_eq!(refused.status, status, "{path}: {}", text(&refused));
        }
        let latin = |text: &str| text.chars().map(|letter| letter as u8).collect::<Vec<u8>>();
        let utf16: Vec<u8> = format!("\u{feff}{}", pom_of_shop("1.0").replace("UTF-8", "UTF-16"))
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let declared = |encoding: &str| {
            pom("com.acme", "shop", "1.0", "<name>L\u{f6}we</name>").replace("UTF-8", encoding)
        };
        let bomb = "<!DOCTYPE p [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>";
        let deep = format!("{}{}", "<a>".repeat(500), "</a>".repeat(500));
        let pom_of = |more: &str| pom("com.acme", "shop", "1.0", more).into_bytes();
        for (what, body, status) in [
            ("nothing", Vec::new(), 400),
            ("no XML", b"a pom".to_vec(), 400),
            ("half of it", pom_of("")[..120].to_vec(), 400),
            ("another root", b"<metadata/>".to_vec(), 400),
            ("another version", pom_of_shop("1.1").into_bytes(), 400),
            ("another artifact", pom("com.acme", "other", "1.0", "").into_bytes(), 400),
            ("another group", pom("com", "shop", "1.0", "").into_bytes(), 400),
            (
                "a bomb",
                format!("{bomb}{}", pom_of_shop("1.0").split_once("?>").expect("a pom").1)
                    .into_bytes(),
                400,
            ),
            ("an entity", pom_of("<name>&secret;</name>"), 400),
            ("too deep", pom_of(&deep), 400),
            ("too large", pom_of(&" ".repeat(4 * 1_024 * 1_024)), 413),
            ("another encoding", declared("EBCDIC-CP-US").into_bytes(), 400),
            ("no UTF-8", latin(&declared("UTF-8")), 400),
        ] {
            let refused = client.put(&shop("1.0", ".pom"), body).await;
            assert_eq!(refused.status, status, "{what}: {}", text(&refused));
        }
        assert_eq!(used().await, before);
        assert_eq!(client.get(&format!("{MAVEN}/com/acme/shop/1.0")).await.status, 404);
        for body in
            [latin(&declared("ISO-8859-1")), utf16, pom_of("<name>L&ouml;we &#8364;</name>")]
        {
            let answer = client.put(&shop("1.0", ".pom"), body).await;
            assert_eq!(answer.status, 201, "{}", text(&answer));
            assert_eq!(client.delete(&shop("1.0", ".pom")).await.status, 204);
        }
    });
}

/// covers: [MAVEN-03]
#[test]
fn quotas_and_patterns_are_those_of_the_repository() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let configuration = "/artifactory/api/repositories/maven-local";
        let set = async |settings: serde_json::Value| {
            let answer = client.send(Request::new("POST", configuration).json(&settings)).await;
            assert_eq!(answer.status, 200);
        };
        let described = client.get(configuration).await.json();
        assert_eq!(described["repoLayoutRef"], "maven-2-default");
        set(json!({"quotaBytes": 1_000})).await;
        assert_eq!(client.put(&shop("1.0", ".jar"), vec![0; 2_000]).await.status, 413);
        assert_eq!(client.put(&shop("1.0", ".jar"), vec![0; 500]).await.status, 201);
        assert_eq!(client.put(&shop("1.0", "-a.jar"), vec![0; 600]).await.status, 413);
        set(json!({"quotaBytes": 0, "excludesPattern": "com/secret/**,**/*-SNAPSHOT/**"})).await;
        for path in ["com/secret/a/1/a-1.jar", "com/acme/a/1-SNAPSHOT/a-1-SNAPSHOT.jar"] {
            let refused = client.put(&format!("{MAVEN}/{path}"), "a jar").await;
            assert_eq!((refused.status, refused.code().as_str()), (403, "not_included"), "{path}");
        }
    });
}

/// The beginning of an upload, as Maven sends it: it waits for a word of the server before it sends the file.
fn head(stage: &crate::stage::Stage, token: &str, path: &str, bytes: usize) -> String {
    let address = stage.server.address();
    format!(
        "PUT {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\nexpect: 100-continue\r\ncontent-length: {bytes}\r\n\r\n"
    )
}

/// covers: [MAVEN-03]
#[test]
fn a_refusal_comes_before_the_file_is_sent() {
    run(async {
        let stage = stage().await;
        assert_eq!(stage.ann().put(&shop("1.0", ".jar"), "a jar").await.status, 201);
        let (ann, bob) = (stage.ann.clone(), stage.bob.clone());
        let jar = shop("1.0", ".jar");
        for (token, path, bytes, expected) in [
            (&ann, &jar, 5, "HTTP/1.1 100 "),
            (&ann, &shop("1.1", ".jar"), 1_000_000, "HTTP/1.1 100 "),
            (&ann, &jar, 6, "HTTP/1.1 409 This file is published already"),
            (&ann, &format!("{MAVEN}/com/acme/a.jar"), 5, "HTTP/1.1 400 The path of a file is "),
            (&ann, &shop("1.1", ".pom"), 5_000_000, "HTTP/1.1 413 A pom may have at most 4 MiB"),
            (&bob, &jar, 5, "HTTP/1.1 404 "),
            (&"wrong".to_owned(), &jar, 5, "HTTP/1.1 401 "),
        ] {
            let mut stream = TcpStream::connect(stage.server.address()).await.expect("a server");
            stream
                .write_all(head(&stage, token, path, bytes).as_bytes())
                .await
                .expect("it is sent");
            let mut answer = vec![0; expected.len()];
            stream.read_exact(&mut answer).await.expect("an answer");
            assert_eq!(String::from_utf8_lossy(&answer), expected, "{path}");
        }
    });
}

/// covers: [MAVEN-03]
#[test]
fn an_upload_that_is_cut_leaves_nothing() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let jar = shop("1.0", ".jar");
        let mut stream = TcpStream::connect(stage.server.address()).await.expect("a server");
        let head = head(&stage, &stage.ann, &jar, 1_000_000);
        stream.write_all(head.as_bytes()).await.expect("it is sent");
        stream.write_all(&vec![7; 500_000]).await.expect("it is sent");
        drop(stream);
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        assert_eq!(client.get(&jar).await.status, 404);
        let usage = client.get("/artifactory/api/repositories/maven-local").await.json();
        assert_eq!((&usage["usedBytes"], &usage["filesCount"]), (&json!(0), &json!(0)));
        assert_eq!(client.put(&jar, "a jar").await.status, 201);
    });
}

/// covers: [MAVEN-03]
#[test]
fn a_large_file_is_stored_and_read_with_little_memory() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        release(&client, "1.0").await;
        let bytes = vec![7; 100_000_000];
        let before = peak_kib(stage.server.process());
        let jar = shop("1.0", ".jar");
        assert_eq!(client.put(&jar, bytes.clone()).await.status, 201);
        assert_eq!(text(&client.get(&format!("{jar}.sha512")).await).len(), 128);
        assert!(client.get(&jar).await.body == bytes);
        let grown = peak_kib(stage.server.process()) - before;
        assert!(grown < 24 * 1_024, "the server grew by {grown} KiB");
    });
}
