//! Licences and logos of this process: the effective licence over time, what is stored, and what a removal leaves.

use std::sync::Arc;

use tempfile::TempDir;
use waybill_journal::{Journal as _, MemoryJournal, scan_all};
use waybill_machines::rules::licence::Licence;
use waybill_machines::secret::PersonId;
use waybill_machines::{RejectionCode, Timestamp};
use waybill_platform::licences::{
    EmbeddedLicences, Key, LicenceAction, LicenceError, Licences as _, Origin,
};
use waybill_platform::logo::{LogoError, Logos};
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::{Kind, Vault};
use waybill_stream::Who;

struct Fixture {
    journal: Arc<MemoryJournal>,
    vault: Arc<Vault>,
    folder: TempDir,
}

const HOLDER: &str = "Grace Hopper";

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a directory");
        let vault = Arc::new(Vault::open(&folder.path().join("vault"), None).expect("a vault"));
        Self { journal: Arc::new(MemoryJournal::new()), vault, folder }
    }

    fn licences(&self) -> EmbeddedLicences {
        let opened =
            EmbeddedLicences::open(self.journal.clone(), self.vault.clone(), Some(Licence::Oss));
        opened.expect("a service")
    }

    fn logos(&self) -> Logos {
        Logos::open(self.journal.clone(), &self.folder.path().join("logo")).expect("a service")
    }

    fn files(&self) -> usize {
        std::fs::read_dir(self.folder.path().join("logo")).expect("a directory").count()
    }

    fn keys(&self) -> usize {
        self.vault.names(Kind::LicenceKey).expect("names").len()
    }

    fn recorded(&self) -> String {
        let records = scan_all(self.journal.as_ref(), 0);
        records.map(|record| record.expect("a record").line).collect::<Vec<_>>().join("\n")
    }
}

fn time(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn ann(at: &str) -> ChangeContext {
    ChangeContext::by(Who::Person(PersonId("p_ann".into())), time(at))
}

fn key(licence: Licence, until: Option<&str>) -> Vec<u8> {
    let key = Key::new(licence, Some(HOLDER), until.map(time)).expect("a key");
    key.to_text().into_bytes()
}

/// covers: [LIC-01]
#[tokio::test]
async fn an_installed_licence_applies_until_it_ends_or_is_removed() {
    let fixture = Fixture::new();
    let licences = fixture.licences();
    let at = time("2026-01-01T00:00:00Z");
    let counts = |at| {
        let effective = licences.effective(at);
        async move { effective.await.expect("an answer") }
    };
    assert_eq!(counts(at).await.licence, Licence::Oss);

    let end = "2026-02-01T00:00:00Z";
    let mut changes = licences.changes();
    let installed =
        licences.install(key(Licence::EnterprisePlus, Some(end)), ann("2026-01-01T00:00:00Z"));
    let status = installed.await.expect("it is installed");
    assert!(changes.has_changed().expect("a sender"));
    changes.mark_unchanged();
    assert_eq!((status.licence, status.level), (Licence::EnterprisePlus, 5));
    assert_eq!(status.origin, Origin::Installed);
    let shown = status.installed.expect("a key");
    assert_eq!(shown.holder.as_deref(), Some(HOLDER));
    assert_eq!(shown.installed_by, Some(PersonId("p_ann".into())));
    assert_eq!(counts(at).await.until, Some(time(end)));

    // It survives a restart and ends exactly at its end; that does not make the configured licence apply again.
    let again = fixture.licences();
    let before = again.effective(time("2026-01-31T23:59:59.999Z")).await.expect("an answer");
    assert_eq!(before.licence, Licence::EnterprisePlus);
    let after = again.effective(time(end)).await.expect("an answer");
    assert_eq!((after.licence, after.until), (Licence::None, None));
    let status = again.status(time(end)).await.expect("an answer");
    assert!(status.installed.expect("a key").ended);

    let removed = licences.remove(ann("2026-03-01T00:00:00Z")).await.expect("it is removed");
    assert_eq!((removed.licence, removed.origin), (Licence::Oss, Origin::Configuration));
    assert!(changes.has_changed().expect("a sender"));
    let twice = licences.remove(ann("2026-03-01T00:00:00Z")).await;
    assert_eq!(twice, Err(LicenceError::NoneInstalled));
    let events: Vec<_> =
        licences.history(10).await.expect("a history").into_iter().map(|had| had.event).collect();
    assert_eq!(events, [LicenceAction::Remove, LicenceAction::Install]);
}

#[tokio::test]
async fn a_licence_that_has_ended_is_refused_and_leaves_nothing() {
    let fixture = Fixture::new();
    let licences = fixture.licences();
    let end = "2025-01-01T00:00:00Z";
    let refused =
        licences.install(key(Licence::Trial, Some(end)), ann("2026-01-01T00:00:00Z")).await;
    assert_eq!(refused, Err(LicenceError::Expired { until: time(end) }));
    assert_eq!(fixture.keys(), 0);
    let history = licences.history(10).await.expect("a history");
    assert_eq!(history[0].refused, Some(RejectionCode::LicenceExpired));
}

/// covers: [EVT-08]
#[tokio::test]
async fn the_licensee_is_in_no_record_and_is_removed_with_the_key() {
    let fixture = Fixture::new();
    let licences = fixture.licences();
    for licence in [Licence::Trial, Licence::Enterprise] {
        licences.install(key(licence, None), ann("2026-01-01T00:00:00Z")).await.expect("a key");
    }
    assert_eq!(fixture.keys(), 1, "the key that was replaced is gone");
    let recorded = fixture.recorded();
    assert!(recorded.contains("ENTERPRISE") && !recorded.contains(HOLDER), "{recorded}");
    licences.remove(ann("2026-01-01T00:00:00Z")).await.expect("it is removed");
    assert_eq!(fixture.keys(), 0);
}

#[tokio::test]
async fn unused_keys_of_a_crash_are_swept_and_used_ones_are_kept() {
    let fixture = Fixture::new();
    let licences = fixture.licences();
    licences.install(key(Licence::Jcr, None), ann("2026-01-01T00:00:00Z")).await.expect("a key");
    fixture.vault.put(Kind::LicenceKey, b"left behind").expect("a secret");
    assert_eq!(fixture.licences().sweep().expect("it sweeps"), 1);
    let at = time("2026-01-02T00:00:00Z");
    let shown = licences.status(at).await.expect("an answer").installed.expect("a key");
    assert_eq!(shown.holder.as_deref(), Some(HOLDER));
}

fn png(width: u32, height: u32, tail: &[u8]) -> Vec<u8> {
    let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";
    [start, &width.to_be_bytes()[..], &height.to_be_bytes(), tail].concat()
}

/// covers: [MENU-07]
#[tokio::test]
async fn a_logo_comes_back_byte_for_byte_and_its_file_goes_with_it() {
    let fixture = Fixture::new();
    let logos = fixture.logos();
    let (first, second) = (png(64, 32, b"first"), png(64, 32, b"second"));
    let uploaded = logos.upload(first.clone(), ann("2026-01-01T00:00:00Z")).await.expect("a logo");
    let digest = uploaded.picture.digest.0;
    let (_, bytes) = logos.bytes(digest.clone()).await.expect("an answer").expect("a logo");
    assert_eq!(bytes[..], first[..]);
    // Uploading the same logo again keeps its file.
    logos.upload(first.clone(), ann("2026-01-01T00:00:00Z")).await.expect("a logo");
    assert_eq!(fixture.files(), 1);

    let newer = logos.upload(second.clone(), ann("2026-01-01T00:00:00Z")).await.expect("a logo");
    assert_eq!(logos.bytes(digest).await.expect("an answer"), None);
    assert_eq!(fixture.files(), 1);
    let again = fixture.logos();
    let (_, bytes) = again.bytes(newer.picture.digest.0).await.expect("an answer").expect("a logo");
    assert_eq!(bytes[..], second[..]);

    again.remove(ann("2026-01-01T00:00:00Z")).await.expect("it is removed");
    assert_eq!((again.uploaded(), fixture.files()), (Ok(None), 0));
    assert_eq!(again.remove(ann("2026-01-01T00:00:00Z")).await, Err(LogoError::NoneUploaded));
}

#[tokio::test]
async fn a_logo_that_was_changed_on_the_disk_is_not_served() {
    let fixture = Fixture::new();
    let logos = fixture.logos();
    let uploaded =
        logos.upload(png(8, 8, b"x"), ann("2026-01-01T00:00:00Z")).await.expect("a logo");
    let digest = uploaded.picture.digest.0;
    let path = fixture.folder.path().join("logo").join(&digest);
    std::fs::write(path, b"<script>alert(1)</script>").expect("it is written");
    assert_eq!(logos.bytes(digest).await, Ok(None));
    assert_eq!(logos.bytes("../vault/master.key".into()).await, Ok(None));
}

#[tokio::test]
async fn an_invalid_logo_is_refused_before_it_is_stored() {
    let fixture = Fixture::new();
    let logos = fixture.logos();
    let refused = |bytes: Vec<u8>| {
        let upload = logos.upload(bytes, ann("2026-01-01T00:00:00Z"));
        async move { upload.await.expect_err("it is refused") }
    };
    assert_eq!(refused(Vec::new()).await, LogoError::Empty);
    assert_eq!(refused(png(1, 1, &vec![0; 256 * 1_024])).await, LogoError::TooLarge);
    assert_eq!(refused(b"<svg onload='alert(1)'/>".to_vec()).await, LogoError::Markup);
    assert_eq!(refused(b"MZ\x90\x00".to_vec()).await, LogoError::UnknownFormat);
    let bomb = LogoError::BadSize { width: 65_000, height: 65_000 };
    assert_eq!(refused(png(65_000, 65_000, b"small")).await, bomb);
    assert_eq!(refused(png(0, 5, b"")).await, LogoError::BadSize { width: 0, height: 5 });
    assert_eq!((fixture.files(), fixture.journal.head("settings/logo")), (0, None));
}
