//! A power cut soon after the first start, on a disk that keeps only what was synced: what was answered is there.

use std::fs;

use waybill_journal_crash::strict::{image, tracer};
use waybill_tests::{Place, run};

use crate::logo::{png, upload};
use crate::{can_trace, own, signed_in};

#[test]
fn the_first_administrator_can_sign_in_after_a_power_cut() {
    if !can_trace() {
        return;
    }
    run(async {
        let place = Place::new();
        let log = place.path("calls");
        let tracer = tracer(&log);
        let words: Vec<&str> = tracer.iter().map(String::as_str).collect();
        let traced = place.clone().started_by(&words);
        let server = own(&traced).await;
        let mut ann = signed_in(&server).await;
        let logo = upload(&mut ann, png(32, 8, &[7; 200])).await;
        assert_eq!(logo.status, 200);
        server.kill();
        let after = place.path("after");
        image(&log, &place.data(), &after).expect("an image");
        fs::remove_dir_all(place.data()).expect("removed");
        fs::rename(after, place.data()).expect("moved");
        let server = place.start();
        let mut ann = signed_in(&server).await;
        let address = logo.json()["logo"]["address"].as_str().expect("an address").to_owned();
        assert_eq!(ann.get(&address).await.status, 200);
    });
}
