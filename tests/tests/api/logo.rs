//! The uploaded logo: who may change it, which files are accepted, and how it is served.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::licences::with_bob;
use crate::{ANN, own, shared, signed_in};

const PATH: &str = "system/logo";

pub(crate) fn png(width: u32, height: u32, tail: &[u8]) -> Vec<u8> {
    let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";
    [start, &width.to_be_bytes()[..], &height.to_be_bytes(), tail].concat()
}

pub(crate) async fn upload(browser: &mut Browser, bytes: Vec<u8>) -> Answer {
    let request = Request::new("PUT", PATH).header("origin", &browser.origin.clone());
    browser.send(request.header("content-type", "image/png").body(bytes)).await
}

async fn remove(browser: &mut Browser) -> Answer {
    let request = Request::new("DELETE", PATH).header("origin", &browser.origin.clone());
    browser.send(request).await
}

async fn footer(browser: &mut Browser) -> Value {
    browser.get("system/auth/screen/footer").await.json()
}

/// covers: [MENU-07]
#[test]
fn an_uploaded_logo_is_shown_to_everyone_until_it_is_removed() {
    run(async {
        let settings = "[installation]\nuser_logo = \"/ui/configured.png\"\n[installation.access]\n\
                        mfa_required = \"nobody\"\n";
        let place = Place::new().with_settings(settings);
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        assert_eq!(ann.get(PATH).await.json(), json!({ "logo": null }));
        let bytes = png(320, 80, &[7; 2_000]);
        let uploaded = upload(&mut ann, bytes.clone()).await;
        assert_eq!(uploaded.status, 200, "{}", String::from_utf8_lossy(&uploaded.body));
        let logo = uploaded.json()["logo"].clone();
        assert_eq!(
            (&logo["width"], &logo["height"], &logo["by"]),
            (&json!(320), &json!(80), &json!(ANN))
        );
        let address = logo["address"].as_str().expect("an address").to_owned();

        // It is visible without sign-in, because the sign-in page shows it.
        let mut stranger = Browser::new(&server);
        let received = footer(&mut stranger).await;
        assert_eq!(
            (&received["userLogo"], &received["logo"]["url"]),
            (&json!(address), &json!(address))
        );
        assert_eq!(received["logo"]["source"], "uploaded");
        let shown = stranger.get(&address).await;
        assert_eq!((shown.status, shown.body == bytes), (200, true));
        assert_eq!(shown.header("content-type"), Some("image/png"));
        assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(shown.header("cache-control"), Some("public, max-age=31536000, immutable"));
        let policy = shown.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; sandbox"), "{policy}");

        server.kill();
        let server = place.start();
        ann.address = server.address();
        ann.origin = format!("http://{}", server.address());
        let mut stranger = Browser::new(&server);
        assert_eq!(stranger.get(&address).await.body, bytes);

        // Another logo has another URL, and the old one no longer exists.
        assert_eq!(upload(&mut ann, png(10, 10, b"other")).await.status, 200);
        assert_ne!(footer(&mut stranger).await["userLogo"], address);
        assert_eq!(stranger.get(&address).await.status, 404);
        assert_eq!(remove(&mut ann).await.json(), json!({ "logo": null }));
        assert_eq!(footer(&mut stranger).await["userLogo"], "/ui/configured.png");
        assert_eq!(remove(&mut ann).await.code(), "logo_none_uploaded");
        assert_eq!(std::fs::read_dir(place.data().join("logo")).expect("a directory").count(), 0);
    });
}

#[test]
fn files_that_are_no_logo_are_rejected() {
    run(async {
        let mut ann = signed_in(shared()).await;
        for (bytes, status, code) in [
            (Vec::new(), 422, "logo_empty"),
            (
                b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec(),
                415,
                "logo_markup",
            ),
            (b"<!doctype html><script>alert(1)</script>".to_vec(), 415, "logo_markup"),
            (b"GIF89a".to_vec(), 415, "logo_unknown_format"),
            (png(1, 1, b"")[..20].to_vec(), 415, "logo_unknown_format"),
            (png(50_000, 50_000, b"bomb"), 422, "logo_bad_size"),
            (png(1_025, 10, b""), 422, "logo_bad_size"),
            (png(0, 0, b""), 422, "logo_bad_size"),
            (png(10, 10, &vec![0; 256 * 1_024]), 413, "logo_too_large"),
        ] {
            let refused = upload(&mut ann, bytes).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code));
        }
        assert_eq!(ann.get(PATH).await.json(), json!({ "logo": null }));
        for digest in ["x", "..%2f..%2fvault%2fmaster.key", &"0".repeat(64)] {
            assert_eq!(ann.get(&format!("{PATH}/{digest}")).await.status, 404);
        }
    });
}

#[test]
fn only_administrators_can_change_it() {
    run(async {
        let mut visitor = Browser::visiting(shared()).await;
        for answer in [
            visitor.get(PATH).await,
            upload(&mut visitor, png(1, 1, b"")).await,
            remove(&mut visitor).await,
        ] {
            assert_eq!((answer.status, answer.code()), (401, "not_signed_in".to_owned()));
        }
        let (_server, mut bob) = with_bob(&Place::new()).await;
        for answer in
            [bob.get(PATH).await, upload(&mut bob, png(1, 1, b"")).await, remove(&mut bob).await]
        {
            assert_eq!((answer.status, answer.code()), (403, "not_authorized".to_owned()));
        }
        let mut ann = signed_in(shared()).await;
        let foreign = Request::new("PUT", PATH).header("origin", "https://evil.example");
        let refused = ann.send(foreign.body(png(1, 1, b""))).await;
        assert_eq!(refused.code(), "foreign_origin");
        let mut visitor = Browser::new(shared());
        assert_eq!(upload(&mut visitor, png(1, 1, b"")).await.code(), "no_session");
    });
}

#[test]
fn of_two_concurrent_uploads_one_is_shown_completely() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let (mut ann, mut too) = (signed_in(&server).await, signed_in(&server).await);
        let (one, two) = (png(10, 10, &[1; 9_000]), png(10, 10, &[2; 9_000]));
        let (first, second) =
            tokio::join!(upload(&mut ann, one.clone()), upload(&mut too, two.clone()));
        assert_eq!((first.status, second.status), (200, 200));
        let address = footer(&mut ann).await["userLogo"].as_str().expect("a path").to_owned();
        let shown = ann.get(&address).await.body;
        assert!(shown == one || shown == two);
        assert_eq!(std::fs::read_dir(place.data().join("logo")).expect("a directory").count(), 1);
    });
}

#[test]
fn fsck_reports_files_that_are_missing_or_changed() {
    run(async {
        let place =
            Place::new().with_settings("[installation.access]\nmfa_required = \"nobody\"\n");
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let uploaded = upload(&mut ann, png(320, 80, &[7; 2_000])).await;
        assert_eq!(uploaded.status, 200);
        assert!(server.stop().success());
        let fsck = |words: &str, code: i32| {
            let output = place.run(&["fsck", "--data", "{data}"]);
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.status.code(), Some(code), "{words}: {text}");
            assert!(text.contains(words), "{words}: {text}");
        };
        fsck("1 file that records refer to", 0);

        let folder = place.data().join("logo");
        let file = std::fs::read_dir(&folder).expect("a folder").next().expect("a file");
        let file = file.expect("an entry").path();
        let bytes = std::fs::read(&file).expect("the logo");
        std::fs::write(&file, [&bytes[..bytes.len() - 1], b"x"].concat()).expect("written");
        fsck("of settings/logo: the file has another content than the one that is recorded", 1);
        std::fs::write(&file, &bytes[1..]).expect("written");
        fsck(&format!("the file has {} bytes; {} are recorded", bytes.len() - 1, bytes.len()), 1);
        std::fs::remove_file(&file).expect("removed");
        fsck("of settings/logo: the file is missing", 1);
    });
}
