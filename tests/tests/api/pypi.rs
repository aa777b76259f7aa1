//! What Python clients hide: forms, archives, rights and addresses that they would not send.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Answer, Browser, Request, run};

use crate::clients::python_packages::{metadata, sdist, wheel, wheel_with};
use crate::permissions::Stage;
use crate::repositories::Client;

const PYPI: &str = "/artifactory/api/pypi/python-local";
const BOUNDARY: &str = "--a boundary of 40 characters, no more--";
const JSON: &str = "application/vnd.pypi.simple.v1+json";

async fn stage() -> Stage {
    let stage = Stage::new().await;
    let created = stage.ann().create("python-local", json!({"packageType": "pypi"})).await;
    assert_eq!(created.status, 200);
    stage
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
            ("SHA-256", with(text("sha256_digest", &sha256_hex(b"other"))), 409),
            ("MD5", with(text("md5_digest", "d41d8cd98f00b204e9800998ecf8427e")), 409),
            ("BLAKE2b", with(text("blake2_256_digest", &sha256_hex(b"other"))), 409),
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
            (
                "a head without an end",
                [format!("--{BOUNDARY}\r\n").as_bytes(), &vec![b'x'; 2_000_000]].concat(),
                400,
            ),
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

/// covers: [PYPI-01, PYPI-03]
#[test]
fn a_version_has_files_that_clients_can_tell_from_each_other() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let (first, source) = (wheel("shop", "1.0", ""), sdist("shop", "1.0.0"));
        assert_eq!(upload(&client, "shop", "1.0", &first).await.status, 201);
        // The same version, written in another way; the file before its texts, and all checksums.
        let (name, bytes) = &source;
        let sum = |name: &str, value: &str| text(name, &value.to_uppercase());
        let parts = [
            content(name, bytes),
            sum("sha256_digest", &sha256_hex(bytes)),
            text("filetype", "sdist"),
            texts("Shop", "1.0.0"),
        ];
        assert_eq!(send(&client, form(&parts)).await.status, 201);
        assert_eq!(listed(&client, "shop").await, [first.0.as_str(), name.as_str()]);
        let at = format!("/artifactory/python-local/shop/1.0/{name}");
        assert_eq!(&client.get(&at).await.body, bytes);
        for (version, file) in [("1.0", &first), ("1.0.0", &source)] {
            let again = upload(&client, "shop", version, file).await;
            assert_eq!((again.status, again.code().as_str()), (409, "package_version_exists"));
        }
        // Which of these would be installed depends on the client.
        for file in ["SHOP-1.0.0-py3-none-any.whl", "shop-1.0.tar.gz"] {
            let again = upload(&client, "shop", "1.0", &(file.to_owned(), first.1.clone())).await;
            assert_eq!(again.status, 409, "{file}");
        }
        let put = client.put("/artifactory/python-local/shop/1.0/other.whl", "x").await;
        assert_eq!((put.status, put.code().as_str()), (400, "published_only"));
        // A version ends with its last file, and what it took is given back.
        assert_eq!(client.delete(&at).await.status, 204);
        assert_eq!(listed(&client, "shop").await, [first.0.as_str()]);
        let at = format!("/artifactory/python-local/shop/1.0/{}", first.0);
        assert_eq!(client.delete(&at).await.status, 204);
        let usage = client.get("/artifactory/api/repositories/python-local").await.json();
        assert_eq!((&usage["usedBytes"], &usage["filesCount"]), (&json!(0), &json!(0)));
        assert_eq!(get(&client, &format!("{PYPI}/simple/shop/"), JSON).await.status, 404);
        assert_eq!(
            get(&client, &format!("{PYPI}/simple/"), JSON).await.json()["projects"],
            json!([])
        );
        assert_eq!(upload(&client, "shop", "1.0.0", &source).await.status, 201);
        assert_eq!(client.get(&format!("{PYPI}/-/shop/1.0.0/{name}")).await.status, 200);
    });
}

/// covers: [PYPI-01]
#[test]
fn the_index_has_the_form_that_is_accepted_at_one_address() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let file = wheel("Shop.Core", "1.0+local", "Requires-Python: >=3.8\n");
        assert_eq!(upload(&client, "shop-core", "1.0+local", &file).await.status, 201);
        for (path, to) in [
            ("/simple", "/simple/"),
            ("/simple/shop-core", "/simple/shop-core/"),
            ("/simple/Shop_.Core/", "/simple/shop-core/"),
            ("/simple/Shop.Core", "/simple/shop-core/"),
        ] {
            let moved = get(&client, &format!("{PYPI}{path}"), "*/*").await;
            let location = moved.header("location").map(str::to_owned);
            assert_eq!((moved.status, location), (301, Some(format!("{PYPI}{to}"))), "{path}");
        }
        let project = format!("{PYPI}/simple/shop-core/");
        for (accept, media_type) in [
            ("*/*", "text/html; charset=utf-8"),
            ("application/vnd.pypi.simple.v1+html", "application/vnd.pypi.simple.v1+html"),
            (JSON, JSON),
        ] {
            for path in [project.clone(), format!("{PYPI}/simple/")] {
                let index = get(&client, &path, accept).await;
                assert_eq!(index.header("content-type"), Some(media_type), "{accept}");
                let mut vary = index.headers.iter().filter(|(name, _)| name == "vary");
                assert!(vary.any(|(_, value)| value == "accept"), "{:?}", index.headers);
                let policy = index.header("content-security-policy").unwrap_or_default();
                assert!(policy.starts_with("sandbox"), "{policy}");
                let etag = index.header("etag").expect("a tag").to_owned();
                let known = Request::new("GET", &path).header("accept", accept);
                let known = client.send(known.header("if-none-match", &etag)).await;
                assert_eq!(known.status, 304);
            }
        }
        let refused = get(&client, &project, "application/json").await;
        assert_eq!((refused.status, refused.code().as_str()), (406, "not_acceptable"));
        let page = String::from_utf8(get(&client, &project, "text/html").await.body).expect("text");
        let digest =
            sha256_hex(metadata("Shop.Core", "1.0+local", "Requires-Python: >=3.8\n").as_bytes());
        for part in [
            "href=\"../../-/shop-core/1.0%2Blocal/Shop.Core-1.0%2Blocal-py3-none-any.whl#sha256=",
            "data-requires-python=\"&gt;=3.8\"",
            &format!("data-core-metadata=\"sha256={digest}\""),
            &format!("data-dist-info-metadata=\"sha256={digest}\""),
            "<meta name=\"pypi:repository-version\" content=\"1.1\">",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let at = format!("{PYPI}/-/shop-core/1.0%2Blocal/{}", file.0.replace('+', "%2B"));
        let part = client.send(Request::new("GET", &at).header("range", "bytes=2-5")).await;
        assert_eq!((part.status, &part.body[..]), (206, &file.1[2..6]));
        let head = client.send(Request::new("HEAD", &at)).await;
        assert_eq!(head.header("content-length"), Some(file.1.len().to_string().as_str()));
        assert_eq!(head.header("etag"), Some(format!("\"{}\"", sha256_hex(&file.1)).as_str()));
        for path in
            ["/-/shop-core/1.0/none.whl", "/-/shop-core/1.0/none.whl.metadata", "/simple/none/"]
        {
            assert_eq!(get(&client, &format!("{PYPI}{path}"), "*/*").await.status, 404, "{path}");
        }
        for path in ["/simple/-a/", "/simple/a%2Fb/", "/simple/a%22/", "/nothing"] {
            assert_eq!(get(&client, &format!("{PYPI}{path}"), "*/*").await.status, 404, "{path}");
        }
    });
}

/// covers: [PYPI-03]
#[test]
fn files_are_shown_and_changed_as_rights_on_their_paths_allow() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (stage.ann(), Client::new(&stage.server, &stage.bob));
        let (source, built) = (sdist("shop", "1.0"), wheel("shop", "1.0", ""));
        for file in [&source, &built] {
            assert_eq!(upload(&ann, "shop", "1.0", file).await.status, 201);
        }
        assert_eq!(upload(&ann, "secret", "1.0", &wheel("secret", "1.0", "")).await.status, 201);
        let grant = async |actions: &[&str], patterns: &[&str]| {
            let targets = json!({"python-local": {"include_patterns": patterns}});
            stage.grant(json!({"actions": {"users": {"bob": actions}}, "targets": targets})).await;
        };
        assert_eq!(upload(&bob, "shop", "1.0", &built).await.status, 404);
        grant(&["READ", "WRITE"], &["shop/**/*.tar.gz", "new/**"]).await;
        assert_eq!(listed(&bob, "shop").await, [source.0.as_str()]);
        let projects = get(&bob, &format!("{PYPI}/simple/"), JSON).await.json();
        assert_eq!(projects["projects"], json!([{"name": "shop"}]));
        let hidden = format!("{PYPI}/-/shop/1.0/{}", built.0);
        for path in [hidden.clone(), format!("{hidden}.metadata"), format!("{PYPI}/simple/secret/")]
        {
            assert_eq!(bob.get(&path).await.status, 404, "{path}");
        }
        // The version has a file that he may not write.
        let yank = |version: &str| Request::new("POST", &format!("{PYPI}/shop/{version}/yank"));
        assert_eq!(bob.send(yank("1.0")).await.status, 403);
        // Whether it is published does not show where he may not write.
        for (version, file) in [("1.0", &built), ("1.1", &wheel("shop", "1.1", ""))] {
            assert_eq!(upload(&bob, "shop", version, file).await.status, 403, "{version}");
        }
        assert_eq!(upload(&bob, "new", "1.0", &wheel("new", "1.0", "")).await.status, 201);
        grant(&["READ"], &["**"]).await;
        for (what, answer) in [
            ("yank", bob.send(yank("1.0")).await),
            ("upload", upload(&bob, "shop", "1.1", &wheel("shop", "1.1", "")).await),
        ] {
            assert_eq!((answer.status, answer.code().as_str()), (403, "not_granted"), "{what}");
        }
        let anyone = Browser::new(&stage.server).send(yank("1.0")).await;
        assert_eq!(anyone.status, 401);
        assert_eq!(anyone.header("www-authenticate"), Some("Basic realm=\"Waybill\""));
        // Patterns and the quota of the repository.
        let one = "/artifactory/api/repositories/python-local";
        let change = async |change: Value| {
            let changed = ann.send(Request::new("POST", one).json(&change)).await;
            assert_eq!(changed.status, 200);
        };
        change(json!({"excludesPattern": "**/*.whl"})).await;
        let excluded = upload(&ann, "shop", "1.1", &wheel("shop", "1.1", "")).await;
        assert_eq!((excluded.status, excluded.code().as_str()), (403, "not_included"));
        let used = ann.get(one).await.json()["usedBytes"].as_u64().expect("a number");
        change(json!({"excludesPattern": "", "quotaBytes": used + 100})).await;
        assert_eq!(upload(&ann, "shop", "1.1", &wheel("shop", "1.1", "")).await.status, 413);
        assert_eq!(ann.get(one).await.json()["usedBytes"], used);
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
