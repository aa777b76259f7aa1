//! The files of versions in the index: which there are, in which form they are listed, and who sees them.

use serde_json::{Value, json};
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Browser, Request, run};

use super::{JSON, PYPI, content, form, get, listed, send, stage, text, texts, upload};
use crate::clients::python_packages::{metadata, sdist, wheel};
use crate::stage::Client;

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
        assert!(refused.headers.contains(&("vary".to_owned(), "accept".to_owned())));
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
