//! Downloads: the lines of the access log, and the records with their counts.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use waybill_tests::{Place, Request, run};

use crate::docker;
use crate::npm;
use crate::signed_in;
use crate::stage::Stage;

const TRACE: &str = "00000000000000aa";

fn log(place: &Place) -> PathBuf {
    place.data().join("log/artifactory/artifactory-access.log")
}

/// The lines of downloads: the head of each, and its JSON.
fn lines(place: &Place) -> Vec<(String, Value)> {
    let text = fs::read_to_string(log(place)).unwrap_or_default();
    let of_line = |line: &str| {
        let (head, json) = line.split_once("] {")?;
        let kind = head.rsplit_once("[ACCEPTED ")?.1;
        let is_ours = kind == "DOWNLOAD" || kind == "FILL";
        let json = serde_json::from_str(&format!("{{{json}")).expect("JSON");
        is_ours.then(|| (head.to_owned(), json))
    };
    text.lines().filter_map(of_line).collect()
}

/// Waits until there are so many lines: they are written after the responses.
pub(crate) async fn lines_until(place: &Place, count: usize) -> Vec<(String, Value)> {
    let since = Instant::now();
    loop {
        let lines = lines(place);
        if lines.len() >= count {
            assert_eq!(lines.len(), count, "{lines:#?}");
            return lines;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "{lines:#?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub(crate) fn outcome_of((head, json): &(String, Value)) -> String {
    let kind = head.rsplit(' ').next().unwrap_or_default();
    let text = |name: &str| json[name].as_str().unwrap_or_default().to_owned();
    format!("{kind} {} {} {} {}", text("repository"), text("path"), json["bytes"], text("outcome"))
}

/// `waybill audit verify`: whether it holds, and what it says of downloads.
pub(crate) fn verified(place: &Place) -> (bool, Value) {
    let output = place.run(&["audit", "verify", "--json", "--data", "{data}"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.success(), report["holds"] == true, "{report}");
    (output.status.success(), report["downloads"].clone())
}

/// The events of the streams of downloads, by stream.
pub(crate) fn events(place: &Place, stream: &str) -> Vec<Value> {
    let shown = place.run(&["audit", "show", stream, "--json", "--data", "{data}"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    shown.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

/// covers: [DOWN-01, DOWN-02]
#[test]
fn each_download_is_one_line_and_records_have_their_counts_and_digests() {
    run(async {
        let stage = Stage::with("docker-local", "docker").await;
        let path = "/artifactory/files/team/a.txt";
        let ann = stage.ann();
        let traced =
            Request::new("GET", &format!("{path}?secret=planted")).header("x-trace-id", TRACE);
        assert_eq!(ann.send(traced).await.status, 200);
        // Neither is a download.
        assert_eq!(ann.send(Request::new("HEAD", path)).await.status, 200);
        let tag = ann.get(path).await.header("etag").expect("a tag").to_owned();
        let known = Request::new("GET", path).header("if-none-match", &tag);
        assert_eq!(ann.send(known).await.status, 304);
        assert_eq!(ann.get("/artifactory/files/team/none.txt").await.status, 404);
        let range = |range: &str| Request::new("GET", path).header("range", range);
        assert_eq!(ann.send(range("bytes=2-3")).await.status, 206);
        assert_eq!(ann.send(range("bytes=4-")).await.status, 206);
        assert_eq!(ann.send(range("bytes=90-")).await.status, 416);
        // By a ticket of the console.
        let mut browser = signed_in(&stage.server).await;
        let place = json!({"repository": "files", "path": "team/a.txt"});
        let ticket = browser.post("tree/downloads", place).await.json();
        let ticket = ticket["path"].as_str().expect("a path").to_owned();
        assert_eq!(stage.anyone(Request::new("GET", &ticket)).await.status, 200);
        // An image: its manifest, its layer.
        let digest = docker::push_image(&ann, "one", b"a layer").await;
        assert_eq!(ann.get(&format!("{}/manifests/one", docker::IMAGE)).await.status, 200);
        let layer = format!("{}/blobs/{}", docker::IMAGE, docker::sha256(b"a layer"));
        assert_eq!(ann.get(&layer).await.status, 200);
        // A version of a package.
        let create = ann.create("npm-local", json!({"packageType": "npm"})).await;
        assert_eq!(create.status, 200);
        let file = npm::tarball("shop", "1.0.0");
        let body = npm::document("shop", "1.0.0", &file).to_string();
        assert!(ann.put("/artifactory/api/npm/npm-local/shop", body).await.status < 300);
        let tarball = "/artifactory/api/npm/npm-local/shop/-/shop-1.0.0.tgz";
        assert_eq!(ann.get(tarball).await.body, file);
        // A client that goes: what the sockets hold is sent all the same.
        let large = vec![7; 64 << 20];
        assert_eq!(ann.put("/artifactory/files/large", large).await.status, 201);
        let mut client =
            tokio::net::TcpStream::connect(stage.server.address()).await.expect("it connects");
        let head = format!(
            "GET /artifactory/files/large HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\n\r\n",
            ann.credentials
        );
        client.write_all(head.as_bytes()).await.expect("it is sent");
        client.read_exact(&mut [0; 1_000]).await.expect("it arrives");
        drop(client);

        let found = lines_until(&stage.place, 9).await;
        let mut outcomes: Vec<String> = found.iter().map(outcome_of).collect();
        let cut = outcomes.pop().expect("a line");
        assert!(cut.starts_with("DOWNLOAD files large ") && cut.ends_with(" incomplete"), "{cut}");
        let manifest =
            format!("acme/shop/_manifests/sha256/{}", digest.trim_start_matches("sha256:"));
        let sizes = [found[5].1["size"].clone(), found[6].1["size"].clone()];
        assert_eq!(
            outcomes[..5],
            [
                "DOWNLOAD files team/a.txt 10 whole",
                "DOWNLOAD files team/a.txt 10 whole",
                "DOWNLOAD files team/a.txt 2 range",
                "DOWNLOAD files team/a.txt 6 range",
                "DOWNLOAD files team/a.txt 10 whole",
            ]
        );
        assert!(
            outcomes[5].starts_with("DOWNLOAD docker-local acme/shop/"),
            "{manifest} {sizes:?} {outcomes:#?}"
        );
        assert!(outcomes[6].ends_with(" 7 whole"), "{outcomes:#?}");
        assert_eq!(
            outcomes[7],
            format!("DOWNLOAD npm-local shop/-/shop-1.0.0.tgz {} whole", file.len())
        );
        let (head, first) = &found[0];
        assert!(head.contains(&format!(" [{TRACE}] ")), "{head}");
        assert!(first["user"].as_str().is_some_and(|user| user.starts_with("p_")), "{first}");
        let is_here = first["address"].as_str().is_some_and(|address| address.starts_with("127."));
        assert!(first["token"].is_string() && is_here, "{first}");
        assert!(first["sha256"].as_str().is_some_and(|digest| tag.contains(digest)), "{first}");
        let (_, by_ticket) = &found[4];
        assert_eq!((&by_ticket["user"], &by_ticket["token"]), (&first["user"], &Value::Null));
        let of_npm = &found[7].1;
        assert_eq!((&of_npm["package"], &of_npm["version"]), (&json!("shop"), &json!("1.0.0")));
        let text = fs::read_to_string(log(&stage.place)).expect("a log");
        assert!(!text.contains("planted") && !text.contains(&stage.ann), "{text}");

        // At the stop everything is recorded.
        let place = stage.place.clone();
        stage.server.stop();
        let id = first["repository_id"].as_str().expect("an id");
        let records = events(&place, &format!("download/{id}"));
        let counts: Vec<&Value> = records.iter().map(|record| &record["event"]["count"]).collect();
        let lines: u64 = counts.iter().filter_map(|count| count["lines"]["count"].as_u64()).sum();
        assert_eq!(lines, 6, "{records:#?}");
        let of_file = |count: &&Value| {
            let mut files = count["files"].as_array().expect("files").iter();
            let file = files.find(|file| file["path"] == "team/a.txt");
            file.and_then(|file| file["transfers"]["downloads"].as_u64()).unwrap_or_default()
        };
        // The range without the last byte is none of them.
        assert_eq!(counts.iter().map(of_file).sum::<u64>(), 4);
        let (holds, proof) = verified(&place);
        assert!(holds && proof["matching"].as_u64() >= Some(3), "{proof}");
        assert_eq!((&proof["not_recorded_yet"], &proof["rotated_away"]), (&json!(0), &json!(0)));

        // A changed line, a removed one and an added one are found; a rotated one is no problem.
        let whole = fs::read_to_string(log(&place)).expect("a log");
        let all: Vec<&str> = whole.lines().collect();
        let at = all.iter().position(|line| line.contains("team/a.txt")).expect("a line");
        let without: Vec<&str> = [&all[..at], &all[at + 1..]].concat();
        let doubled: Vec<&str> = [&all[..=at], &all[at..]].concat();
        for (wrong, problem) in [
            (whole.replacen("\"bytes\":10", "\"bytes\":11", 1), "was changed"),
            (without.join("\n") + "\n", ""),
            (doubled.join("\n") + "\n", ""),
        ] {
            // Something older is there, so that nothing was rotated away.
            fs::write(log(&place), format!("2026-01-01T00:00:00.000Z older\n{wrong}"))
                .expect("a log");
            let (holds, proof) = verified(&place);
            let problems = proof["problems"].to_string();
            assert!(!holds && problems.contains(problem) && problems.len() > 20, "{proof}");
        }
        fs::write(log(&place), "2099-01-01T00:00:00.000Z newer\n").expect("a log");
        let (holds, proof) = verified(&place);
        assert!(holds && proof["rotated_away"].as_u64() >= Some(3), "{proof}");
    });
}
