//! Who may pull and push, and how clients authenticate.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use waybill_tests::{Browser, Request, run};

use super::*;

fn grant(actions: &[&str], pattern: &str) -> Value {
    json!({
        "actions": {"users": {"bob": actions}},
        "targets": {"docker-local": {"include_patterns": [pattern]}},
    })
}

async fn ask(stage: &Stage, path: &str, authorization: Option<&str>) -> Answer {
    let request = Request::new("GET", path);
    let request = match authorization {
        Some(authorization) => request.header("authorization", authorization),
        None => request,
    };
    Browser::new(&stage.server).send(request).await
}

/// covers: [OCI-03]
#[test]
fn clients_exchange_their_credentials_for_a_token() {
    run(async {
        let stage = stage().await;
        push_image(&stage.ann(), "1.0", b"layer").await;
        let asked = ask(&stage, "/v2/", None).await;
        assert_eq!(code(&asked), refusal(401, "UNAUTHORIZED"));
        let challenge = asked.header("www-authenticate").expect("a challenge").to_owned();
        let realm = format!(
            "Bearer realm=\"http://{}/v2/token\",service=\"Waybill\"",
            stage.server.address()
        );
        assert_eq!(challenge, realm);
        let basic = |token: &str| format!("Basic {}", STANDARD.encode(format!("bob:{token}")));
        let token =
            ask(&stage, "/v2/token?service=Waybill&scope=x", Some(&basic(&stage.ann))).await;
        assert_eq!(token.header("cache-control"), Some("no-store"));
        let token = token.json()["token"].as_str().expect("a token").to_owned();
        let bearer = format!("Bearer {token}");
        assert_eq!(ask(&stage, "/v2/", Some(&bearer)).await.status, 200);
        assert_eq!(ask(&stage, &format!("{IMAGE}/manifests/1.0"), Some(&bearer)).await.status, 200);
        assert_eq!(ask(&stage, "/v2/", Some(&basic(&stage.ann))).await.status, 200);
        let wrong = basic(&stage.ann.replace(|digit: char| digit.is_ascii_digit(), "a"));
        assert_eq!(
            code(&ask(&stage, "/v2/token", Some(&wrong)).await),
            refusal(401, "UNAUTHORIZED")
        );
        // Without credentials there is no token where nothing is for everyone.
        assert_eq!(ask(&stage, "/v2/token", None).await.status, 401);
        assert_eq!(ask(&stage, "/v2/", Some("Bearer anonymous")).await.status, 401);
        stage
            .grant(json!({
                "actions": {"users": {"anonymous": ["READ"]}},
                "targets": {"docker-local": {"include_patterns": ["**"]}},
            }))
            .await;
        // A client that was not asked at first would never send what it has.
        assert_eq!(ask(&stage, "/v2/", None).await.status, 401);
        let token = ask(&stage, "/v2/token", None).await.json()["token"].clone();
        let bearer = format!("Bearer {}", token.as_str().expect("a token"));
        assert_eq!(ask(&stage, "/v2/", Some(&bearer)).await.status, 200);
        for authorization in [None, Some(bearer.as_str())] {
            let read = ask(&stage, &format!("{IMAGE}/manifests/1.0"), authorization).await;
            assert_eq!(
                (read.status, read.header("cache-control")),
                (200, Some("private, no-cache"))
            );
        }
        // It is no token anywhere else.
        assert_eq!(ask(&stage, "/artifactory/files/team/a.txt", Some(&bearer)).await.status, 401);
    });
}

/// covers: [OCI-03]
#[test]
fn images_are_seen_and_changed_as_rights_on_their_folders_allow() {
    run(async {
        let stage = stage().await;
        let digest = push_image(&stage.ann(), "1.0", b"layer").await;
        let bob = Client::new(&stage.server, &stage.bob);
        let blob = sha256(b"layer");
        let everything = [
            format!("{IMAGE}/manifests/1.0"),
            format!("{IMAGE}/manifests/{digest}"),
            format!("{IMAGE}/blobs/{blob}"),
            format!("{IMAGE}/tags/list"),
            format!("{IMAGE}/referrers/{digest}"),
        ];
        for pattern in [None, Some("other/**")] {
            if let Some(pattern) = pattern {
                stage.grant(grant(&["READ", "WRITE"], pattern)).await;
            }
            for path in &everything {
                assert_eq!(code(&bob.get(path).await), refusal(404, "NAME_UNKNOWN"), "{path}");
            }
        }
        // He may push to another image, and a digest gives him nothing of this one.
        for query in [format!("mount={blob}&from=docker-local/acme/shop"), format!("mount={blob}")]
        {
            let path = format!("/v2/docker-local/other/blobs/uploads/?{query}");
            assert_eq!(bob.send(Request::new("POST", &path)).await.status, 202);
        }
        stage.grant(grant(&["READ"], "acme/**")).await;
        for path in &everything {
            assert_eq!(bob.get(path).await.status, 200, "{path}");
        }
        let upload = format!("{IMAGE}/blobs/uploads/");
        assert_eq!(code(&bob.send(Request::new("POST", &upload)).await), refusal(403, "DENIED"));
        let manifest = manifest_of(b"layer");
        assert_eq!(code(&put_manifest(&bob, "2.0", &manifest).await), refusal(403, "DENIED"));
        assert_eq!(code(&bob.delete(&everything[0]).await), refusal(403, "DENIED"));
        // Who may not delete, may not have a tag name something else.
        stage.grant(grant(&["READ", "WRITE"], "acme/**")).await;
        push(&bob, IMAGE, b"new layer").await;
        let refused = put_manifest(&bob, "1.0", &manifest_of(b"new layer")).await;
        assert_eq!(code(&refused), refusal(403, "DENIED"));
        let read = stage.ann().get(&everything[0]).await;
        assert_eq!(read.header("docker-content-digest"), Some(&*digest));
        assert_eq!(put_manifest(&bob, "2.0", &manifest_of(b"new layer")).await.status, 201);
        assert_eq!(put_manifest(&bob, "1.0", &manifest).await.status, 201);
        stage.grant(grant(&["READ", "WRITE", "DELETE"], "acme/**")).await;
        assert_eq!(put_manifest(&bob, "1.0", &manifest_of(b"new layer")).await.status, 201);
        assert_eq!(bob.delete(&everything[1]).await.status, 202);
    });
}

/// covers: [OCI-03]
#[test]
fn a_tag_of_others_is_not_moved_by_pushing_at_the_same_time() {
    run(async {
        let stage = stage().await;
        stage.grant(grant(&["READ", "WRITE"], "acme/**")).await;
        let (ann, bob) = (stage.ann(), Client::new(&stage.server, &stage.bob));
        push_image(&ann, "of-ann", b"one").await;
        push_image(&ann, "of-bob", b"two").await;
        for round in 0..10 {
            let tag = format!("t{round}");
            let (one, two) = (manifest_of(b"one"), manifest_of(b"two"));
            let pushes = (put_manifest(&ann, &tag, &one), put_manifest(&bob, &tag, &two));
            let (by_ann, by_bob) = futures_util::future::join(pushes.0, pushes.1).await;
            assert_eq!(by_ann.status, 201);
            let named = ann.get(&format!("{IMAGE}/manifests/{tag}")).await;
            // If he was first, she has replaced what he pushed; otherwise he has replaced nothing.
            assert_eq!(named.body, one.to_string().into_bytes(), "{}", by_bob.status);
        }
    });
}

/// covers: [OCI-03]
#[test]
fn a_right_that_ends_while_a_manifest_is_sent_moves_no_tag() {
    run(async {
        let stage = stage().await;
        let digest = push_image(&stage.ann(), "1.0", b"layer").await;
        push(&stage.ann(), IMAGE, b"new layer").await;
        stage.grant(grant(&["READ", "WRITE", "DELETE"], "acme/**")).await;
        let manifest = manifest_of(b"new layer").to_string();
        let address = stage.server.address();
        let mut socket = TcpStream::connect(address).await.expect("a connection");
        let head = format!(
            "PUT {IMAGE}/manifests/1.0 HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\ncontent-type: {MANIFEST}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{}",
            stage.bob,
            manifest.len(),
            &manifest[..10]
        );
        socket.write_all(head.as_bytes()).await.expect("sent");
        tokio::time::sleep(Duration::from_millis(200)).await;
        stage.grant(grant(&["READ", "WRITE"], "acme/**")).await;
        socket.write_all(&manifest.as_bytes()[10..]).await.expect("sent");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
        let named = stage.ann().get(&format!("{IMAGE}/manifests/1.0")).await;
        assert_eq!(named.header("docker-content-digest"), Some(&*digest));
    });
}

/// covers: [OCI-01, OCI-03]
#[test]
fn a_manifest_that_was_just_read_follows_tags_and_rights() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (stage.ann(), Client::new(&stage.server, &stage.bob));
        let one = push_image(&ann, "1.0", b"one").await;
        let two = push_image(&ann, "2.0", b"two").await;
        let (tag, digest) = (format!("{IMAGE}/manifests/1.0"), format!("{IMAGE}/manifests/{one}"));
        let named = async |path: &str| {
            let read = ann.get(path).await;
            (read.status, read.header("docker-content-digest").map(str::to_owned))
        };
        for path in [&tag, &digest, &tag, &digest] {
            assert_eq!(named(path).await, (200, Some(one.clone())));
            assert_eq!(code(&bob.get(path).await), refusal(404, "NAME_UNKNOWN"));
        }
        stage.grant(grant(&["READ"], "acme/**")).await;
        assert_eq!((bob.get(&tag).await.status, bob.get(&digest).await.status), (200, 200));
        stage.grant(grant(&["READ"], "other/**")).await;
        for path in [&tag, &digest] {
            assert_eq!(code(&bob.get(path).await), refusal(404, "NAME_UNKNOWN"));
        }
        for (layer, digest) in [(&b"two"[..], &two), (b"one", &one), (b"two", &two)] {
            assert_eq!(put_manifest(&ann, "1.0", &manifest_of(layer)).await.status, 201);
            assert_eq!(named(&tag).await, (200, Some(digest.clone())));
        }
        assert_eq!(named(&digest).await, (200, Some(one)));
        assert_eq!(ann.delete(&digest).await.status, 202);
        assert_eq!(named(&digest).await.0, 404);
        assert_eq!(ann.delete(&tag).await.status, 202);
        assert_eq!(
            (named(&tag).await.0, named(&format!("{IMAGE}/manifests/2.0")).await.0),
            (404, 200)
        );
    });
}
