//! Looks up a checksum among a million artifacts through the port, as a request does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::Origin;
use waybill_machines::rules::release_bundles::{Checksum, ChecksumKind};
use waybill_platform::release_bundles::{
    Artifact, EmbeddedReleaseBundles, NewBundle, ReleaseBundles as _,
};
use waybill_platform::secret::hex;
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Vault;

use crate::{p99, row};

const BUNDLES: u64 = 10;
const ARTIFACTS: u64 = 100_000;
const LOOKUPS: u64 = 20_000;
const GOAL: Duration = Duration::from_millis(2);

/// Prints one row.
pub async fn looked_up() {
    let folder = tempfile::tempdir().expect("a directory");
    let vault = Arc::new(Vault::open(&folder.path().join("vault"), None).expect("a vault"));
    let journal = Arc::new(MemoryJournal::new());
    let open = || {
        EmbeddedReleaseBundles::open(
            journal.clone(),
            vault.clone(),
            &folder.path().join("release-bundles"),
        )
        .expect("a service")
    };
    let service = open();
    for bundle in 0..BUNDLES {
        let artifacts = (0..ARTIFACTS).map(|number| artifact(bundle * ARTIFACTS + number));
        let new = NewBundle {
            name: format!("bundle-{bundle}"),
            version: "1.0.0".into(),
            origin: Origin::Source,
            artifacts: artifacts.collect(),
            received: false,
        };
        service
            .import(new, ChangeContext::system(Timestamp::from_ms(0)))
            .await
            .expect("it is imported");
    }
    drop(service);
    let service = open();
    let mut times = Vec::new();
    for lookup in 0..LOOKUPS {
        let kind = ChecksumKind::ALL[usize::try_from(lookup % 3).expect("it is small")];
        // Every fifth one is in no bundle; the others are distributed over all bundles.
        let number = lookup.wrapping_mul(7_919) % (BUNDLES * ARTIFACTS * 5 / 4);
        let digits = hex(artifact(number).checksum(kind));
        let started = Instant::now();
        let found = service.find(Checksum { kind, digits }, 100).await.expect("it is looked up");
        times.push(started.elapsed());
        assert_eq!(found.is_empty(), number >= BUNDLES * ARTIFACTS);
    }
    let worst = p99(&mut times);
    row(
        "checksum lookup among 1 million artifacts, p99",
        &format!("{:.3} ms", worst.as_secs_f64() * 1_000.0),
        "<= 2 ms",
        worst.as_secs_f64() / GOAL.as_secs_f64(),
    );
}

/// An artifact without a file.
fn artifact(number: u64) -> Artifact {
    let sha256: [u8; 32] = Sha256::digest(number.to_be_bytes()).into();
    let (mut sha1, mut md5) = ([0; 20], [0; 16]);
    sha1.copy_from_slice(&sha256[4..24]);
    md5.copy_from_slice(&sha256[16..]);
    Artifact {
        path: format!("part-{}/file-{number}", number % 100),
        size: number,
        sha256,
        sha1,
        md5,
        package_type: None,
    }
}
