//! The lists of artifacts: one JSON object per line, by path, in a file that is named by its SHA-256.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use waybill_machines::machines::release_bundle::ArtifactList;
use waybill_machines::rules::release_bundles::{BundleProblem, check_count, check_path};
use waybill_machines::secret::Digest;

use super::{Artifact, BundleError, PageRange, failed};
use crate::secret::hex;
use crate::stored_file::{CheckedFiles, StoredFile};
use crate::vault::files;

/// The longest line: a path has 1 KiB at most, and escaping at most doubles it.
const LINE_BYTES_MAX: usize = 4_096;
/// The largest total size of a bundle's artifacts in bytes: JSON numbers are exact up to this.
pub const BUNDLE_BYTES_MAX: u64 = (1 << 53) - 1;

/// Artifacts that can be stored as a list: by path, and every path is valid.
pub(super) struct Checked {
    artifacts: Vec<Artifact>,
    size: u64,
}

/// The folder of the lists.
pub(super) struct Lists {
    folder: PathBuf,
    checked: CheckedFiles,
}

impl Lists {
    pub(super) fn open(folder: &Path) -> Result<Self, BundleError> {
        files::private_directory(folder)?;
        Ok(Self { folder: folder.to_owned(), checked: CheckedFiles::default() })
    }

    /// The digests of all stored lists.
    pub(super) fn names(&self) -> Result<Vec<String>, BundleError> {
        Ok(files::names(&self.folder)?)
    }

    /// Removes a list that no record refers to.
    pub(super) fn remove(&self, digest: &str) -> Result<(), BundleError> {
        Ok(files::remove(&self.folder.join(digest))?)
    }

    /// Writes a list. After a crash it exists completely or not at all.
    pub(super) fn write(&self, checked: &Checked) -> Result<ArtifactList, BundleError> {
        let digest = self.store(&checked.artifacts)?;
        let artifacts = u32::try_from(checked.artifacts.len())
            .map_err(|_| BundleError::Defect("a bundle has too many artifacts"))?;
        Ok(ArtifactList { digest: Digest(digest), artifacts, size: checked.size })
    }

    fn store(&self, artifacts: &[Artifact]) -> Result<String, BundleError> {
        let (unfinished, file) = files::unfinished(&self.folder)?;
        let written = (|| {
            let (mut writer, mut hash) = (BufWriter::new(file), Sha256::new());
            for artifact in artifacts {
                let mut line = serde_json::to_vec(artifact)?;
                line.push(b'\n');
                hash.update(&line);
                writer.write_all(&line)?;
            }
            writer.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
            Ok(hex(&hash.finalize()))
        })();
        let stored = written.map_err(failed("writing a list of artifacts")).and_then(|digest| {
            files::take_its_place(&unfinished, &self.folder.join(&digest))?;
            Ok(digest)
        });
        if stored.is_err() {
            // If it cannot be removed now, the next start does it.
            let _ = std::fs::remove_file(&unfinished);
        }
        stored
    }

    /// A part of a list, or of those of its artifacts that are shown, and whether there are some after it.
    pub(super) fn read(
        &self,
        digest: &str,
        range: &PageRange,
        shows: Option<&(dyn Fn(&Artifact) -> bool + Send)>,
    ) -> Result<(Vec<Artifact>, bool), BundleError> {
        let (mut rows, mut skipped, mut has_next) = (Vec::new(), 0, false);
        let are_all_meant = range.after.is_none() && shows.is_none();
        self.each(digest, |_, line| {
            let is_full = rows.len() >= range.limit;
            if are_all_meant && !is_full && skipped < range.offset {
                skipped += 1;
                return Ok(true);
            }
            let artifact = parse(line)?;
            let is_after = range.after.as_ref().is_none_or(|after| artifact.path > *after);
            if !is_after || shows.is_some_and(|shows| !shows(&artifact)) {
                return Ok(true);
            }
            if is_full {
                has_next = true;
                return Ok(false);
            }
            if skipped < range.offset {
                skipped += 1;
            } else {
                rows.push(artifact);
            }
            Ok(true)
        })?;
        Ok((rows, has_next))
    }

    /// The artifact whose line begins at this offset.
    pub(super) fn at(&self, digest: &str, offset: u32) -> Result<Artifact, BundleError> {
        let file = self.file(digest)?;
        let mut bytes = vec![0; LINE_BYTES_MAX];
        let mut length = 0;
        while length < bytes.len() && !bytes[..length].contains(&b'\n') {
            let place = u64::from(offset) + length as u64;
            match file.read_at(&mut bytes[length..], place).map_err(failed("reading a list"))? {
                0 => break,
                read => length += read,
            }
        }
        let line = bytes[..length].split(|byte| *byte == b'\n').next().unwrap_or_default();
        parse(line)
    }

    /// Visits all artifacts, each with the offset of its line.
    pub(super) fn visit(
        &self,
        digest: &str,
        mut visit: impl FnMut(u32, Artifact) -> Result<(), BundleError>,
    ) -> Result<(), BundleError> {
        self.each(digest, |offset, line| {
            visit(offset, parse(line)?)?;
            Ok(true)
        })
    }

    /// Visits lines until the visitor stops.
    fn each(
        &self,
        digest: &str,
        mut visit: impl FnMut(u32, &[u8]) -> Result<bool, BundleError>,
    ) -> Result<(), BundleError> {
        let mut lines = BufReader::with_capacity(64 * 1_024, self.file(digest)?);
        let (mut line, mut offset) = (Vec::new(), 0_u64);
        loop {
            line.clear();
            let read = lines.read_until(b'\n', &mut line).map_err(failed("reading a list"))?;
            if read == 0 {
                return Ok(());
            }
            let at = u32::try_from(offset).map_err(|_| too_long())?;
            offset += read as u64;
            if !visit(at, line.strip_suffix(b"\n").unwrap_or(&line))? {
                return Ok(());
            }
        }
    }

    fn file(&self, digest: &str) -> Result<File, BundleError> {
        let stored = StoredFile { path: digest.to_owned(), sha256: digest.to_owned(), bytes: None };
        self.checked.open(&stored, &self.folder.join(digest)).map_err(|problem| {
            tracing::error!(service = "distribution", digest, %problem, "a list of artifacts cannot be handed out");
            BundleError::ListLost
        })
    }
}

/// Checks the artifacts of a bundle, and sorts them.
pub(super) fn check(mut artifacts: Vec<Artifact>) -> Result<Checked, BundleError> {
    let problem = |at: Option<&Artifact>| {
        // Escaped, since it may be displayed on a terminal that interprets control characters.
        let at = at
            .map(|artifact| artifact.path.chars().take(200).flat_map(char::escape_debug).collect());
        move |problem| BundleError::Problem { problem, at }
    };
    check_count(artifacts.len()).map_err(problem(None))?;
    artifacts.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    let mut size = 0_u64;
    for artifact in &artifacts {
        check_path(&artifact.path).map_err(problem(Some(artifact)))?;
        size = size
            .checked_add(artifact.size)
            .filter(|size| *size <= BUNDLE_BYTES_MAX)
            .ok_or_else(|| problem(Some(artifact))(BundleProblem::Size))?;
    }
    if let Some(pair) = artifacts.windows(2).find(|pair| pair[0].path == pair[1].path) {
        return Err(BundleError::PathTwice { path: pair[0].path.clone() });
    }
    if let Some((file, below)) = file_and_folder(&artifacts) {
        return Err(BundleError::FileAndFolder { file, below });
    }
    Ok(Checked { artifacts, size })
}

/// A path that is both a file of the bundle and a folder of it, with a path below it.
fn file_and_folder(artifacts: &[Artifact]) -> Option<(String, String)> {
    let mut paths: Vec<&str> = artifacts.iter().map(|artifact| artifact.path.as_str()).collect();
    // Sorted by segments, so that the content of a folder directly follows it: in the order of bytes `a!` is between
    // `a` and `a/b`.
    paths.sort_unstable_by(|one, other| one.split('/').cmp(other.split('/')));
    let is_in = |path: &str, folder| {
        path.strip_prefix(folder).is_some_and(|rest: &str| rest.starts_with('/'))
    };
    let pair = paths.windows(2).find(|pair| is_in(pair[1], pair[0]))?;
    Some((pair[0].to_owned(), pair[1].to_owned()))
}

fn parse(line: &[u8]) -> Result<Artifact, BundleError> {
    serde_json::from_slice(line)
        .map_err(|_| BundleError::Defect("a list of artifacts holds something else"))
}

const fn too_long() -> BundleError {
    BundleError::Defect("a list of artifacts is too long")
}
