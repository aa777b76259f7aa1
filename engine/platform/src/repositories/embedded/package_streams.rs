//! The stream and the lock of each package.

use std::sync::Arc;

use tokio::sync::MutexGuard;
use waybill_machines::rules::repositories::PackageType;

use super::{Inner, LOCKS};
use crate::repositories::{FileInfo, RepositoryError, StoredRepository};
use crate::secret::sha256_hex;

/// Prefix of the streams of packages.
const PREFIX: &str = "package/";
/// How many hex digits of a digest name the stream of a package: two packages with the same ones do not occur.
const NAME_DIGITS: usize = 32;

/// The package that a file without a version belongs to.
pub(super) fn package_of(package_type: PackageType, path: &str) -> String {
    match package_type {
        // No part of the name of an image begins with an underscore.
        PackageType::Docker => path.split("/_").next().unwrap_or(path).to_owned(),
        // It is a package by itself.
        _ => path.to_owned(),
    }
}

/// The name of the stream of a package, by the id of its repository and its name there.
pub fn stream_of(repository: &str, package: &str) -> String {
    let digest = sha256_hex(package.as_bytes());
    format!("{PREFIX}{repository}/{}", &digest[..NAME_DIGITS])
}

/// The stream and the name of the package that the file at a path belongs to: that of its version. What belongs to no
/// version is a package by itself.
pub(super) fn stream_of_file(
    repository: &StoredRepository,
    path: &str,
    file: Option<&FileInfo>,
) -> (String, String) {
    let version = file.and_then(|file| file.version.as_ref());
    let package = version.map_or_else(
        || package_of(repository.settings.package_type, path),
        |version| version.package.clone(),
    );
    (stream_of(&repository.id, &package), package)
}

/// The id of the repository that a package's stream belongs to.
pub(in crate::repositories) fn repository_of(stream: &str) -> Option<&str> {
    Some(stream.strip_prefix(PREFIX)?.split_once('/')?.0)
}

/// The lock of a package, by the number that its stream's name has.
pub(super) fn lock_of(stream: &str) -> usize {
    let byte =
        stream.get(stream.len() - 2..).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    usize::from(byte.unwrap_or(0)) % LOCKS
}

impl Inner {
    /// Locks the package that the file at a path belongs to. Returns its stream, the lock, and the file.
    pub(super) async fn lock_file(
        self: &Arc<Self>,
        repository: &StoredRepository,
        path: &str,
    ) -> Result<(String, MutexGuard<'_, ()>, Option<FileInfo>), RepositoryError> {
        let mut file = self.file(&repository.id, path).await?;
        loop {
            let (stream, _) = stream_of_file(repository, path, file.as_ref());
            let lock = self.packages[lock_of(&stream)].lock().await;
            file = self.file(&repository.id, path).await?;
            // Before it was locked, the file may have come or gone.
            if stream_of_file(repository, path, file.as_ref()).0 == stream {
                return Ok((stream, lock, file));
            }
        }
    }
}
