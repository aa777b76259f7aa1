//! Who may create, promote and delete bundles, and what others see of them.

use serde_json::json;
use waybill_tests::run;

use super::{
    CREATE, PROMOTIONS, RECORDS, STATUSES, admin, call, created, of_files, promote, with_production,
};
use crate::stage::Stage;

/// covers: [CHK-01, ROLE-01]
#[test]
fn users_see_the_files_that_they_may_read_and_change_nothing() {
    run(async {
        let stage = Stage::new().await;
        with_production(&stage).await;
        let paths = ["files/other/c.txt", "files/team/a.txt", "files/team/deep/b.txt"];
        created(&stage, of_files("1.0", &paths)).await;
        assert_eq!(promote(&stage, "1.0", json!({"environment": "PROD"})).await.status, 201);
        let promotion = format!("{PROMOTIONS}/shop/1.0");
        let (record, status) = (format!("{RECORDS}/shop/1.0"), format!("{STATUSES}/shop/1.0"));
        let one = "/ui/api/v1/release_bundles/shop/1.0";
        for (method, path, body) in [
            ("POST", CREATE, of_files("2.0", &paths)),
            ("POST", promotion.as_str(), json!({"environment": "PROD"})),
            ("DELETE", record.as_str(), json!({})),
            ("POST", one, json!({"paths": paths})),
            ("DELETE", one, json!({})),
            ("GET", "/ui/api/v1/release_bundles/environments", json!({})),
            (
                "POST",
                "/ui/api/v1/release_bundles/shop/1.0/promotions",
                json!({"environment": "PROD", "included": [], "excluded": [], "dry_run": true}),
            ),
        ] {
            let refused = call(&stage, &stage.bob, method, path, Some(body)).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (403, "not_authorized"),
                "{method} {path}"
            );
        }
        assert_eq!(call(&stage, &stage.bob, "GET", &status, None).await.status, 200);

        let about = stage.ann().get("/artifactory/api/storage/files/other/c.txt").await.json();
        let sha256 = about["checksums"]["sha256"].as_str().expect("one").to_owned();
        let lookup = format!("/distribution/api/ui/release_bundle/checksum/{sha256}");
        let shown = async |path: &str| {
            let answer = call(&stage, &stage.bob, "GET", path, None).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.json());
            answer.json()
        };
        let found = admin(&stage, "GET", &lookup, None).await.json();
        assert_eq!(found["data"].as_array().map(Vec::len), Some(1));
        assert_eq!(shown(&lookup).await["data"], json!([]));
        assert_eq!(shown(&record).await["artifacts"], json!([]));
        assert_eq!(shown(&promotion).await["promotions"][0]["repository_keys"], json!([]));

        stage.grant_bob(&["READ"]).await;
        let page = shown(&record).await;
        let files: Vec<_> = page["artifacts"].as_array().expect("a list").iter().collect();
        let paths: Vec<_> = files.iter().map(|file| file["path"].clone()).collect();
        assert_eq!(paths, ["team/a.txt", "team/deep/b.txt"]);
        // Pages are of what is shown.
        let first = shown(&format!("{one}?limit=1")).await;
        assert_eq!(first["artifacts"][0]["path"], "files/team/a.txt");
        assert_eq!(first["page_info"]["has_next_page"], true);
        let after = first["page_info"]["end_cursor"].as_str().expect("one").replace('/', "%2F");
        let second = shown(&format!("{one}?limit=1&after={after}")).await;
        assert_eq!(second["artifacts"][0]["path"], "files/team/deep/b.txt");
        assert_eq!(second["page_info"]["has_next_page"], false);
        assert_eq!(second["promotions"][0]["repositories"], json!([]));
        assert_eq!(shown(&lookup).await["data"], json!([]));
        let everything = admin(&stage, "GET", one, None).await.json();
        assert_eq!(everything["artifacts"].as_array().map(Vec::len), Some(3));
        assert_eq!(everything["promotions"][0]["repositories"], json!(["prod-a", "prod-b"]));
    });
}
