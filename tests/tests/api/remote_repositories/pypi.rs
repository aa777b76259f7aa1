//! Projects of other indexes of Python packages.

use serde_json::json;
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Request, run};

use super::mirrored;
use crate::clients::python_packages::{metadata, wheel};

const JSON: &str = "application/vnd.pypi.simple.v1+json";

/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn an_index_in_either_form_is_served_in_both_and_its_files_from_here() {
    run(async {
        let never = json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0});
        let (stage, upstream) = mirrored("pypi", never).await;
        let (name, bytes) = wheel("shop", "1.0.0", "");
        let (sha256, about) = (sha256_hex(&bytes), metadata("shop", "1.0.0", ""));
        let page = format!(
            "<!DOCTYPE html><html><body><a href=\"../files/{name}#sha256={sha256}\" \
             data-requires-python=\"&gt;=3.8\" data-core-metadata=\"sha256={}\">{name}</a>",
            sha256_hex(about.as_bytes())
        );
        let link = format!("{}/files/{name}", upstream.url());
        let listed = json!({"meta": {"api-version": "1.1"}, "name": "shop", "files": [
            {"filename": name, "url": link, "hashes": {"sha256": sha256}, "requires-python": ">=3.8",
             "core-metadata": {"sha256": sha256_hex(about.as_bytes())}},
        ]});
        upstream.has(&format!("files/{name}"), &bytes);
        upstream.has(&format!("files/{name}.metadata"), &about);
        let index = "/artifactory/api/pypi/mirror/simple/shop/";
        let address = format!("/artifactory/api/pypi/mirror/-/shop/1.0.0/{name}");
        for document in [page, listed.to_string()] {
            upstream.has("shop/", document);
            let in_json = Request::new("GET", index).header("accept", JSON);
            let in_json = stage.ann().send(in_json).await.json();
            let file = &in_json["files"][0];
            assert_eq!(file["url"], format!("../../-/shop/1.0.0/{name}"));
            assert_eq!(
                (&file["hashes"]["sha256"], &file["requires-python"]),
                (&json!(sha256), &json!(">=3.8"))
            );
            assert_eq!(in_json["versions"], json!(["1.0.0"]));
            let page = stage.ann().get(index).await;
            let page = String::from_utf8_lossy(&page.body).into_owned();
            assert!(page.contains(&format!("../../-/shop/1.0.0/{name}#sha256={sha256}")), "{page}");
            let got = stage.ann().get(&address).await;
            assert_eq!((got.status, &got.body), (200, &bytes));
            let got = stage.ann().get(&format!("{address}.metadata")).await;
            assert_eq!((got.status, got.body), (200, about.clone().into_bytes()));
        }
        let files = upstream.requested();
        assert_eq!(files.iter().filter(|path| path.contains("/files/")).count(), 2, "{files:?}");
        // Another file under the name of one that is kept is left out.
        upstream.has("shop/", listed.to_string().replace(&sha256, &sha256_hex(b"other")));
        assert_eq!(stage.ann().get(index).await.status, 404);
        assert_eq!(stage.ann().get(&address).await.body, bytes);
        for path in ["simple/none/", "-/shop/1.0.0/none.whl", "-/none/1.0.0/none.whl"] {
            let got = stage.ann().get(&format!("/artifactory/api/pypi/mirror/{path}")).await;
            assert_eq!(got.status, 404, "{path}");
        }
        stage.server.stop();
    });
}
