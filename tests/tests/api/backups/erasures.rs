//! People who are erased while or after a backup is made.

use std::fs;

use serde_json::Value;
use waybill_tests::Place;

use super::{backed_up, done, is_empty, shown, sound, tried};
use crate::ANN;

#[test]
fn people_who_were_erased_since_are_erased_again() {
    let place = Place::new();
    let server = place.start();
    done(&place, "user add ann --admin");
    done(&place, "user add bob");
    let listed: Value = serde_json::from_str(&done(&place, "user list --json")).expect("JSON");
    let people = listed.as_array().expect("people").iter();
    let bob = people.filter(|user| user["name"] == "bob").map(|user| user["person"].as_str());
    let bob = bob.flatten().next().expect("an id").to_owned();
    let to = shown(&place, "backups");
    backed_up(&place, &to);
    drop(server);
    // Bob is erased in this one, and then in one that is restored while it is still there.
    let (later, restored) = (Place::new(), Place::new());
    // A wrong id would erase no person; the directory of another installation, or half of one, all of them.
    let other = Place::new();
    drop(other.start());
    let half = Place::new();
    done(&half, &format!("restore {to}"));
    fs::remove_file(half.data().join("vault/people/keys")).expect("removed");
    let foreign = [&other, &half].map(|place| format!("--erased-in {}", place.data().display()));
    for wrong in ["--erase p_none", "--erased-in /none", &foreign[0], &foreign[1]] {
        let (code, printed) = tried(&restored, &format!("restore {to} {wrong}"));
        assert!(code.is_some_and(|code| code != 0), "{wrong}: {printed}");
        assert!(is_empty(&restored), "{wrong}: {printed}");
    }
    done(&later, &format!("restore {to} --erase {bob}"));
    let erased_in = later.data().display().to_string();
    done(&restored, &format!("restore {to} --erased-in {erased_in}"));
    for place in [&later, &restored] {
        let listed = done(place, "user list");
        assert!(listed.contains("(erased)") && listed.contains(&bob), "{listed}");
        assert!(listed.contains(ANN) && !listed.contains("bob "), "{listed}");
        sound(place);
    }
}
