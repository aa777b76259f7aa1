//! Files that records refer to are compared with their recorded digest before anything of them is handed out.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use waybill_tests::{Place, Request, run};

use crate::bundles::{GENERATE, SETTINGS, fetch, settled, small, started, zips};
use crate::logo::{png, upload};
use crate::release_bundles::{ABC, PATH, abc, look_up, manifest, names};
use crate::{own, signed_in};

/// Flips a bit in the middle of a file, which keeps its size.
fn flip(path: &Path) {
    let mut bytes = fs::read(path).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).expect("it is written");
}

fn only_file_in(folder: &Path) -> PathBuf {
    let mut entries = fs::read_dir(folder).expect("a folder");
    let path = entries.next().expect("a file").expect("an entry").path();
    assert!(entries.next().is_none(), "{} holds one file", folder.display());
    path
}

/// covers: [BUNDLE-02]
#[test]
fn a_changed_archive_is_not_delivered() {
    run(async {
        let place = Place::new().with_settings(SETTINGS);
        let (_server, mut ann) = started(&place).await;
        assert_eq!(ann.post(GENERATE, small(&["xray"])).await.status, 200);
        let id = settled(&mut ann).await[0]["id"].as_str().expect("an id").to_owned();
        let archive = place.data().join("support").join(&zips(&place.data())[0]);
        let whole = fetch(&mut ann, &id, &[]).await;
        assert_eq!(whole.status, 200);

        flip(&archive);
        for headers in [&[][..], &[("range", "bytes=0-9")], &[("range", "bytes=-9")]] {
            let refused = fetch(&mut ann, &id, headers).await;
            assert_eq!((refused.status, refused.code().as_str()), (410, "bundle_file_lost"));
        }
        let shown = ann.get(&format!("ui/userSupport/previewBundle/{id}")).await;
        assert_eq!((shown.status, shown.code().as_str()), (410, "bundle_file_lost"));
        // What was not delivered was not downloaded.
        assert_eq!(settled(&mut ann).await[0]["download"]["times"], 1);

        flip(&archive);
        assert_eq!(fetch(&mut ann, &id, &[]).await.body, whole.body);
        assert_eq!(fetch(&mut ann, &id, &[("range", "bytes=0-9")]).await.body, whole.body[..10]);
    });
}

/// covers: [CHK-01]
#[test]
fn a_changed_list_of_artifacts_is_not_shown() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let imported = ann.post(PATH, manifest("shop", "1", &[abc("lib/abc.txt")])).await;
        assert_eq!(imported.status, 200);
        let one = format!("{PATH}/shop/1");
        assert_eq!(ann.get(&one).await.json()["artifacts"], json!([abc("lib/abc.txt")]));
        assert_eq!(names(&look_up(&mut ann, ABC[0].1).await), ["shop 1"]);

        let list = only_file_in(&place.data().join("release-bundles/lists"));
        let text = fs::read_to_string(&list).expect("a list");
        fs::write(&list, text.replace("lib/abc.txt", "lib/abd.txt")).expect("it is written");
        let refused = ann.get(&one).await;
        assert_eq!((refused.status, refused.code().as_str()), (410, "bundle_list_lost"));
        assert!(names(&look_up(&mut ann, ABC[0].1).await).is_empty());
        fs::write(&list, text).expect("it is written");
        assert_eq!(ann.get(&one).await.status, 200);
        assert_eq!(names(&look_up(&mut ann, ABC[0].1).await), ["shop 1"]);
    });
}

/// covers: [MENU-07]
#[test]
fn a_changed_logo_is_not_shown() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        let uploaded = upload(&mut ann, png(32, 8, &[7; 200])).await.json();
        let address = uploaded["logo"]["address"].as_str().expect("an address").to_owned();
        assert!(server.stop().success());
        flip(&only_file_in(&place.data().join("logo")));
        let server = place.start();
        let mut ann = signed_in(&server).await;
        assert_eq!(ann.send(Request::new("GET", &address)).await.status, 404);
    });
}
