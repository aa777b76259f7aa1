//! Downloading a bundle: piece by piece, resumed after an interruption, and compared with what was announced.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tokio::time::sleep;
use waybill_machines::machines::support_bundle::{Archive, Fault};
use waybill_machines::rules::support::BundleRequest;
use waybill_outbound::header::HeaderValue;
use waybill_outbound::{Request, header};

use super::{ArchiveResponse, CreationFailure, FAILURES_MAX, may_pass, unavailable};
use crate::remote::{Remote, RemoteError};
use crate::secret::hex;

/// The size that an archive may have in addition to its content: its headers, and content that cannot be compressed.
const OVERHEAD_BYTES: u64 = 8 * 1_024 * 1_024;
/// How many bytes are written at once.
const PORTION_BYTES: usize = 1_024 * 1_024;
/// The first bytes of every zip archive.
const ZIP: &[u8] = b"PK\x03\x04";
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Downloads the bundle into a new file.
pub(super) async fn fetch(
    remote: &Remote,
    id: &str,
    made: Option<ArchiveResponse>,
    wanted: &BundleRequest,
    path: &Path,
) -> Result<Archive, CreationFailure> {
    let most = wanted.parameters.total_bytes_max.saturating_add(OVERHEAD_BYTES);
    if made.as_ref().is_some_and(|made| made.bytes > most) {
        return Err(not_it("it is larger than what was asked for"));
    }
    let mut options = OpenOptions::new();
    let opened = options.write(true).create_new(true).mode(0o600).open(path);
    let mut fetched = Fetched::new(opened.map_err(|error| not_written(&error))?);
    let mut failures = 0;
    loop {
        let before = fetched.bytes;
        match fetched.resume(remote, id, most).await {
            Ok(()) => break,
            Err(DownloadError::Disk(error)) => return Err(not_written(&error)),
            Err(DownloadError::Remote(error)) => {
                failures = if fetched.bytes > before { 1 } else { failures + 1 };
                if failures >= FAILURES_MAX || !may_pass(error) || fetched.bytes > most {
                    return Err(unavailable(error));
                }
                sleep(TRY_AGAIN_AFTER).await;
            }
        }
    }
    let bytes = fetched.bytes;
    let digest = fetched.finish().await.map_err(|error| not_written(&error))?;
    // If a platform announces nothing, it only has to be an archive.
    let made = made.unwrap_or(ArchiveResponse {
        bytes,
        digest: digest.clone(),
        files: 0,
        redacted: 0,
        shortened: 0,
    });
    if made.bytes != bytes || made.digest != digest {
        return Err(not_it("its size or its SHA-256 is another"));
    }
    Ok(made.archive(bytes, digest))
}

fn not_it(why: &str) -> CreationFailure {
    (Fault::Unavailable, format!("What the other platform sent is not what was made: {why}."))
}

fn not_written(error: &io::Error) -> CreationFailure {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let fault = match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => Fault::DiskFull,
        _ => Fault::Unavailable,
    };
    (fault, format!("The archive cannot be written: {error}."))
}

/// Why the download was interrupted.
enum DownloadError {
    Disk(io::Error),
    Remote(RemoteError),
}

/// The part that has been downloaded.
struct Fetched {
    /// `None` while a portion is being written.
    file: Option<(File, Sha256)>,
    waiting: Vec<u8>,
    bytes: u64,
    /// The `ETag` of the first response: shows whether a resumed download is of the same archive.
    etag: Option<HeaderValue>,
}

impl Fetched {
    fn new(file: File) -> Self {
        let file = Some((file, Sha256::new()));
        Self { file, waiting: Vec::with_capacity(PORTION_BYTES), bytes: 0, etag: None }
    }

    /// Downloads the missing part.
    async fn resume(&mut self, remote: &Remote, id: &str, most: u64) -> Result<(), DownloadError> {
        let path = ["ui", "userSupport", "downloadBundle", id];
        let mut request = Request::get(remote.console.below(&path, &[]));
        if let (Some(etag), 1..) = (&self.etag, self.bytes) {
            let range = HeaderValue::from_str(&format!("bytes={}-", self.bytes));
            request = request.with_header(header::IF_RANGE, etag.clone());
            if let Ok(range) = range {
                request = request.with_header(header::RANGE, range);
            }
        }
        let left = usize::try_from(most.saturating_sub(self.bytes)).unwrap_or(usize::MAX);
        let mut file = remote.file(request, left).await.map_err(DownloadError::Remote)?;
        if file.is_part {
            let range = file.headers.get(header::CONTENT_RANGE);
            let range = range.and_then(|range| range.to_str().ok()).unwrap_or_default();
            if !range.starts_with(&format!("bytes {}-", self.bytes)) {
                return Err(DownloadError::Remote(RemoteError::InvalidResponse));
            }
        } else {
            self.restart().await.map_err(DownloadError::Disk)?;
            self.etag = file.headers.get(header::ETAG).cloned();
        }
        while let Some(piece) = file.next().await.map_err(DownloadError::Remote)? {
            self.take(&piece).await?;
        }
        self.write().await.map_err(DownloadError::Disk)
    }

    async fn take(&mut self, piece: &[u8]) -> Result<(), DownloadError> {
        let begun = usize::try_from(self.bytes).unwrap_or(usize::MAX);
        if begun < ZIP.len() {
            let expected = &ZIP[begun..];
            let shared = expected.len().min(piece.len());
            if piece[..shared] != expected[..shared] {
                return Err(DownloadError::Remote(RemoteError::InvalidResponse));
            }
        }
        self.waiting.extend_from_slice(piece);
        self.bytes += piece.len() as u64;
        if self.waiting.len() >= PORTION_BYTES {
            self.write().await.map_err(DownloadError::Disk)?;
        }
        Ok(())
    }

    async fn restart(&mut self) -> io::Result<()> {
        self.waiting.clear();
        self.bytes = 0;
        self.with(|file, hash, _| {
            *hash = Sha256::new();
            file.set_len(0)?;
            file.rewind()
        })
        .await
    }

    async fn write(&mut self) -> io::Result<()> {
        self.with(|file, hash, waiting| {
            hash.update(&*waiting);
            let written = file.write_all(waiting);
            waiting.clear();
            written
        })
        .await
    }

    /// Runs blocking work with the file on a thread for it.
    async fn with(
        &mut self,
        work: impl FnOnce(&mut File, &mut Sha256, &mut Vec<u8>) -> io::Result<()> + Send + 'static,
    ) -> io::Result<()> {
        let stopped = || io::Error::other("writing stopped");
        let (mut file, mut hash) = self.file.take().ok_or_else(stopped)?;
        let mut waiting = std::mem::take(&mut self.waiting);
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&mut file, &mut hash, &mut waiting);
            (file, hash, waiting, done)
        });
        let (file, hash, waiting, done) = done.await.map_err(|_| stopped())?;
        (self.file, self.waiting) = (Some((file, hash)), waiting);
        done
    }

    /// Makes the file durable and returns its SHA-256.
    async fn finish(mut self) -> io::Result<String> {
        self.with(|file, _, _| file.sync_all()).await?;
        let (_, hash) = self.file.ok_or_else(|| io::Error::other("writing stopped"))?;
        Ok(hex(&hash.finalize()))
    }
}
