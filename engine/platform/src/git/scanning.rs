//! Reading the dependency manifests of a repository, within bounds.

use std::time::Duration;

use tokio::time::timeout;
use waybill_outbound::OutboundError;

use super::client::Connection;
use super::error::FAILED;
use super::vendors::is_path;
use super::{GitError, ManifestKind, ManifestPackage, ScannedManifest, ScannedRepository};
use crate::keyed::TaskStopped;

/// How many repositories are scanned at once.
pub(super) const SCANS_MAX: usize = 2;
/// How long a scan may take.
const SCANNED_WITHIN: Duration = Duration::from_mins(2);
/// How many files are listed.
const FILES_MAX: usize = 10_000;
/// How many manifests are read.
const MANIFESTS_MAX: usize = 50;
/// The largest manifest that is read.
const MANIFEST_BYTES_MAX: usize = 5 * 1_024 * 1_024;
/// How many versions of packages all manifests of a repository may have.
const PACKAGES_MAX: usize = 50_000;

const TOO_LARGE: &str = "The file is larger than 5 MiB.";
const MISSING: &str = "The server lists this file, but does not have it.";
const ELSEWHERE: &str = "The server keeps the content of this file at another address.";

/// Reads the manifests of a repository.
pub(super) async fn scan(
    connection: &Connection,
    repository: String,
) -> Result<ScannedRepository, GitError> {
    let scanned = timeout(SCANNED_WITHIN, read(connection, repository)).await;
    scanned.unwrap_or(Err(GitError::Unreachable(OutboundError::TooSlow)))
}

async fn read(connection: &Connection, repository: String) -> Result<ScannedRepository, GitError> {
    let revision = connection.newest(&repository).await?;
    let Some(commit) = revision.clone() else {
        return Ok(ScannedRepository { repository, revision, manifests: vec![], truncated: false });
    };
    let (found, mut truncated) = find(connection, &repository, &commit).await?;
    let (mut manifests, mut packages_left) = (Vec::new(), PACKAGES_MAX);
    for (path, kind) in found {
        let read = read_manifest(connection, &repository, &commit, (path.as_str(), kind)).await?;
        let (mut packages, problem) = match read {
            Ok(packages) => (packages, None),
            Err(problem) => (Vec::new(), Some(problem.to_owned())),
        };
        truncated |= packages.len() > packages_left;
        packages.truncate(packages_left);
        packages_left -= packages.len();
        manifests.push(ScannedManifest { path, kind, packages, problem });
    }
    Ok(ScannedRepository { repository, revision, manifests, truncated })
}

/// The paths of the manifests of a commit, and whether there may be more. Those in outer folders come first where there
/// are too many.
async fn find(
    connection: &Connection,
    repository: &str,
    commit: &str,
) -> Result<(Vec<(String, ManifestKind)>, bool), GitError> {
    let (mut found, mut listed, mut truncated) = (Vec::new(), 0, false);
    let mut next = None;
    loop {
        let mut page = connection.files(repository, commit, next).await?;
        let left = FILES_MAX - listed;
        truncated |= page.truncated || page.files.len() > left;
        page.files.truncate(left);
        listed += page.files.len();
        let manifests = page.files.into_iter().filter(|path| is_path(path));
        found.extend(manifests.filter_map(|path| {
            let kind = ManifestKind::of_path(&path)?;
            Some((path, kind))
        }));
        next = page.next;
        if next.is_none() {
            break;
        }
        if listed >= FILES_MAX {
            truncated = true;
            break;
        }
    }
    found.sort_by_cached_key(|(path, _)| (path.split('/').count(), path.clone()));
    truncated |= found.len() > MANIFESTS_MAX;
    found.truncate(MANIFESTS_MAX);
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok((found, truncated))
}

/// The packages of a manifest, or a sentence about why it cannot be read.
async fn read_manifest(
    connection: &Connection,
    repository: &str,
    commit: &str,
    (path, kind): (&str, ManifestKind),
) -> Result<Result<Vec<ManifestPackage>, &'static str>, GitError> {
    let content = match connection.file(repository, commit, path, MANIFEST_BYTES_MAX).await {
        Ok(Some(content)) => content,
        Ok(None) => return Ok(Err(MISSING)),
        Err(GitError::TooLarge) => return Ok(Err(TOO_LARGE)),
        Err(GitError::Answer(FAILED)) => return Ok(Err(FAILED)),
        Err(GitError::Unreachable(OutboundError::Redirected)) => return Ok(Err(ELSEWHERE)),
        Err(error) => return Err(error),
    };
    // A large one takes a while.
    let read = tokio::task::spawn_blocking(move || kind.read(&content));
    Ok(read.await.map_err(|_| TaskStopped)?)
}
