//! Reading the dependency manifests of a repository, within bounds. What a bound leaves no room or no time for is left
//! out, and the result says so; a file that cannot be read hides no others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use tokio::time::{Instant, timeout};
use waybill_outbound::OutboundError;

use super::client::Connection;
use super::error::{FAILED, LIMITED, unreachable};
use super::vendors::{ApiRequest, FilesPage, is_path};
use super::{GitError, ManifestKind, ScannedManifest, ScannedRepository};
use crate::keyed::TaskStopped;

/// How many repositories are scanned at once.
pub(super) const SCANS_MAX: usize = 2;
/// How long a scan may take.
pub(super) const SCANNED_WITHIN: Duration = Duration::from_mins(2);
/// After how many files no further page is listed.
const FILES_MAX: usize = 10_000;
/// After how many pages no further one is listed: a page may have folders only, or be empty.
const PAGES_MAX: usize = 250;
/// How many manifests are read.
const MANIFESTS_MAX: usize = 50;
/// How many manifests of a repository are read at once.
const READ_AT_ONCE: usize = 4;
/// The largest manifest that is read.
const MANIFEST_BYTES_MAX: usize = 5 * 1_024 * 1_024;
/// How many versions of packages all manifests of a repository may have.
const PACKAGES_MAX: usize = 50_000;

const TOO_LARGE: &str = "The file is larger than 5 MiB.";
const MISSING: &str = "The server lists this file, but does not have it.";
const ELSEWHERE: &str = "The server keeps the content of this file at another address.";

/// A commit that is read.
struct Reading<'a> {
    connection: &'a Connection,
    repository: &'a str,
    commit: &'a str,
    deadline: Instant,
    /// The vendor accepts no more requests for now.
    is_limited: AtomicBool,
}

impl Reading<'_> {
    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Whether nothing more is asked for.
    fn is_over(&self) -> bool {
        self.left().is_zero() || self.is_limited.load(Ordering::Relaxed)
    }

    /// A page of files.
    async fn page(&self, request: ApiRequest) -> Result<FilesPage, GitError> {
        self.connection.files(request, self.left()).await
    }

    fn root_files(&self) -> Option<ApiRequest> {
        self.connection.root_files(self.repository, self.commit)
    }

    /// Whether an answer is missing because the time of the scan is up. Its last request may have waited for its turn.
    fn is_late(&self, error: &GitError) -> bool {
        matches!(error, GitError::Unreachable(OutboundError::TooSlow | OutboundError::Busy))
            && self.left().is_zero()
    }

    /// Whether an answer is missing because of a bound.
    fn is_cut_by(&self, error: &GitError) -> bool {
        matches!(error, GitError::Answer(LIMITED)) || self.is_late(error)
    }
}

/// Reads the manifests of a repository within a time.
pub(super) async fn scan(
    connection: &Connection,
    repository: String,
    within: Duration,
) -> Result<ScannedRepository, GitError> {
    let deadline = Instant::now() + within;
    let newest = timeout(within, connection.newest(&repository)).await;
    let revision = newest.unwrap_or(Err(GitError::Unreachable(OutboundError::TooSlow)))?;
    let Some(commit) = revision.as_deref() else {
        return Ok(ScannedRepository { repository, revision, manifests: vec![], truncated: false });
    };
    let is_limited = AtomicBool::new(false);
    let reading = Reading { connection, repository: &repository, commit, deadline, is_limited };
    let (found, is_listed_in_part) = find(&reading).await?;
    let (manifests, is_read_in_part) = read_all(&reading, found).await?;
    let truncated = is_listed_in_part || is_read_in_part;
    Ok(ScannedRepository { repository, revision, manifests, truncated })
}

/// Reads manifests. Answers also whether some are left out.
async fn read_all(
    reading: &Reading<'_>,
    found: Vec<(String, ManifestKind)>,
) -> Result<(Vec<ScannedManifest>, bool), GitError> {
    let reads: Vec<_> = found.into_iter().map(|(path, kind)| read(reading, path, kind)).collect();
    let mut reads = stream::iter(reads).buffered(READ_AT_ONCE);
    let (mut manifests, mut packages_left, mut truncated) = (Vec::new(), PACKAGES_MAX, false);
    while let Some(read) = reads.next().await {
        let Some(mut manifest) = read? else {
            truncated = true;
            continue;
        };
        truncated |= manifest.packages.len() > packages_left;
        manifest.packages.truncate(packages_left);
        packages_left -= manifest.packages.len();
        manifests.push(manifest);
    }
    truncated |= reading.is_limited.load(Ordering::Relaxed);
    Ok((manifests, truncated))
}

/// The paths of the manifests of a commit, and whether there may be more. Those in outer folders come first where there
/// are too many.
async fn find(reading: &Reading<'_>) -> Result<(Vec<(String, ManifestKind)>, bool), GitError> {
    let (mut page, mut truncated) = first_page(reading).await?;
    let (mut found, mut listed, mut pages) = (BTreeMap::new(), 0, 0);
    // Whatever the order of the pages is, the outermost manifests are not among those that are left out.
    if page.next.is_some() && !truncated {
        found.extend(manifests_of(root_page(reading).await?));
    }
    loop {
        let FilesPage { files, truncated: is_cut, next } = page;
        truncated |= is_cut;
        listed += files.len();
        pages += 1;
        found.extend(manifests_of(files));
        let Some(next) = next else { break };
        if listed >= FILES_MAX || pages >= PAGES_MAX || reading.is_over() {
            truncated = true;
            break;
        }
        page = match reading.page(next).await {
            Ok(page) => page,
            Err(error) if reading.is_cut_by(&error) => {
                truncated = true;
                break;
            }
            Err(error) => return Err(error),
        };
    }
    let (found, is_cut) = outermost(without_sums(found));
    Ok((found, truncated || is_cut))
}

/// The first page of all files. Where the vendor fails to list all folders, it is that of the root folder alone, and
/// some are left out.
async fn first_page(reading: &Reading<'_>) -> Result<(FilesPage, bool), GitError> {
    let request = reading.connection.all_files(reading.repository, reading.commit);
    match (reading.page(request).await, reading.root_files()) {
        (Err(GitError::Answer(FAILED)), Some(root)) => Ok((reading.page(root).await?, true)),
        (first, _) => Ok((first?, false)),
    }
}

/// The files of the root folder, as far as one answer has them. Without that answer they are listed with all others.
async fn root_page(reading: &Reading<'_>) -> Result<Vec<String>, GitError> {
    let Some(request) = reading.root_files() else { return Ok(Vec::new()) };
    match reading.page(request).await {
        Ok(page) => Ok(page.files),
        Err(error @ (GitError::Refused | GitError::Changed)) => Err(error),
        Err(_) => Ok(Vec::new()),
    }
}

fn manifests_of(files: Vec<String>) -> impl Iterator<Item = (String, ManifestKind)> {
    files.into_iter().filter(|path| is_path(path)).filter_map(|path| {
        let kind = ManifestKind::of_path(&path)?;
        Some((path, kind))
    })
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The checksums beside a `go.mod` are also those of versions that its module does not use.
fn without_sums(mut found: BTreeMap<String, ManifestKind>) -> BTreeMap<String, ManifestKind> {
    let modules = found.iter().filter(|(_, kind)| **kind == ManifestKind::GoMod);
    let modules: BTreeSet<String> = modules.map(|(path, _)| folder_of(path).to_owned()).collect();
    found.retain(|path, kind| *kind != ManifestKind::GoSum || !modules.contains(folder_of(path)));
    found
}

/// As many manifests as are read, by path, and whether there are more.
fn outermost(found: BTreeMap<String, ManifestKind>) -> (Vec<(String, ManifestKind)>, bool) {
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_cached_key(|(path, _)| (path.split('/').count(), path.clone()));
    let is_cut = found.len() > MANIFESTS_MAX;
    found.truncate(MANIFESTS_MAX);
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    (found, is_cut)
}

/// A manifest with its packages, or with a sentence about why it cannot be read; `None` if no time was left for it.
async fn read(
    reading: &Reading<'_>,
    path: String,
    kind: ManifestKind,
) -> Result<Option<ScannedManifest>, GitError> {
    if reading.is_over() {
        return Ok(None);
    }
    let Reading { connection, repository, commit, .. } = reading;
    let bounds = (MANIFEST_BYTES_MAX, reading.left());
    let content = match connection.file(repository, commit, &path, bounds).await {
        Ok(content) => content.ok_or(Some(MISSING)),
        Err(error) => Err(problem_of(reading, error)?),
    };
    let packages = match content {
        Ok(content) => {
            // A large one takes a while.
            let packages = tokio::task::spawn_blocking(move || kind.read(&content)).await;
            packages.map_err(|_| TaskStopped)?
        }
        Err(Some(problem)) => Err(problem),
        Err(None) => return Ok(None),
    };
    let (packages, problem) = match packages {
        Ok(packages) => (packages, None),
        Err(problem) => (Vec::new(), Some(problem.to_owned())),
    };
    Ok(Some(ScannedManifest { path, kind, packages, problem }))
}

/// What the error of a file means for this file; `None` if no time was left for it. The error if it ends the scan.
fn problem_of(reading: &Reading<'_>, error: GitError) -> Result<Option<&'static str>, GitError> {
    if reading.is_late(&error) {
        return Ok(None);
    }
    match error {
        GitError::TooLarge => Ok(Some(TOO_LARGE)),
        GitError::Unreachable(OutboundError::Redirected) => Ok(Some(ELSEWHERE)),
        GitError::Unreachable(error) => Ok(Some(unreachable(&error))),
        GitError::Answer(sentence) => {
            // Vendors extend the limit of clients that go on.
            if sentence == LIMITED {
                reading.is_limited.store(true, Ordering::Relaxed);
            }
            Ok(Some(sentence))
        }
        other => Err(other),
    }
}

#[cfg(test)]
mod tests;
