//! Sending blobs.

use tokio::io::AsyncWriteExt as _;
use waybill_tests::{Browser, Request, run};

use super::*;
use crate::npm::peak_kib;

async fn begin(client: &Client<'_>) -> String {
    let begun = client.send(Request::new("POST", &format!("{IMAGE}/blobs/uploads/"))).await;
    assert_eq!((begun.status, begun.header("range")), (202, Some("0-0")));
    begun.header("location").expect("a location").to_owned()
}

fn portion(method: &str, path: &str, range: &str, body: &[u8]) -> Request {
    Request::new(method, path).header("content-range", range).body(body)
}

/// covers: [OCI-01]
#[test]
fn a_blob_arrives_at_once_in_portions_or_by_its_name() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let whole = push(&client, IMAGE, b"whole").await;
        let read = client.get(&format!("{IMAGE}/blobs/{whole}")).await;
        assert_eq!(
            (read.body.as_slice(), read.header("docker-content-digest")),
            (&b"whole"[..], Some(&*whole))
        );
        assert_eq!(read.header("content-security-policy"), Some("sandbox; default-src 'none'"));
        let range =
            Request::new("GET", &format!("{IMAGE}/blobs/{whole}")).header("range", "bytes=1-2");
        assert_eq!(client.send(range).await.body, b"ho");
        let reversed =
            Request::new("GET", &format!("{IMAGE}/blobs/{whole}")).header("range", "bytes=2-1");
        assert_eq!(client.send(reversed).await.status, 416);

        let upload = begin(&client).await;
        let sent = client.send(portion("PATCH", &upload, "0-2", b"abc")).await;
        assert_eq!((sent.status, sent.header("range")), (202, Some("0-2")));
        for wrong in
            [portion("PATCH", &upload, "5-7", b"xyz"), portion("PATCH", &upload, "0-2", b"abc")]
        {
            let refused = client.send(wrong).await;
            assert_eq!(code(&refused), refusal(416, "BLOB_UPLOAD_INVALID"));
            assert_eq!(
                (refused.header("range"), refused.header("location")),
                (Some("0-2"), Some(&*upload))
            );
        }
        let wrong = client.send(portion("PATCH", &upload, "3-9", b"def")).await;
        assert_eq!(code(&wrong), refusal(400, "SIZE_INVALID"));
        let wrong = client.send(portion("PATCH", &upload, "bytes 3-5/6", b"def")).await;
        assert_eq!(code(&wrong), refusal(400, "BLOB_UPLOAD_INVALID"));
        let progress = client.get(&upload).await;
        assert_eq!((progress.status, progress.header("range")), (204, Some("0-2")));
        let digest = sha512(b"abcdef");
        let last = portion("PUT", &format!("{upload}?digest={digest}"), "3-5", b"def");
        let stored = client.send(last).await;
        assert_eq!(stored.status, 201, "{}", stored.code());
        assert_eq!(
            client.get(stored.header("location").expect("a location")).await.body,
            b"abcdef"
        );
        assert_eq!(code(&client.get(&upload).await), refusal(404, "BLOB_UPLOAD_UNKNOWN"));

        let cancelled = begin(&client).await;
        assert_eq!(client.delete(&cancelled).await.status, 204);
        assert_eq!(client.get(&cancelled).await.status, 404);

        for (query, from) in [
            ("&from=docker-local/acme/shop", &whole),
            ("", &whole),
            ("&from=docker-local/acme/shop", &digest),
        ] {
            let other = "/v2/docker-local/other";
            let path = format!("{other}/blobs/uploads/?mount={from}{query}");
            let mounted = client.send(Request::new("POST", &path)).await;
            assert_eq!(mounted.status, 201, "{path}");
            assert_eq!(client.get(&format!("{other}/blobs/{from}")).await.status, 200);
            assert_eq!(client.delete(&format!("{other}/blobs/{from}")).await.status, 202);
            assert_eq!(
                code(&client.get(&format!("{other}/blobs/{from}")).await),
                refusal(404, "BLOB_UNKNOWN")
            );
        }
        // What is nowhere is sent.
        let missing = sha256(b"missing");
        let path = format!("{IMAGE}/blobs/uploads/?mount={missing}&from=docker-local/nothing");
        assert_eq!(client.send(Request::new("POST", &path)).await.status, 202);
    });
}

/// covers: [OCI-02]
#[test]
fn what_arrives_with_another_digest_is_not_stored() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let before = used(&client).await;
        for digest in [sha256(b"other"), sha512(b"other")] {
            let path = format!("{IMAGE}/blobs/uploads/?digest={digest}");
            let refused = client.send(Request::new("POST", &path).body("sent")).await;
            assert_eq!(code(&refused), refusal(400, "DIGEST_INVALID"));
            let upload = begin(&client).await;
            client.send(Request::new("PATCH", &upload).body("sent")).await;
            let refused =
                client.send(Request::new("PUT", &format!("{upload}?digest={digest}"))).await;
            assert_eq!(code(&refused), refusal(400, "DIGEST_INVALID"));
        }
        for digest in ["", "sha256:baddigeststring", "md5:d41d8cd98f00b204e9800998ecf8427e"] {
            let upload = begin(&client).await;
            let refused =
                client.send(Request::new("PUT", &format!("{upload}?digest={digest}"))).await;
            assert_eq!(code(&refused), refusal(400, "DIGEST_INVALID"), "{digest}");
            let read = client.get(&format!("{IMAGE}/blobs/{digest}")).await;
            assert!(matches!(read.status, 400 | 404), "{digest}: {}", read.status);
        }
        assert_eq!(used(&client).await, before);
    });
}

/// covers: [OCI-02]
#[test]
fn an_interrupted_upload_goes_on_where_it_ended() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let upload = begin(&client).await;
        let mut socket =
            tokio::net::TcpStream::connect(stage.server.address()).await.expect("a connection");
        let head = format!(
            "PATCH {upload} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-length: 10\r\n\r\nabc",
            stage.server.address(),
            stage.ann
        );
        socket.write_all(head.as_bytes()).await.expect("sent");
        // While one request sends, others wait.
        while client.get(&upload).await.status != 409 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let busy = client.send(Request::new("PATCH", &upload).body("x")).await;
        assert_eq!(code(&busy), refusal(409, "BLOB_UPLOAD_INVALID"));
        drop(socket);
        let progress = loop {
            let progress = client.get(&upload).await;
            if progress.status == 204 {
                break progress;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        assert_eq!(progress.header("range"), Some("0-2"));
        let digest = sha256(b"abcdefghij");
        let rest = Request::new("PUT", &format!("{upload}?digest={digest}")).body("defghij");
        let stored = client.send(rest).await;
        assert_eq!(stored.status, 201, "{}", stored.code());
    });
}

/// covers: [OCI-02]
#[test]
fn uploads_of_a_user_have_a_budget_and_belong_to_the_user() {
    run(async {
        let stage = stage().await;
        stage
            .grant(json!({
                "actions": {"users": {"bob": ["READ", "WRITE"]}},
                "targets": {"docker-local": {"include_patterns": ["**"]}},
            }))
            .await;
        let (ann, bob) = (stage.ann(), Client::new(&stage.server, &stage.bob));
        let mut uploads = Vec::new();
        for _ in 0..100 {
            uploads.push(begin(&bob).await);
        }
        let path = format!("{IMAGE}/blobs/uploads/");
        let refused = bob.send(Request::new("POST", &path)).await;
        assert_eq!(code(&refused), refusal(429, "TOOMANYREQUESTS"));
        // Others are not kept from sending, and do not see what he sends.
        begin(&ann).await;
        assert_eq!(code(&ann.get(&uploads[0]).await), refusal(404, "BLOB_UPLOAD_UNKNOWN"));
        let elsewhere = uploads[0].replace("acme/shop", "other");
        assert_eq!(code(&bob.get(&elsewhere).await), refusal(404, "BLOB_UPLOAD_UNKNOWN"));
        assert_eq!(bob.delete(&uploads[0]).await.status, 204);
        begin(&bob).await;
        let anyone = Browser::new(&stage.server).send(Request::new("POST", &path)).await;
        assert_eq!(code(&anyone), refusal(401, "UNAUTHORIZED"));
    });
}

/// covers: [OCI-02]
#[test]
fn a_quota_counts_what_arrives_in_portions() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let path = "/artifactory/api/repositories/docker-local";
        let quota = json!({"quotaBytes": 1_000});
        assert_eq!(client.send(Request::new("POST", path).json(&quota)).await.status, 200);
        let upload = begin(&client).await;
        let portion = vec![7; 600];
        assert_eq!(
            client.send(Request::new("PATCH", &upload).body(portion.clone())).await.status,
            202
        );
        let refused = client.send(Request::new("PATCH", &upload).body(portion.clone())).await;
        assert_eq!(code(&refused), refusal(413, "SIZE_INVALID"));
        // What has arrived before is kept, and can still be completed.
        let digest = sha256(&portion);
        let stored = client.send(Request::new("PUT", &format!("{upload}?digest={digest}"))).await;
        assert_eq!(stored.status, 201);
        assert_eq!(used(&client).await.1, 600);
        // What was announced and did not arrive keeps no room.
        let upload = begin(&client).await;
        let mut socket =
            tokio::net::TcpStream::connect(stage.server.address()).await.expect("a connection");
        let head = format!(
            "PATCH {upload} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-length: 400\r\n\r\nabc",
            stage.server.address(),
            stage.ann
        );
        socket.write_all(head.as_bytes()).await.expect("sent");
        while client.get(&upload).await.status != 409 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        drop(socket);
        while client.get(&upload).await.status != 204 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let digest = sha256(&[8; 390]);
        let path = format!("{IMAGE}/blobs/uploads/?digest={digest}");
        let pushed = client.send(Request::new("POST", &path).body([8; 390])).await;
        assert_eq!(pushed.status, 201, "{}", pushed.code());
        // A quota that is set while an upload goes on holds for it.
        let quota = json!({"quotaBytes": 991});
        let settings = "/artifactory/api/repositories/docker-local";
        assert_eq!(client.send(Request::new("POST", settings).json(&quota)).await.status, 200);
        let refused = client.send(Request::new("PATCH", &upload).body("more")).await;
        assert_eq!(code(&refused), refusal(413, "SIZE_INVALID"));
    });
}

/// covers: [OCI-02]
#[test]
fn a_large_blob_is_sent_and_read_with_little_memory() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        push(&client, IMAGE, b"small").await;
        let content = vec![7; 100_000_000];
        let digest = sha256(&content);
        let before = peak_kib(stage.server.process());
        let upload = begin(&client).await;
        let sent = client.send(Request::new("PATCH", &upload).body(content.clone())).await;
        assert_eq!(sent.status, 202);
        let stored = client.send(Request::new("PUT", &format!("{upload}?digest={digest}"))).await;
        assert_eq!(stored.status, 201);
        let read = client.get(&format!("{IMAGE}/blobs/{digest}")).await;
        assert!(read.body == content, "{} bytes", read.body.len());
        let grown = peak_kib(stage.server.process()) - before;
        assert!(grown < 24 * 1_024, "the server grew by {grown} KiB");
    });
}
