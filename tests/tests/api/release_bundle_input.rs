//! Hostile input for release bundles: manifests that are invalid, huge or slow, and paths that are not regular files.

use std::fs::{self, File};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use waybill_tests::{Place, Request, run, waybill};

use crate::release_bundles::{PATH, abc, artifact, import, look_up, manifest, names, output_text};
use crate::{own, signed_in};

/// covers: [CHK-01]
#[test]
fn invalid_manifests_are_explained_and_leave_nothing_behind() {
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
        // A manifest whose announced length is too large is rejected before it is received.
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
        // A manifest whose upload is interrupted.
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
fn a_slow_upload_of_a_manifest_does_not_block_others() {
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
        // A request that waited for the slow upload would see it fail.
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
fn of_two_concurrent_uploads_of_a_large_manifest_one_is_imported() {
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
        // One byte over the limit.
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
fn files_are_hashed_in_chunks_and_paths_outside_the_base_are_rejected() {
    run(async {
        let place = Place::new();
        assert!(own(&place).await.stop().success());
        let base = place.path("dist");
        fs::create_dir_all(&base).expect("a folder");
        let file = base.join("gigabyte");
        File::create(&file).and_then(|file| file.set_len(1 << 30)).expect("a sparse file");
        // The memory limit is far below the size of the file.
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
        assert!(output.status.success(), "{}", output_text(&output));
        assert!(output_text(&output).contains("1073741824 bytes"));
        let zeroes = "cd573cfaace07e7949bc0c46028904ff";
        let found = place.run(&["release-bundle", "find", zeroes, "--data", "{data}"]);
        assert_eq!(output_text(&found), "large 1  gigabyte\n");

        // Files that are larger than any disk are rejected before they are read.
        let vast = base.join("vast");
        File::create(&vast).and_then(|file| file.set_len(1 << 43)).expect("a sparse file");
        let vast = vec![vast.display().to_string(); 1 << 10];
        let vast: Vec<&str> = vast.iter().map(String::as_str).collect();
        let dist = base.display().to_string();
        let refused = import(&place, &[&["vast", "1", "--base", &dist], &vast[..]].concat());
        assert_eq!(refused.status.code(), Some(2), "{}", output_text(&refused));
        assert!(
            output_text(&refused).contains("9007199254740992 bytes"),
            "{}",
            output_text(&refused)
        );
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
            assert_eq!(refused.status.code(), Some(2), "{path}: {}", output_text(&refused));
            assert!(output_text(&refused).contains(word), "{path}: {}", output_text(&refused));
        }
        let refused =
            import(&place, &["../shop", "1", &file.display().to_string(), "--base", &dist]);
        assert_eq!(refused.status.code(), Some(2));
        fs::write(place.path("empty.json"), "").expect("a file");
        let empty = place.path("empty.json").display().to_string();
        let refused = import(&place, &["--manifest", &empty]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(output_text(&refused).contains("is not valid"), "{}", output_text(&refused));
    });
}
