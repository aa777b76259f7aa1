//! Downloads and uploads by tickets.

use serde_json::json;
use waybill_tests::{Browser, Request, run};

use super::{details, grant, member, with_ticket};
use crate::signed_in;
use crate::stage::Stage;

async fn download(browser: &mut Browser, path: &str) -> String {
    let place = json!({"repository": "files", "path": path});
    let ticket = browser.post("tree/downloads", place).await;
    assert_eq!(ticket.status, 200, "{}", ticket.json());
    ticket.json()["path"].as_str().expect("a path").to_owned()
}

fn wanted(path: &str, bytes: usize, replace: bool) -> serde_json::Value {
    json!({"repository": "files", "path": path, "bytes": bytes, "replace": replace})
}

/// covers: [TREE-03]
#[test]
fn a_ticket_downloads_its_file_once_and_only_as_long_as_it_may_be_read() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let path = download(&mut ann, "team/a.txt").await;
        let file = with_ticket(&stage, "GET", &path, "").await;
        assert_eq!((file.status, file.body.as_slice()), (200, &b"team/a.txt"[..]));
        let inert = [
            ("content-security-policy", "sandbox; default-src 'none'"),
            ("x-content-type-options", "nosniff"),
            ("content-disposition", "attachment; filename=\"a.txt\""),
        ];
        for (name, value) in inert {
            assert_eq!(file.header(name), Some(value), "{name}");
        }
        let again = with_ticket(&stage, "GET", &path, "").await;
        assert_eq!((again.status, again.code()), (404, "no_such_ticket".to_owned()));
        // A page that would run it gets nothing, and does not use the ticket up.
        let path = download(&mut ann, "team/a.txt").await;
        for active in ["script", "style", "worker", "iframe"] {
            let request = Request::new("GET", &path).header("sec-fetch-dest", active);
            assert_eq!(Browser::new(&stage.server).send(request).await.status, 403, "{active}");
        }
        assert_eq!(with_ticket(&stage, "GET", &path, "").await.status, 200);

        let mut carol = member(&stage, "carol").await;
        let place = json!({"repository": "files", "path": "team/a.txt"});
        assert_eq!(carol.post("tree/downloads", place.clone()).await.status, 404);
        grant(&stage, "carol", &["READ"]).await;
        let path = download(&mut carol, "team/a.txt").await;
        grant(&stage, "carol", &[]).await;
        assert_eq!(with_ticket(&stage, "GET", &path, "").await.status, 404);
        // One content: another one at the path is not what was asked for.
        grant(&stage, "carol", &["READ"]).await;
        let path = download(&mut carol, "team/a.txt").await;
        assert_eq!(stage.ann().put("/artifactory/files/team/a.txt", "other").await.status, 201);
        assert_eq!(with_ticket(&stage, "GET", &path, "").await.code(), "file_changed");
        // Signing out ends the tickets of a session, and a ticket is for one purpose.
        let path = download(&mut carol, "team/a.txt").await;
        assert_eq!(carol.post("ui/auth/logout", json!({})).await.status, 200);
        assert_eq!(with_ticket(&stage, "GET", &path, "").await.code(), "no_such_ticket");
        let path = download(&mut ann, "team/a.txt").await;
        assert_eq!(with_ticket(&stage, "PUT", &path, "x").await.code(), "no_such_ticket");
        for _ in 0..64 {
            download(&mut ann, "team/a.txt").await;
        }
        let many = ann.post("tree/downloads", place).await;
        assert_eq!((many.status, many.code()), (429, "too_many_tickets".to_owned()));
    });
}

/// covers: [TREE-03]
#[test]
fn a_ticket_uploads_one_file_and_replaces_another_only_after_asking() {
    run(async {
        let stage = Stage::with("shop-npm", "npm").await;
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        let ticket = ann.post("tree/uploads", wanted("up/new.txt", 3, false)).await;
        let path = ticket.json()["path"].as_str().expect("a path").to_owned();
        assert_eq!(with_ticket(&stage, "PUT", &path, "one").await.status, 201);
        assert_eq!(with_ticket(&stage, "PUT", &path, "two").await.status, 404);
        assert_eq!(stage.ann().get("/artifactory/files/up/new.txt").await.body, b"one");
        let file = details(&mut ann, "up/new.txt").await.json();
        let who = file["file"]["created_by"].as_str().expect("a user");
        assert_eq!(file["names"][who], "ann");

        // Another file is replaced only if the user has confirmed it, and may delete it.
        let exists = ann.post("tree/uploads", wanted("up/new.txt", 3, false)).await;
        assert_eq!((exists.status, exists.code()), (409, "artifact_exists".to_owned()));
        let ticket = ann.post("tree/uploads", wanted("up/new.txt", 3, true)).await;
        let path = ticket.json()["path"].as_str().expect("a path").to_owned();
        assert_eq!(with_ticket(&stage, "PUT", &path, "two").await.status, 201);
        assert_eq!(stage.ann().get("/artifactory/files/up/new.txt").await.body, b"two");
        // One that has come meanwhile is not replaced either.
        let ticket = ann.post("tree/uploads", wanted("up/late.txt", 3, false)).await;
        let path = ticket.json()["path"].as_str().expect("a path").to_owned();
        assert_eq!(stage.ann().put("/artifactory/files/up/late.txt", "first").await.status, 201);
        assert_eq!(with_ticket(&stage, "PUT", &path, "two").await.code(), "artifact_exists");

        assert_eq!(carol.post("tree/uploads", wanted("team/c.txt", 1, false)).await.status, 404);
        grant(&stage, "carol", &["READ"]).await;
        let refused = carol.post("tree/uploads", wanted("team/c.txt", 1, false)).await;
        assert_eq!((refused.status, refused.code()), (403, "not_granted".to_owned()));
        grant(&stage, "carol", &["READ", "WRITE"]).await;
        let refused = carol.post("tree/uploads", wanted("team/a.txt", 1, true)).await;
        assert_eq!((refused.status, refused.code()), (403, "not_granted".to_owned()));
        let ticket = carol.post("tree/uploads", wanted("team/c.txt", 1, false)).await;
        let path = ticket.json()["path"].as_str().expect("a path").to_owned();
        grant(&stage, "carol", &["READ"]).await;
        assert_eq!(with_ticket(&stage, "PUT", &path, "x").await.status, 403);
        assert_eq!(details(&mut ann, "team/c.txt").await.status, 404);

        for body in ["", "ab", "abcd"] {
            let ticket = ann.post("tree/uploads", wanted("up/length.txt", 3, false)).await;
            let path = ticket.json()["path"].as_str().expect("a path").to_owned();
            assert_eq!(with_ticket(&stage, "PUT", &path, body).await.status, 400, "{body}");
        }
        let climbing = ann.post("tree/uploads", wanted("../x", 1, false)).await;
        assert_eq!((climbing.status, climbing.code()), (400, "artifact_path".to_owned()));
        let package =
            json!({"repository": "shop-npm", "path": "a.tgz", "bytes": 1, "replace": false});
        let refused = ann.post("tree/uploads", package).await;
        assert_eq!((refused.status, refused.code()), (400, "published_only".to_owned()));
    });
}
