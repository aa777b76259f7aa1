//! The file of a version: an archive whose metadata is that of the version.

use std::fs::File;
use std::path::Path;

use super::metadata::{CoreMetadata, MetadataError};
use super::names::{FileKind, FileName, normalised, version_of};
use super::{sdist, wheel};
use crate::components::tarball::TarballError;
use crate::components::zipped::ZipProblem;

/// Why a file is not that of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArchiveError {
    /// It cannot be read.
    #[error(transparent)]
    Tarball(#[from] TarballError),
    /// It cannot be read.
    #[error("The file is no zip archive, or is damaged")]
    NoZip,
    /// Clients would read it in different ways.
    #[error("The file has entries that clients read in different ways; build it with another tool")]
    Ambiguous,
    /// It has too much in it.
    #[error(
        "A wheel may have at most {} entries and unpack to {} MiB",
        wheel::MEMBERS_MAX,
        wheel::UNPACKED_BYTES_MAX / 1_024 / 1_024
    )]
    TooLarge,
    /// Something would be unpacked elsewhere.
    #[error("The file has an entry whose path leads outside of its folder")]
    Outside,
    /// It has something else than files and folders.
    #[error("The file has links or devices in it; it has to have files and folders only")]
    NotPlain,
    /// It has no metadata.
    #[error("The file has no {0} where clients look for it, or several")]
    NoMetadata(&'static str),
    /// The metadata is no text, or too long.
    #[error("The metadata in the file is no text in UTF-8 of at most 1 MiB")]
    NoText,
    /// The metadata cannot be read.
    #[error(transparent)]
    Metadata(#[from] MetadataError),
    /// The metadata is of something else.
    #[error("The metadata in the file is of another project or version than its name says")]
    AnotherVersion,
}

impl From<ZipProblem> for ArchiveError {
    fn from(problem: ZipProblem) -> Self {
        match problem {
            ZipProblem::Damaged => Self::NoZip,
            ZipProblem::Ambiguous => Self::Ambiguous,
            ZipProblem::TooLarge => Self::TooLarge,
        }
    }
}

/// The metadata in a file: as a text, and what it says. Blocks on the disk.
///
/// # Errors
///
/// [`ArchiveError`], also if it is of another project or version than the name of the file.
pub(super) fn metadata(
    file: &Path,
    name: &FileName,
) -> Result<(String, CoreMetadata), ArchiveError> {
    let file = File::open(file).map_err(|_| ArchiveError::NoZip)?;
    let text = match name.kind {
        FileKind::Wheel => wheel::metadata(file, name)?,
        FileKind::Sdist => sdist::metadata(file, name)?,
    };
    let read = CoreMetadata::read(&text)?;
    let is_same = is_of(&read.name, &read.version, name);
    is_same.then_some((text, read)).ok_or(ArchiveError::AnotherVersion)
}

/// Whether a name and a version are those of a file.
pub(super) fn is_of(name: &str, version: &str, file: &FileName) -> bool {
    normalised(name) == file.project && version_of(version).as_ref() == Some(&file.version)
}

/// Whether the folder `{name}-{version}` is that of a file.
pub(super) fn is_folder_of(folder: &str, file: &FileName) -> bool {
    folder.rsplit_once('-').is_some_and(|(name, version)| is_of(name, version, file))
}
