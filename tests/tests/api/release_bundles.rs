//! Release bundles and retention over HTTP and on the command line: import, list and lookup.

use std::fs;
use std::process::Output;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::licences::with_bob;
use crate::{own, shared, signed_in};

pub(crate) const PATH: &str = "release_bundles";
const LOOKUP: &str = "/distribution/api/ui/release_bundle/checksum/";
/// The checksums of the text `abc`.
pub(crate) const ABC: [(&str, &str); 3] = [
    ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("md5", "900150983cd24fb0d6963f7d28e17f72"),
];

/// An artifact whose checksums are derived from a number.
pub(crate) fn artifact(path: &str, number: u64) -> Value {
    json!({
        "path": path,
        "size": number,
        "sha256": format!("{number:064x}"),
        "sha1": format!("{number:040x}"),
        "md5": format!("{number:032x}"),
    })
}

pub(crate) fn abc(path: &str) -> Value {
    let mut abc = artifact(path, 3);
    for (kind, digits) in ABC {
        abc[kind] = json!(digits);
    }
    abc
}

pub(crate) fn manifest(name: &str, version: &str, artifacts: &[Value]) -> Value {
    json!({ "name": name, "version": version, "artifacts": artifacts })
}

pub(crate) fn import(place: &Place, arguments: &[&str]) -> Output {
    place.run(&[&["release-bundle", "import", "--data", "{data}"], arguments].concat())
}

pub(crate) fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

pub(crate) async fn look_up(browser: &mut Browser, checksum: &str) -> Answer {
    browser.get(&format!("{LOOKUP}{checksum}")).await
}

pub(crate) fn names(answer: &Answer) -> Vec<String> {
    let answer = answer.json();
    let rows = answer["data"].as_array().expect("a list");
    rows.iter().map(|row| format!("{} {}", row["name"], row["version"]).replace('"', "")).collect()
}

/// covers: [CHK-01]
#[test]
fn imported_files_are_found_by_each_of_their_checksums() {
    run(async {
        let place = Place::new();
        assert!(own(&place).await.stop().success());
        fs::create_dir_all(place.path("dist/lib")).expect("a folder");
        fs::write(place.path("dist/lib/abc.txt"), "abc").expect("a file");
        fs::write(place.path("dist/empty"), "").expect("a file");
        let base = place.path("dist").display().to_string();
        let files = [format!("{base}/lib/abc.txt"), format!("{base}/empty")];
        let arguments = ["shop", "1.0.0", &files[0], &files[1], "--base", &base];
        let imported = import(&place, &arguments);
        assert!(imported.status.success(), "{}", output_text(&imported));
        assert!(output_text(&imported).contains("shop 1.0.0: 2 files, 3 bytes, signed"));
        let again = import(&place, &arguments);
        assert_eq!(again.status.code(), Some(2));
        assert!(output_text(&again).contains("there is a release bundle shop 1.0.0 already"));
        let found = place.run(&["release-bundle", "find", ABC[2].1, "--data", "{data}"]);
        assert_eq!(output_text(&found), "shop 1.0.0  lib/abc.txt\n");
        let found = place.run(&["release-bundle", "find", &"0".repeat(32), "--data", "{data}"]);
        assert_eq!(found.status.code(), Some(1));
        let wrong = place.run(&["release-bundle", "find", "12", "--data", "{data}"]);
        assert_eq!(wrong.status.code(), Some(2));

        let server = place.start();
        let mut ann = signed_in(&server).await;
        for (kind, digits) in ABC {
            for digits in [digits.to_owned(), digits.to_uppercase()] {
                let found = look_up(&mut ann, &digits).await.json();
                assert_eq!(found["checksum_type"], kind);
                let row = &found["data"][0];
                assert_eq!((&row["name"], &row["version"]), (&json!("shop"), &json!("1.0.0")));
                assert_eq!((&row["status"], &row["signed"]), (&json!("COMPLETED"), &json!(true)));
                assert_eq!(row["created_by"], Value::Null);
                assert_eq!(row["artifacts"], json!([abc("lib/abc.txt")]));
            }
        }
        // The same call below the console's prefix.
        let below = ann.get(&format!("{}{}", &LOOKUP[1..], ABC[0].1)).await;
        assert_eq!(names(&below), ["shop 1.0.0"]);
        let one = ann.get("release_bundles/shop/1.0.0").await.json();
        assert_eq!(one["release_bundle"]["origin"], "source");
        assert_eq!(one["signature"]["holds"], true);
        assert_eq!(one["artifacts"][0]["path"], "empty");
        assert_eq!(one["artifacts"][0]["md5"], "d41d8cd98f00b204e9800998ecf8427e");
        // While the server runs, the data directory is locked, and the message says what to do.
        let refused = import(&place, &["shop", "2", &files[0], "--base", &base]);
        assert_eq!(refused.status.code(), Some(2));
        let output_text = output_text(&refused);
        assert!(
            output_text.contains("stop the server first") && output_text.contains("POST"),
            "{output_text}"
        );
    });
}

/// covers: [CHK-01]
#[test]
fn an_imported_manifest_is_shown_in_lists_lookups_and_public_calls() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let first = manifest("Shop", "1.0", &[artifact("b", 7), abc("a/abc")]);
        let taken = ann.post(PATH, first).await;
        assert_eq!(taken.status, 200, "{}", String::from_utf8_lossy(&taken.body));
        let taken = taken.json();
        assert_eq!(taken["release_bundle"]["origin"], "target");
        let person = taken["release_bundle"]["created_by"].as_str().expect("a person");
        assert_eq!(taken["names"][person], "ann");
        let second = manifest("Shop", "1.1", &[abc("abc")]);
        assert_eq!(ann.post(PATH, second.clone()).await.status, 200);
        let again = ann.post(PATH, second).await;
        assert_eq!((again.status, again.code().as_str()), (409, "bundle_exists"));

        let listed = ann.get("release_bundles?origin=target&limit=1").await.json();
        assert_eq!((&listed["total"], &listed["limit"]), (&json!(2), &json!(1)));
        assert_eq!(listed["release_bundles"][0]["version"], "1.1");
        // A bundle that is imported while a list is read does not move the rows of the next page.
        let after = listed["page_info"]["end_cursor"].as_str().expect("a cursor").to_owned();
        assert_eq!(listed["page_info"]["has_next_page"], true);
        let third = manifest("Shop", "1.2", &[artifact("c", 9)]);
        assert_eq!(ann.post(PATH, third).await.status, 200);
        let next = format!("release_bundles?origin=target&limit=1&after={after}");
        let next = ann.get(&next).await.json();
        assert_eq!(next["release_bundles"][0]["version"], "1.0");
        assert_eq!(next["page_info"]["has_next_page"], false);
        let wrong = ann.get("release_bundles?after=1.0").await;
        assert_eq!((wrong.status, wrong.code().as_str()), (400, "bad_cursor"));
        let source = ann.get("release_bundles?origin=source").await.json();
        assert_eq!(source["release_bundles"], json!([]));
        let records =
            ann.get("/lifecycle/api/v2/release_bundle/records/Shop?offset=1").await.json();
        assert_eq!(records["total"], 3);
        let record = &records["release_bundles"][1];
        assert_eq!(record["release_bundle_version"], "1.0");
        assert_eq!(
            (&record["status"], &record["created_by"]),
            (&json!("COMPLETED"), &json!("ann"))
        );
        let status = ann.get("/lifecycle/api/v2/release_bundle/statuses/Shop/1.0").await.json();
        assert_eq!(status, json!({"status": "COMPLETED", "messages": []}));
        let none = ann.get("/lifecycle/api/v2/release_bundle/statuses/Shop/9").await;
        assert_eq!((none.status, none.code().as_str()), (404, "not_found"));
        assert_eq!(ann.get("release_bundles/..%2f..%2fetc/passwd").await.status, 404);

        let both = look_up(&mut ann, ABC[0].1).await;
        assert_eq!(names(&both), ["Shop 1.1", "Shop 1.0"]);
        let one = ann.get(&format!("{LOOKUP}{}?num_of_rows=1", ABC[0].1)).await;
        assert_eq!(names(&one), ["Shop 1.1"]);
        server.kill();
        let server = place.start();
        let mut ann = signed_in(&server).await;
        let both = look_up(&mut ann, ABC[1].1).await;
        assert_eq!(names(&both), ["Shop 1.1", "Shop 1.0"]);
    });
}

/// covers: [CHK-01]
#[test]
fn an_invalid_checksum_is_explained_and_rows_are_limited() {
    run(async {
        let mut ann = signed_in(shared()).await;
        for (wrong, code) in [
            ("abc", "checksum_length"),
            (&"a".repeat(65), "checksum_length"),
            (&"g".repeat(64), "checksum_characters"),
            ("..%2F..%2Fetc%2Fpasswd", "checksum_characters"),
            ("%20", "checksum_empty"),
            (&"a".repeat(8_000), "checksum_length"),
        ] {
            let answer = look_up(&mut ann, wrong).await;
            assert_eq!((answer.status, answer.code().as_str()), (400, code), "{wrong}");
            assert_eq!(answer.json()["error"]["field"], "checksum");
        }
        for rows in ["0", "1001", "-1", "many", "1e3", "99999999999999999999"] {
            let answer = ann.get(&format!("{LOOKUP}{}?num_of_rows={rows}", ABC[0].1)).await;
            assert_eq!(answer.status, 400, "{rows}");
        }
        let unknown = look_up(&mut ann, &"0".repeat(64)).await;
        assert_eq!((unknown.status, names(&unknown)), (200, Vec::new()));
    });
}

/// covers: [CHK-01, RET-02]
#[test]
fn visitors_cannot_read_and_users_cannot_import() {
    run(async {
        let place = Place::new();
        let (server, mut bob) = with_bob(&place).await;
        let lookup = format!("{LOOKUP}{}", ABC[0].1);
        let reads = [
            PATH,
            "release_bundles/shop/1",
            &lookup,
            "/lifecycle/api/v2/release_bundle/records/shop",
        ];
        let mut visitor = Browser::visiting(&server).await;
        for path in reads {
            let answer = visitor.get(path).await;
            assert_eq!((answer.status, answer.code().as_str()), (401, "not_signed_in"), "{path}");
        }
        assert_eq!(bob.get(PATH).await.status, 200);
        assert_eq!(look_up(&mut bob, ABC[0].1).await.status, 200);
        for browser in [&mut visitor, &mut bob] {
            let refused = browser.post(PATH, manifest("shop", "1", &[abc("a")])).await;
            assert!([401, 403].contains(&refused.status));
        }
        let refused = bob.get("ui/bundle/retention/config/enable").await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_authorized"));
        let mut ann = signed_in(&server).await;
        assert_eq!(ann.get(PATH).await.json()["total"], 0);
        let foreign = Request::new("POST", PATH).header("origin", "https://evil.example");
        let refused = ann.send(foreign.json(&manifest("shop", "1", &[abc("a")]))).await;
        assert_eq!(refused.code(), "foreign_origin");
    });
}
