//! Damaged backups: each changed file is named, and nothing of them is restored.

use std::fs;
use std::path::Path;

use waybill_tests::{Place, run};

use super::{about, backed_up, flip, is_empty, shown, tried};
use crate::secrets::files;
use crate::{own, signed_in};

#[test]
fn each_changed_file_of_a_backup_is_named_and_none_is_restored() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        drop(signed_in(&server).await);
        let to = shown(&place, "backups");
        backed_up(&place, &to);
        for path in files(&place.path("backups")) {
            let length = fs::metadata(&path).expect("a file").len();
            if length == 0 {
                continue;
            }
            let at = usize::try_from(length / 2).expect("a short file");
            flip(&path, at);
            let (code, printed) = about(&place, &format!("backup verify {to}"));
            assert_eq!(code, Some(1), "{}: {printed}", path.display());
            assert!(printed.contains(&path.display().to_string()), "{}: {printed}", path.display());
            let restored = Place::new();
            let (code, printed) = tried(&restored, &format!("restore {to}"));
            assert_eq!(code, Some(1), "{}: {printed}", path.display());
            assert!(is_empty(&restored), "{}", path.display());
            flip(&path, at);
        }
        assert_eq!(about(&place, &format!("backup verify {to}")).0, Some(0));

        let one = shown(&place, "one.tar.zst");
        backed_up(&place, &one);
        let length = fs::metadata(&one).expect("a file").len();
        for part in 0..40 {
            let at = usize::try_from(length * part / 40).expect("a short file");
            flip(Path::new(&one), at);
            let (code, printed) = about(&place, &format!("backup verify {one}"));
            assert_ne!(code, Some(0), "byte {at}: {printed}");
            flip(Path::new(&one), at);
        }
        let whole = fs::read(&one).expect("its bytes");
        for part in [0, 1, 20, 39] {
            let length = whole.len() * part / 40;
            fs::write(&one, &whole[..length]).expect("a part");
            let restored = Place::new();
            assert_ne!(tried(&restored, &format!("restore {one}")).0, Some(0), "{length} bytes");
            assert!(is_empty(&restored));
        }
    });
}
