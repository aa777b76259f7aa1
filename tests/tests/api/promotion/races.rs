//! What clients publish and push while others promote.

use serde_json::{Value, json};
use waybill_journal_crash::whole;
use waybill_tests::run;

use super::{
    BUILD, PROMOTE_BUILD, PROMOTE_IMAGE, TARGET, message, post, publish, replays, statuses,
    with_registries,
};
use crate::docker::{IMAGE, MANIFEST, manifest_of, push_image, put_as, sha256};
use crate::stage::Stage;

fn rounds() -> u8 {
    if whole() { 5 } else { 2 }
}

/// covers: [HOOK-04]
#[test]
fn a_promotion_is_recorded_on_the_publication_that_it_is_of() {
    run(async {
        let stage = Stage::new().await;
        let ann = stage.ann();
        assert_eq!(ann.create("release", json!({})).await.status, 200);
        let wanted = json!({"status": "released", "targetRepo": "release", "copy": true});
        for _ in 0..rounds() {
            publish(&ann).await;
            // It has no files.
            let other =
                json!({"name": "shop", "number": "7", "started": "2026-11-28T12:00:00.000+0000"});
            let (promoted, published) =
                tokio::join!(post(&ann, PROMOTE_BUILD, &wanted), ann.put(BUILD, other.to_string()));
            assert_eq!(published.status, 204);
            let recorded = statuses(&ann).await;
            match promoted.status {
                200 if message(&promoted).contains("1 artifacts") => {
                    assert_eq!(recorded, Value::Null);
                }
                200 => assert_eq!(recorded.as_array().map(Vec::len), Some(1)),
                _ => {
                    assert_eq!(promoted.code(), "build_replaced");
                    assert_eq!(recorded, Value::Null);
                }
            }
        }
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn an_image_that_is_pushed_during_a_move_keeps_its_tag() {
    run(async {
        let stage = Stage::new().await;
        with_registries(&stage).await;
        let ann = stage.ann();
        let wanted =
            json!({"targetRepo": "docker-prod", "dockerRepository": "acme/shop", "tag": "1.0"});
        for round in 0..rounds() {
            let (older, newer) = ([round, 0], [round, 1]);
            push_image(&ann, "1.0", &older).await;
            let (moved, pushed) =
                tokio::join!(post(&ann, PROMOTE_IMAGE, &wanted), push_image(&ann, "1.0", &newer));
            assert_eq!(moved.status, 200);
            let source = ann.get(&format!("{IMAGE}/manifests/1.0")).await;
            let target = ann.get(&format!("{TARGET}/manifests/{pushed}")).await;
            assert!(target.status == 200 || sha256(&source.body) == pushed);
        }
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn a_tag_that_an_image_gets_during_its_move_names_it() {
    run(async {
        let stage = Stage::new().await;
        with_registries(&stage).await;
        let ann = stage.ann();
        let wanted =
            json!({"targetRepo": "docker-prod", "dockerRepository": "acme/shop", "tag": "1.0"});
        for round in 0..rounds() {
            let layer = [round];
            push_image(&ann, "1.0", &layer).await;
            let manifest = manifest_of(&layer).to_string();
            let (moved, tagged) = tokio::join!(
                post(&ann, PROMOTE_IMAGE, &wanted),
                put_as(&ann, "kept", MANIFEST, manifest.as_bytes())
            );
            assert_eq!(moved.status, 200);
            // It may have been gone when it was tagged.
            if tagged.status == 201 {
                let kept = ann.get(&format!("{IMAGE}/manifests/kept")).await;
                assert_eq!((kept.status, kept.body.as_slice()), (200, manifest.as_bytes()));
            }
        }
        assert!(replays(stage));
    });
}
