//! Release bundles and retention over HTTP and from the command line: taken in, looked up, and as an attacker would
//! like to have them.

use std::fs::{self, File};
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use waybill_tests::{Answer, Browser, Place, Request, run, waybill};

use crate::licences::with_bob;
use crate::{own, shared, signed_in};

const PATH: &str = "release_bundles";
const LOOKUP: &str = "/distribution/api/ui/release_bundle/checksum/";
/// The checksums of the three letters `abc`.
const ABC: [(&str, &str); 3] = [
    ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("md5", "900150983cd24fb0d6963f7d28e17f72"),
];

/// An artifact whose checksums are made of one number.
fn artifact(path: &str, number: u64) -> Value {
    json!({
        "path": path,
        "size": number,
        "sha256": format!("{number:064x}"),
        "sha1": format!("{number:040x}"),
        "md5": format!("{number:032x}"),
    })
}

fn abc(path: &str) -> Value {
    let mut abc = artifact(path, 3);
    for (kind, digits) in ABC {
        abc[kind] = json!(digits);
    }
    abc
}

fn manifest(name: &str, version: &str, artifacts: &[Value]) -> Value {
    json!({ "name": name, "version": version, "artifacts": artifacts })
}

fn import(place: &Place, arguments: &[&str]) -> Output {
    place.run(&[&["release-bundle", "import", "--data", "{data}"], arguments].concat())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

async fn look_up(browser: &mut Browser, checksum: &str) -> Answer {
    browser.get(&format!("{LOOKUP}{checksum}")).await
}

fn names(answer: &Answer) -> Vec<String> {
    let answer = answer.json();
    let rows = answer["data"].as_array().expect("a list");
    rows.iter().map(|row| format!("{} {}", row["name"], row["version"]).replace('"', "")).collect()
}

/// covers: [CHK-01]
#[test]
fn files_that_are_imported_are_found_by_each_of_their_checksums() {
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
        assert!(imported.status.success(), "{}", said(&imported));
        assert!(said(&imported).contains("shop 1.0.0: 2 files, 3 bytes, signed"));
        let again = import(&place, &arguments);
        assert_eq!(again.status.code(), Some(2));
        assert!(said(&again).contains("there is a release bundle shop 1.0.0 already"));
        let found = place.run(&["release-bundle", "find", ABC[2].1, "--data", "{data}"]);
        assert_eq!(said(&found), "shop 1.0.0  lib/abc.txt\n");
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
        // The same call below the console's own address.
        let below = ann.get(&format!("{}{}", &LOOKUP[1..], ABC[0].1)).await;
        assert_eq!(names(&below), ["shop 1.0.0"]);
        let one = ann.get("release_bundles/shop/1.0.0").await.json();
        assert_eq!(one["release_bundle"]["origin"], "source");
        assert_eq!(one["signature"]["holds"], true);
        assert_eq!(one["artifacts"][0]["path"], "empty");
        assert_eq!(one["artifacts"][0]["md5"], "d41d8cd98f00b204e9800998ecf8427e");
        // While the server runs its data is its own, and the message says what to do.
        let refused = import(&place, &["shop", "2", &files[0], "--base", &base]);
        assert_eq!(refused.status.code(), Some(2));
        let said = said(&refused);
        assert!(said.contains("stop the server first") && said.contains("POST"), "{said}");
    });
}

/// covers: [CHK-01]
#[test]
fn a_manifest_becomes_a_bundle_that_lists_lookups_and_public_calls_show() {
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
        let source = ann.get("release_bundles?origin=source").await.json();
        assert_eq!(source["release_bundles"], json!([]));
        let records =
            ann.get("/lifecycle/api/v2/release_bundle/records/Shop?offset=1").await.json();
        assert_eq!(records["total"], 2);
        let record = &records["release_bundles"][0];
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
fn a_checksum_that_is_none_is_explained_and_rows_have_bounds() {
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
fn visitors_see_nothing_and_users_take_nothing_in() {
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

/// covers: [CHK-01]
#[test]
fn bad_manifests_are_explained_and_leave_nothing_behind() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let sized = |bytes: u64| {
            let mut artifact = abc("a");
            artifact["size"] = json!(bytes);
            artifact
        };
        let mut no_digits = abc("a");
        no_digits["sha1"] = json!("xyz");
        for (manifest, code) in [
            (manifest("../shop", "1", &[abc("a")]), "bundle_name"),
            (manifest("shop", "1/2", &[abc("a")]), "bundle_version"),
            (manifest("shop", "1", &[]), "bundle_no_artifacts"),
            (manifest("shop", "1", &[abc("../../etc/passwd")]), "bundle_path"),
            (manifest("shop", "1", &[abc("/etc/passwd")]), "bundle_path"),
            (manifest("shop", "1", &[abc("a\u{0}")]), "bundle_path"),
            (manifest("shop", "1", &[abc("a\u{202e}gpj.exe")]), "bundle_path"),
            (manifest("shop", "1", &[abc(" ")]), "bundle_path"),
            (manifest("shop", "1", &[sized(1 << 53)]), "bundle_size"),
            (manifest("shop", "1", &[sized(u64::MAX), abc("b")]), "bundle_size"),
            (manifest("shop", "1", &[json!({"path": "a", "size": -1})]), "malformed_body"),
            (manifest("shop", "1", &[abc("a"), artifact("a", 1)]), "bundle_path_twice"),
            (manifest("shop", "1", &[abc("a"), abc("a!"), abc("a/b")]), "bundle_file_and_folder"),
            (manifest("shop", "1", &[no_digits]), "malformed_body"),
            (manifest("shop", "1", &[json!({"path": "a"})]), "malformed_body"),
            (json!({"name": "shop"}), "malformed_body"),
        ] {
            let refused = ann.post(PATH, manifest.clone()).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, code), "{manifest}");
        }
        let origin = ann.origin.clone();
        let raw =
            |body: &'static str| Request::new("POST", PATH).header("origin", &origin).body(body);
        for body in ["", "[]", "{", "\u{0}\u{1}"] {
            assert_eq!(ann.send(raw(body)).await.code(), "malformed_body", "{body:?}");
        }
        // One that says itself that it is too long is refused before it has come.
        let mut stream = ann.connect().await;
        let head = format!(
            "POST /ui/api/v1/{PATH} HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\ncookie: {}\r\n\
             content-length: 99999999999\r\n\r\n",
            ann.address,
            ann.cookie_header()
        );
        stream.write_all(head.as_bytes()).await.expect("written");
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 413");
        // One whose upload is cut off in its middle.
        let mut stream = ann.connect().await;
        let head = format!(
            "POST /ui/api/v1/{PATH} HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\ncookie: {}\r\n\
             content-length: 100000\r\n\r\n{{\"name\":\"shop\"",
            ann.address,
            ann.cookie_header()
        );
        stream.write_all(head.as_bytes()).await.expect("written");
        tokio::time::sleep(Duration::from_millis(100)).await;
        drop(stream);
        assert_eq!(ann.post(PATH, manifest("shop", "1", &[abc("a")])).await.status, 200);
        assert_eq!(ann.get(PATH).await.json()["total"], 1);
        let lists = fs::read_dir(place.data().join("release-bundles/lists")).expect("a folder");
        assert_eq!(lists.count(), 1);
    });
}

/// covers: [CHK-01]
#[test]
fn who_is_slow_to_send_a_manifest_keeps_nobody_else_waiting() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let slow = manifest("slow", "1", &[abc("a")]).to_string();
        let (first, rest) = slow.split_at(10);
        let head = format!(
            "POST /ui/api/v1/{PATH} HTTP/1.1\r\nhost: {}\r\norigin: {}\r\ncookie: {}\r\n\
             content-length: {}\r\n\r\n{first}",
            ann.address,
            ann.origin,
            ann.cookie_header(),
            slow.len()
        );
        let mut streams = Vec::new();
        for _ in 0..8 {
            let mut stream = ann.connect().await;
            stream.write_all(head.as_bytes()).await.expect("written");
            streams.push(stream);
        }
        // Whoever waited for a slow one to end would see it end unfinished.
        for version in ["1", "2"] {
            let taken = ann.post(PATH, manifest("quick", version, &[abc("a")])).await;
            assert_eq!(taken.status, 200);
        }
        let mut slow = streams.pop().expect("one of them");
        for byte in rest.as_bytes() {
            slow.write_all(&[*byte]).await.expect("written");
        }
        let mut answer = [0; 12];
        slow.read_exact(&mut answer).await.expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200");
        drop(streams);
        assert_eq!(ann.get(PATH).await.json()["total"], 3);
    });
}

/// covers: [CHK-01]
#[test]
fn a_hundred_thousand_artifacts_go_over_the_wire_twice_at_once_and_count_once() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let ann = signed_in(&server).await;
        let artifacts: Vec<Value> =
            (0..100_000).map(|number| artifact(&format!("dir/{number}"), number)).collect();
        let huge = manifest("huge", "1", &artifacts);
        let posts = [huge.clone(), huge].map(|huge| {
            let mut ann = ann.clone();
            tokio::spawn(async move { ann.post(PATH, huge).await.status })
        });
        let mut statuses = Vec::new();
        for post in posts {
            statuses.push(post.await.expect("it ran"));
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let mut ann = ann;
        let found = look_up(&mut ann, &format!("{:040x}", 99_999)).await;
        assert_eq!(names(&found), ["huge 1"]);
        let last = ann.get("release_bundles/huge/1?offset=99999&limit=10").await.json();
        assert_eq!(last["artifacts"].as_array().map(Vec::len), Some(1));
        // One byte more than may be sent.
        let origin = ann.origin.clone();
        let long = Request::new("POST", PATH).header("origin", &origin);
        let long = long.body(vec![b' '; 64 * 1_024 * 1_024 + 1]);
        let refused = ann.send(long).await;
        assert!([0, 413].contains(&refused.status), "{}", refused.status);
        assert_eq!(ann.get(PATH).await.json()["total"], 1);
    });
}

/// covers: [CHK-01]
#[test]
fn files_are_hashed_in_portions_and_names_that_climb_out_are_refused() {
    run(async {
        let place = Place::new();
        assert!(own(&place).await.stop().success());
        let base = place.path("dist");
        fs::create_dir_all(&base).expect("a folder");
        let file = base.join("gigabyte");
        File::create(&file).and_then(|file| file.set_len(1 << 30)).expect("a sparse file");
        // It has to do with much less memory than the file would need.
        let script = "ulimit -v 800000; exec \"$@\"";
        let output = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(waybill())
            .args(["release-bundle", "import", "large", "1"])
            .arg(&file)
            .arg("--base")
            .arg(&base)
            .arg("--data")
            .arg(place.data())
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", said(&output));
        assert!(said(&output).contains("1073741824 bytes"));
        let zeroes = "cd573cfaace07e7949bc0c46028904ff";
        let found = place.run(&["release-bundle", "find", zeroes, "--data", "{data}"]);
        assert_eq!(said(&found), "large 1  gigabyte\n");

        // As much as a disk can be said to hold is refused before anybody reads it.
        let vast = base.join("vast");
        File::create(&vast).and_then(|file| file.set_len(1 << 43)).expect("a sparse file");
        let vast = vec![vast.display().to_string(); 1 << 10];
        let vast: Vec<&str> = vast.iter().map(String::as_str).collect();
        let dist = base.display().to_string();
        let refused = import(&place, &[&["vast", "1", "--base", &dist], &vast[..]].concat());
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
        assert!(said(&refused).contains("9007199254740992 bytes"), "{}", said(&refused));
        let outside = place.path("outside");
        fs::write(&outside, "x").expect("a file");
        let climbing = format!("{dist}/../outside");
        for (path, word) in [
            (outside.display().to_string(), "does not lie below"),
            (climbing, "does not lie below"),
            (dist.clone(), "is a folder"),
            (format!("{dist}/none"), "cannot be read"),
        ] {
            let refused = import(&place, &["shop", "1", &path, "--base", &dist]);
            assert_eq!(refused.status.code(), Some(2), "{path}: {}", said(&refused));
            assert!(said(&refused).contains(word), "{path}: {}", said(&refused));
        }
        let refused =
            import(&place, &["../shop", "1", &file.display().to_string(), "--base", &dist]);
        assert_eq!(refused.status.code(), Some(2));
        fs::write(place.path("empty.json"), "").expect("a file");
        let empty = place.path("empty.json").display().to_string();
        let refused = import(&place, &["--manifest", &empty]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(said(&refused).contains("is not right"), "{}", said(&refused));
    });
}
