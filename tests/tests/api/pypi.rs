//! What Python clients hide: forms and archives that they would not send.

mod files;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Answer, Request, run};

use crate::clients::python_packages::{metadata, wheel, wheel_of, wheel_with};
use crate::npm::peak_kib;
use crate::stage::Client;
use crate::stage::Stage;

const PYPI: &str = "/artifactory/api/pypi/python-local";
const BOUNDARY: &str = "--a boundary of 40 characters, no more--";
const JSON: &str = "application/vnd.pypi.simple.v1+json";

async fn stage() -> Stage {
    Stage::with("python-local", "pypi").await
}

/// A part of a form with a text.
fn text(name: &str, value: &str) -> Vec<u8> {
    let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
    [head.as_bytes(), value.as_bytes(), b"\r\n"].concat()
}

/// The part of a form with the file.
fn content(name: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"content\"; filename=\"{name}\"\r\nContent-Type: application/octet-stream\r\n\r\n"
    );
    [head.as_bytes(), bytes, b"\r\n"].concat()
}

/// The texts of a form about a version.
fn texts(name: &str, version: &str) -> Vec<u8> {
    [text(":action", "file_upload"), text("name", name), text("version", version)].concat()
}

/// A form of these parts.
fn form(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat(), format!("--{BOUNDARY}--\r\n").into_bytes()].concat()
}

fn media_type() -> String {
    format!("multipart/form-data; boundary=\"{BOUNDARY}\"")
}

async fn send(client: &Client<'_>, body: Vec<u8>) -> Answer {
    let request = Request::new("POST", PYPI).header("content-type", &media_type()).body(body);
    client.send(request).await
}

async fn upload(
    client: &Client<'_>,
    name: &str,
    version: &str,
    file: &(String, Vec<u8>),
) -> Answer {
    send(client, form(&[texts(name, version), content(&file.0, &file.1)])).await
}

async fn get(client: &Client<'_>, path: &str, accept: &str) -> Answer {
    client.send(Request::new("GET", path).header("accept", accept)).await
}

/// The names of the files of a project in its index.
async fn listed(client: &Client<'_>, project: &str) -> Vec<String> {
    let index = get(client, &format!("{PYPI}/simple/{project}/"), JSON).await;
    let index = if index.status == 200 { index.json() } else { Value::Null };
    let files = index["files"].as_array().cloned().unwrap_or_default();
    files.iter().map(|file| file["filename"].as_str().expect("a name").to_owned()).collect()
}

/// covers: [PYPI-03, PYPI-04]
#[test]
fn what_is_no_file_of_a_version_is_refused_and_takes_no_room() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let known = wheel("known", "1.0", "");
        assert_eq!(upload(&client, "known", "1.0", &known).await.status, 201);
        let before = client.get("/artifactory/api/repositories/python-local").await.json();
        let file = wheel("shop", "1.0", "");
        let (name, bytes) = (&file.0, &file.1);
        let own = || vec![texts("shop", "1.0"), content(name, bytes)];
        let with = |part: Vec<u8>| form(&[own().concat(), part]);
        let other = |dist_info: &[(&str, &str)]| {
            let (name, bytes) = wheel_with("shop", "1.0", dist_info);
            form(&[texts("shop", "1.0"), content(&name, &bytes)])
        };
        let renamed = |name: &str| form(&[texts("shop", "1.0"), content(name, bytes)]);
        let whole = form(&own());
        let long = "x".repeat(1_025);
        for (what, body, status) in [
            ("SHA-256", with(text("sha256_digest", &sha256_hex(b"other"))), 400),
            ("MD5", with(text("md5_digest", "d41d8cd98f00b204e9800998ecf8427e")), 400),
            ("BLAKE2b", with(text("blake2_256_digest", &sha256_hex(b"other"))), 400),
            ("another file type", with(text("filetype", "sdist")), 400),
            ("a text twice", with(text("name", "shop")), 400),
            ("a long text", with(text("filetype", &long)), 400),
            ("two files", with(content(name, bytes)), 400),
            (
                "no action",
                form(&[text("name", "shop"), text("version", "1.0"), own()[1].clone()]),
                400,
            ),
            ("another project", form(&[texts("shops", "1.0"), own()[1].clone()]), 400),
            ("another version", form(&[texts("shop", "1.1"), own()[1].clone()]), 400),
            ("no file", form(&[texts("shop", "1.0")]), 400),
            ("no name of a file", renamed("shop.whl"), 400),
            ("a path", renamed("../shop-1.0-py3-none-any.whl"), 400),
            ("a name of a file of another version", renamed("shop-1.1-py3-none-any.whl"), 400),
            (
                "another archive",
                form(&[texts("shop", "1.0"), content(name, b"no archive at all")]),
                400,
            ),
            ("a source distribution", renamed("shop-1.0.tar.gz"), 400),
            (
                "metadata of another project",
                other(&[("METADATA", &metadata("other", "1.0", ""))]),
                400,
            ),
            (
                "metadata of another version",
                other(&[("METADATA", &metadata("shop", "1.1", ""))]),
                400,
            ),
            ("no metadata", other(&[]), 400),
            (
                "two metadata",
                other(&[("METADATA", &metadata("shop", "1.0", "")), ("metadata", "")]),
                400,
            ),
            ("not whole", whole[..whole.len() - 60].to_vec(), 400),
            ("no form", b"no form".to_vec(), 400),
            ("much beside the file", with(text("description", &"x".repeat(5_000_000))), 413),
            ("many parts", with(text("x", "").repeat(5_000)), 413),
        ] {
            let refused = send(&client, body).await;
            let sentence = String::from_utf8_lossy(&refused.body).into_owned();
            assert_eq!(refused.status, status, "{what}: {sentence}");
            assert!(
                refused.json()["detail"].as_str().is_some_and(|sentence| sentence.ends_with('.'))
            );
        }
        let plain =
            Request::new("POST", PYPI).header("content-type", "text/plain").body(whole.clone());
        assert_eq!(client.send(plain).await.status, 400);
        let after = client.get("/artifactory/api/repositories/python-local").await.json();
        assert_eq!(after["usedBytes"], before["usedBytes"]);
        assert!(listed(&client, "shop").await.is_empty());
        assert_eq!(send(&client, whole).await.status, 201);
    });
}

/// covers: [PYPI-04]
#[test]
fn a_form_without_end_is_not_waited_for() {
    run(async {
        let stage = stage().await;
        for begin in [format!("--{BOUNDARY}\r\n"), String::new()] {
            let address = stage.server.address();
            let mut stream = TcpStream::connect(address).await.expect("a server");
            let head = format!(
                "POST {PYPI} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\ncontent-type: {}\r\ncontent-length: 99999999999\r\n\r\n",
                stage.ann,
                media_type(),
            );
            let body = [begin.into_bytes(), vec![b'x'; 4_000_000]].concat();
            stream.write_all(head.as_bytes()).await.expect("it is sent");
            // The server ends the connection before it has read everything.
            drop(stream.write_all(&body).await);
            let mut answer = vec![0; 12];
            stream.read_exact(&mut answer).await.expect("an answer");
            assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 400");
        }
    });
}

/// covers: [PYPI-04]
#[test]
fn a_large_file_is_uploaded_and_read_with_little_memory() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        assert_eq!(upload(&client, "shop", "1.0", &wheel("shop", "1.0", "")).await.status, 201);
        let text = metadata("shop", "2.0", "");
        let (name, bytes) = wheel_of("shop", "2.0", &vec![7; 100_000_000], &[("METADATA", &text)]);
        let before = peak_kib(stage.server.process());
        let body = form(&[content(&name, &bytes), texts("shop", "2.0")]);
        assert_eq!(send(&client, body).await.status, 201);
        let read = client.get(&format!("{PYPI}/-/shop/2.0/{name}")).await;
        assert!(read.body == bytes, "{} bytes of {}", read.body.len(), bytes.len());
        let grown = peak_kib(stage.server.process()) - before;
        assert!(grown < 24 * 1_024, "the server grew by {grown} KiB");
    });
}

/// covers: [PYPI-03]
#[test]
fn of_two_that_upload_a_file_at_once_one_succeeds() {
    run(async {
        let stage = stage().await;
        let uploads: Vec<Vec<u8>> = ["py3", "PY3", "py3"]
            .map(|tag| {
                let (name, bytes) = wheel("race", "1.0", "");
                let name = name.replace("py3", tag);
                form(&[texts("race", "1.0"), content(&name, &bytes)])
            })
            .into();
        // All of them have sent most of their form before the first one ends.
        let mut streams = Vec::new();
        for upload in &uploads {
            let address = stage.server.address();
            let mut stream = TcpStream::connect(address).await.expect("a server");
            let head = format!(
                "POST {PYPI}/ HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                stage.ann,
                media_type(),
                upload.len(),
            );
            stream.write_all(head.as_bytes()).await.expect("it is sent");
            stream.write_all(&upload[..upload.len() - 9]).await.expect("it is sent");
            streams.push(stream);
        }
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        for (stream, upload) in streams.iter_mut().zip(&uploads) {
            stream.write_all(&upload[upload.len() - 9..]).await.expect("it is sent");
        }
        let mut published = 0;
        for stream in &mut streams {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.expect("an answer");
            let is_published = answer.starts_with("HTTP/1.1 201");
            // The sentence is where twine shows it.
            let is_refused = answer.starts_with("HTTP/1.1 409 This file is published already");
            assert!(is_published || is_refused, "{answer}");
            published += usize::from(is_published);
        }
        assert_eq!(published, 1);
        assert_eq!(listed(&stage.ann(), "race").await.len(), 1);
    });
}
