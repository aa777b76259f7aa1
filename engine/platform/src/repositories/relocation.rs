//! Copying and moving files and folders, within a repository and between repositories.

use std::sync::Arc;

use waybill_machines::rules::repositories::{PackageType, Repository, RepositoryClass};

use super::{Answer, Expected, Kind, Location, Overwriting, RepositoryError};
use crate::streams::ChangeContext;

/// The most files that are copied or moved at once.
pub const RELOCATED_AT_ONCE_MAX: usize = 10_000;
/// The most files that an answer names.
const NAMED_MAX: usize = 20;

/// Checks that the files of a repository can be copied and moved at all.
///
/// # Errors
///
/// [`RelocationProblem`], if it is not local, or its files belong to versions whose metadata would not follow.
pub const fn check_relocatable(settings: &Repository) -> Result<(), RelocationProblem> {
    match (settings.class, settings.package_type) {
        (RepositoryClass::Remote | RepositoryClass::Virtual, _) => Err(RelocationProblem::NotLocal),
        (
            RepositoryClass::Local,
            PackageType::Generic
            | PackageType::Mysql
            | PackageType::Maven
            | PackageType::Gradle
            | PackageType::Ivy,
        ) => Ok(()),
        (
            RepositoryClass::Local,
            PackageType::Npm
            | PackageType::Cargo
            | PackageType::Docker
            | PackageType::Pypi
            | PackageType::Helm
            | PackageType::Go,
        ) => Err(RelocationProblem::Versions),
    }
}

/// The port for copying and moving. Contents are not copied: both files name the same one.
pub trait Relocating: Send + Sync + 'static {
    /// Copies or moves a file, or everything in a folder that the caller may see. All files are judged before the first
    /// one is changed, and each of them is copied or moved as a whole. It runs to completion even when the caller stops
    /// waiting.
    fn relocate(&self, wanted: Relocation, context: ChangeContext) -> Answer<'_, Relocated>;
}

/// What is to be copied or moved.
#[derive(Clone)]
pub struct Relocation {
    /// The file or the folder; an empty path is all of a repository, which can be copied.
    pub from: Location,
    /// What it is.
    pub kind: Kind,
    /// The checksums of the file, if only this content is wanted; another one that has come to its path stays there.
    pub expected: Option<Expected>,
    /// The path that it gets.
    pub to: Location,
    /// Whether it gets its own name in a folder that is at that path. Otherwise a file is not stored there then.
    pub into_folder: bool,
    /// Whether it is moved.
    pub moves: bool,
    /// Whether it is only judged.
    pub is_dry: bool,
    /// What the caller may do.
    pub may: Arc<dyn MayRelocate>,
}

/// What a caller may do with each file.
pub trait MayRelocate: Send + Sync {
    /// Whether the caller may see the file at a path of the source.
    fn read(&self, path: &str) -> bool;

    /// Whether the caller may remove it there.
    fn remove(&self, path: &str) -> bool;

    /// What the caller may do at a path of the destination, with a file of the source.
    ///
    /// # Errors
    ///
    /// [`RelocationProblem`], if nothing may be stored there.
    fn store(&self, from: &str, to: &str) -> Result<Overwriting, RelocationProblem>;
}

/// Why something cannot be copied or moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RelocationProblem {
    /// One of the repositories is not local.
    #[error("files are copied and moved between local repositories; this one is remote or virtual")]
    NotLocal,
    /// The repositories have packages of different kinds.
    #[error("files are copied and moved between repositories of one package type")]
    PackageType,
    /// The files of this package type belong to versions, whose metadata would not follow.
    #[error(
        "files of this package type belong to versions with metadata and cannot be copied or moved; publish the version to the other repository with its client"
    )]
    Versions,
    /// The file of a version has another path at the destination.
    #[error(
        "a file of Maven keeps its path, which names its group, artifact and version; copy or move it to the same path of another repository"
    )]
    OtherPath,
    /// The source and the destination are the same.
    #[error("this is the path that it has already; choose another one")]
    SamePlace,
    /// The destination is in the folder.
    #[error("a folder cannot be copied or moved into itself; choose a path outside of it")]
    IntoItself,
    /// All of a repository cannot be moved.
    #[error("a whole repository cannot be moved; move the folders in it")]
    Root,
    /// There are too many files.
    #[error(
        "there are more than {RELOCATED_AT_ONCE_MAX} files in this folder; copy or move the folders in it one by one"
    )]
    TooMany,
    /// The caller may not store a file at the destination.
    #[error("your permissions do not let you store this file at the destination")]
    MayNotStore,
    /// The caller may not remove a file at the source.
    #[error("your permissions do not let you remove this file, so that it cannot be moved")]
    MayNotRemove,
}

/// What was copied or moved, or would be.
#[derive(Debug)]
pub struct Relocated {
    /// The path that the file or the folder has.
    pub to: Location,
    /// Whether nothing was at that path before.
    pub is_new: bool,
    /// How many files there are.
    pub files: u64,
    /// How many folders they are in, with the copied or moved one.
    pub folders: u64,
    /// How many files were to be copied or moved.
    pub wanted: u64,
    /// Files whose contents are replaced by others.
    pub replaced: Named<String>,
    /// What keeps files from being copied or moved; only a relocation that is judged alone has any.
    pub conflicts: Named<Stopped>,
    /// Why the others were not.
    pub stopped: Option<Stopped>,
}

/// Things of which there may be many: their number, and the first ones.
#[derive(Debug)]
pub struct Named<T> {
    /// How many there are.
    pub count: u64,
    /// The first ones.
    pub first: Vec<T>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self { count: 0, first: Vec::new() }
    }
}

impl<T> Named<T> {
    /// Adds one, which is named unless there are many before it.
    pub(super) fn add(&mut self, one: T) {
        self.count += 1;
        if self.first.len() < NAMED_MAX {
            self.first.push(one);
        }
    }
}

/// A file that is not copied or moved. The first one ends a relocation.
#[derive(Debug)]
pub struct Stopped {
    /// The path of the file.
    pub path: String,
    /// Why.
    pub why: RepositoryError,
}

impl Stopped {
    /// The same as the error of a relocation: of several files, it names the one.
    pub fn into_error(self, of: Kind) -> RepositoryError {
        match of {
            Kind::File => self.why,
            Kind::Folder => RepositoryError::AtPath { path: self.path, why: Box::new(self.why) },
        }
    }
}
