//! Security advisories: importing them, and what they say of packages.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use waybill_tests::{Place, Request, run};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::stage::Stage;

/// A document of OSV about the versions of a package of npm before `fixed`.
pub(crate) fn advisory(id: &str, package: &str, fixed: &str, more: Value) -> Value {
    let mut document = json!({
        "schema_version": "1.6.0", "id": id, "modified": "2026-01-02T00:00:00Z",
        "summary": format!("{package} runs what it should not"),
        "affected": [{
            "package": {"ecosystem": "npm", "name": package},
            "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": fixed}]}],
        }],
    });
    let fields = more.as_object().expect("an object").clone();
    document.as_object_mut().expect("an object").extend(fields);
    document
}

/// A zip archive of these files.
pub(crate) fn archive(files: &[(&str, String)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(text.as_bytes()).expect("an entry");
    }
    zip.finish().expect("an archive").into_inner()
}

fn written(place: &Place, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = place.path(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, bytes).expect("a file");
    path.display().to_string()
}

/// Runs a command that prints JSON; its exit code, and what it printed.
fn asked(place: &Place, arguments: &[&str]) -> (Option<i32>, Value) {
    let all = [&["advisories"], arguments, &["--json", "--data", "{data}"]].concat();
    let output = place.run(&all);
    let json = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), json)
}

fn ids(place: &Place, arguments: &[&str]) -> Vec<String> {
    let (code, rows) = asked(place, &[&["list"], arguments].concat());
    assert_eq!(code, Some(0), "{rows}");
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|row| row["advisory"]["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn advisories_are_imported_with_and_without_a_server_and_the_newest_counts() {
    run(async {
        let stage = Stage::new().await;
        let place = &stage.place;
        let one = advisory("GHSA-1", "till", "1.2.0", json!({"aliases": ["CVE-2026-1"]}));
        written(place, "osv/deep/one.json", one.to_string());
        written(place, "osv/broken.json", "{\"id\": ");
        written(place, "osv/notes.txt", "no advisory");
        let other = json!({"ecosystem": "Debian:12", "name": "till"});
        let foreign = advisory("DSA-1", "till", "1", json!({"affected": [{"package": other}]}));
        let zip = archive(&[("DSA-1.json", foreign.to_string()), ("x.txt", String::new())]);
        let zip = written(place, "all.zip", zip);
        let folder = place.path("osv").display().to_string();

        let (code, rehearsed) = asked(place, &["import", "--dry-run", &folder, &zip]);
        assert_eq!((code, &rehearsed["counts"]["added"]), (Some(1), &json!(1)), "{rehearsed}");
        assert_eq!(asked(place, &["status"]).1["advisories"], 0);

        // The running server takes it up at once.
        let (code, imported) = asked(place, &["import", &folder, &zip]);
        assert_eq!(code, Some(1), "{imported}");
        let counts = &imported["counts"];
        assert_eq!(
            (&counts["added"], &counts["unrelated"], &counts["skipped"]),
            (&json!(1), &json!(1), &json!(1))
        );
        let report = &imported["report"];
        assert!(
            report["unread_files"][0]["file"]
                .as_str()
                .is_some_and(|file| file.ends_with("broken.json"))
        );
        assert_eq!(report["ecosystems"], json!({"Debian": 1}));
        assert_eq!(ids(place, &["npm://till", "1.1.9"]), ["GHSA-1"]);
        assert_eq!(ids(place, &["npm://till", "1.2.0"]), [""; 0]);
        let status = stage.bearer("GET", "advisories", None).await.json();
        assert_eq!((&status["advisories"], &status["types"]["npm"]), (&json!(1), &json!(1)));
        assert!(status["last"]["at"].is_string(), "{status}");

        // An older document changes nothing, a newer one replaces, and a withdrawn one cannot come back.
        let old = advisory("GHSA-1", "till", "9.0.0", json!({"modified": "2025-01-01T00:00:00Z"}));
        let (_, imported) = asked(place, &["import", &written(place, "old.json", old.to_string())]);
        assert_eq!(imported["counts"]["unchanged"], 1, "{imported}");
        assert!(stage.server.stop().success());
        let place = stage.place;
        let withdrawn =
            json!({"modified": "2026-02-01T00:00:00Z", "withdrawn": "2026-02-01T00:00:00Z"});
        let withdrawn = advisory("GHSA-1", "till", "1.2.0", withdrawn);
        let withdrawn = written(&place, "withdrawn.json", withdrawn.to_string());
        let (code, imported) = asked(&place, &["import", &withdrawn]);
        assert_eq!((code, &imported["counts"]["withdrawn"]), (Some(0), &json!(1)), "{imported}");
        assert_eq!(ids(&place, &["npm://till"]), [""; 0]);
        let one = place.path("osv/deep/one.json").display().to_string();
        assert_eq!(asked(&place, &["import", &one]).1["counts"]["unchanged"], 1);
        let nothing = place.run(&[
            "advisories",
            "import",
            &written(&place, "x.json", "{}"),
            "--data",
            "{data}",
        ]);
        assert_eq!(nothing.status.code(), Some(2));
        let checked = place.run(&["fsck", "--data", "{data}"]);
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
        let replayed =
            place.run(&["audit", "replay", "advisories", "--platform", "--data", "{data}"]);
        assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
        damage(&place.data().join("advisories"));
        let server = place.start();
        assert!(server.stop().success());
        let status = asked(&place, &["status"]).1;
        assert_eq!((&status["is_lost"], &status["advisories"]), (&json!(true), &json!(0)));
    });
}

/// Changes a byte of the only file of a folder.
fn damage(folder: &Path) {
    let files: Vec<_> = fs::read_dir(folder).expect("a folder").filter_map(Result::ok).collect();
    let [file] = files.as_slice() else { panic!("{files:?}") };
    let mut bytes = fs::read(file.path()).expect("the advisories");
    bytes[1] ^= 1;
    fs::write(file.path(), bytes).expect("the advisories");
}

#[test]
fn administrators_import_over_http_and_others_may_not() {
    run(async {
        let stage = Stage::new().await;
        let path = "advisories/import";
        let bearer = |token: &str| format!("Bearer {token}");
        let request = |token: &str, path: &str, bytes: Vec<u8>| {
            Request::new("POST", path)
                .header("authorization", &bearer(token))
                .header("content-type", "application/octet-stream")
                .body(bytes)
        };
        let one = advisory("GHSA-2", "till", "2.0.0", json!({})).to_string();
        let zip = archive(&[("GHSA-2.json", one.clone()), ("broken.json", "{".to_owned())]);
        let refused = stage.anyone(request(&stage.bob, path, zip.clone())).await;
        assert_eq!(refused.status, 403);
        let counted =
            stage.anyone(request(&stage.ann, "advisories/import?dry_run=true", one.into())).await;
        assert_eq!(counted.json()["counts"]["added"], 1, "{}", counted.json());
        let imported = stage.anyone(request(&stage.ann, path, zip)).await.json();
        assert_eq!(
            (&imported["counts"]["added"], &imported["counts"]["skipped"]),
            (&json!(1), &json!(1)),
            "{imported}"
        );
        let nothing = stage.anyone(request(&stage.ann, path, b"no advisory".to_vec())).await;
        assert_eq!((nothing.status, nothing.code().as_str()), (400, "no_advisories"));
        let stage = stage.restarted();
        let status = stage.bearer("GET", "advisories", None).await.json();
        assert_eq!((&status["advisories"], &status["last"]["by"]), (&json!(1), &json!("ann")));
        let acts = stage.place.run(&["audit", "show", "advisories", "--json", "--data", "{data}"]);
        assert!(String::from_utf8_lossy(&acts.stdout).contains("\"skipped\":1"));
    });
}
