//! Downloads: the lines of the access log, and the records with their counts.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use waybill_platform::secret::hex;
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

/// Waits for the next minute if this one is over soon: what is downloaded now is in one minute.
pub(crate) async fn early_in_a_minute() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time").as_secs() % 60;
    if now > 40 {
        tokio::time::sleep(Duration::from_secs(60 - now)).await;
    }
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
        assert!(since.elapsed() < Duration::from_secs(60), "{lines:#?}");
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

/// A changed line, a removed one and an added one are found; a rotated one is no problem.
fn each_change_of_a_line_is_found(place: &Place) {
    let whole = fs::read_to_string(log(place)).expect("a log");
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
        fs::write(log(place), format!("2026-01-01T00:00:00.000Z older\n{wrong}")).expect("a log");
        let (holds, proof) = verified(place);
        let problems = proof["problems"].to_string();
        assert!(!holds && problems.contains(problem) && problems.len() > 20, "{proof}");
    }
    fs::write(log(place), "2099-01-01T00:00:00.000Z newer\n").expect("a log");
    let (holds, proof) = verified(place);
    assert!(holds && proof["rotated_away"].as_u64() >= Some(3), "{proof}");
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

        each_change_of_a_line_is_found(&place);
    });
}

/// covers: [DOWN-03]
#[test]
fn a_repository_with_full_audit_records_each_download_before_its_first_byte() {
    run(async {
        let stage = Stage::new().await;
        let repository = "/artifactory/api/repositories/files";
        let set = async |audit: &str| {
            stage.bearer("POST", repository, Some(json!({"audit": audit}))).await
        };
        assert_eq!(stage.bearer("GET", repository, None).await.json()["audit"], "counts");
        let wrong = set("some").await;
        assert_eq!((wrong.status, wrong.code().as_str()), (400, "repository_audit"));
        assert_eq!(set("full").await.status, 200);
        assert_eq!(stage.bearer("GET", repository, None).await.json()["audit"], "full");
        let joined = json!({"rclass": "virtual", "repositories": ["files"], "audit": "full"});
        let joined = stage.ann().create("joined", joined).await;
        assert_eq!((joined.status, joined.code().as_str()), (400, "repository_audit"));
        // Not even those who manage it turn it off.
        stage.grant_bob(&["READ", "MANAGE"]).await;
        let off = Request::new("POST", repository).json(&json!({"audit": "counts"}));
        assert_eq!(stage.bob().send(off).await.status, 403);

        let path = "/artifactory/files/team/a.txt";
        let traced = Request::new("GET", path).header("x-trace-id", TRACE);
        assert_eq!(stage.bob().send(traced).await.status, 200);
        let range = Request::new("GET", path).header("range", "bytes=2-3");
        assert_eq!(stage.ann().send(range).await.status, 206);
        assert_eq!(stage.ann().send(Request::new("HEAD", path)).await.status, 200);
        assert_eq!(stage.bob().get("/artifactory/files/other/c.txt").await.status, 404);
        let mut browser = signed_in(&stage.server).await;
        let place = json!({"repository": "files", "path": "team/a.txt"});
        let ticket = browser.post("tree/downloads", place).await.json();
        let ticket = ticket["path"].as_str().expect("a path").to_owned();
        assert_eq!(stage.anyone(Request::new("GET", &ticket)).await.status, 200);
        // At once: each is a record.
        let ann = stage.ann();
        let many = (0..20).map(|_| ann.get(path));
        let many = futures_util::future::join_all(many).await;
        assert!(many.iter().all(|answer| answer.status == 200));
        let found = lines_until(&stage.place, 23).await;
        let id = found[0].1["repository_id"].as_str().expect("an id").to_owned();
        let (user, token) = (found[0].1["user"].clone(), found[0].1["token"].clone());
        let place = stage.place.clone();
        stage.server.stop();

        let digit = &hex(&Sha256::digest("team/a.txt"))[..1];
        let records = events(&place, &format!("download/{id}/{digit}"));
        assert_eq!(records.len(), 23, "{records:#?}");
        let (first, second, third) = (&records[0], &records[1], &records[2]);
        let download = &first["event"]["download"];
        assert_eq!((&download["path"], &download["to"]), (&json!("team/a.txt"), &json!(10)));
        assert_eq!(download["sha256"], found[0].1["sha256"]);
        assert_eq!((&first["who"], &first["event"]["by"]["token"]), (&user, &token));
        assert!(first["event"]["by"]["address"].is_object(), "{first}");
        assert_eq!(first["command"], format!("c_{TRACE}"));
        assert_eq!(
            (&second["event"]["download"]["from"], &second["event"]["download"]["to"]),
            (&json!(2), &json!(4))
        );
        assert!(third["event"]["by"]["session"].is_string(), "{third}");
        let (holds, proof) = verified(&place);
        assert!(holds, "{proof}");
    });
}

/// covers: [DOWN-04]
#[test]
fn statistics_have_what_was_counted_and_end_with_the_file() {
    run(async {
        let stage = Stage::new().await;
        let path = "/artifactory/files/team/a.txt";
        let stats = async |stage: &Stage| {
            let answer = stage.ann().get("/artifactory/api/storage/files/team/a.txt?stats").await;
            assert_eq!(answer.status, 200, "{}", answer.json());
            let json = answer.json();
            (json["downloadCount"].as_u64(), json["lastDownloaded"].as_u64().expect("a time"))
        };
        assert_eq!(stats(&stage).await, (Some(0), 0));
        for _ in 0..3 {
            assert_eq!(stage.ann().get(path).await.status, 200);
        }
        lines_until(&stage.place, 3).await;
        let counted = stats(&stage).await;
        assert!(counted.0 == Some(3) && counted.1 > 0, "{counted:?}");
        let folder = stage.ann().get("/artifactory/api/storage/files/team?stats").await;
        assert_eq!((folder.status, folder.code().as_str()), (400, "no_statistics"));
        assert_eq!(
            stage.bob().get("/artifactory/api/storage/files/team/a.txt?stats").await.status,
            404
        );
        // They are in the records, with which the index is made again.
        let Stage { place, server, ann, bob } = stage;
        server.stop();
        fs::remove_file(place.data().join("repositories.index")).expect("an index");
        let stage = Stage { server: place.start(), place, ann, bob };
        assert_eq!(stats(&stage).await, counted);
        let mut browser = signed_in(&stage.server).await;
        let details = browser.get("tree/details?repository=files&path=team/a.txt").await.json();
        assert_eq!(details["file"]["downloads"], 3, "{details}");
        assert!(details["file"]["downloaded_at"].is_string(), "{details}");
        assert_eq!(stage.ann().delete(path).await.status, 204);
        assert_eq!(stage.ann().put(path, "another").await.status, 201);
        assert_eq!(stats(&stage).await, (Some(0), 0));
        stage.server.stop();
    });
}
