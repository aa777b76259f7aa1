//! Where the contents of files are kept: in a folder of the data directory, or in a bucket of a store elsewhere.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use waybill_blobs::{BlobError, Blobs, Owner, S3, S3Settings, SecretKey, UPLOADS, Unusable};
use waybill_outbound::Outbound;
use waybill_platform::secret::others_may_open;
use zeroize::Zeroizing;

use super::FOLDER;
use crate::cli::BadInput;
use crate::config::ConfigFile;
use crate::data::{holds_files, write_durably};
use crate::files;

/// The file that names the bucket which has the contents, in their folder. Backups have it.
const NOTE: &str = "store.json";
/// The folder of contents that are kept here.
const CONTENTS: &str = "sha256";
/// A longer file does not contain a key, or a note.
const FILE_BYTES_MAX: u64 = 8_192;

/// A data directory, as far as its contents are concerned.
#[derive(Debug, Clone, Copy)]
pub struct Directory<'a> {
    /// Its path.
    pub root: &'a Path,
    /// The id of the installation.
    pub instance: &'a str,
    /// The id of the journals' history.
    pub epoch: &'a str,
}

/// Which bucket has the contents of a data directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    endpoint: String,
    bucket: String,
    prefix: String,
}

impl Note {
    fn of(settings: &S3Settings) -> Self {
        let S3Settings { endpoint, bucket, prefix, .. } = settings.clone();
        Self { endpoint, bucket, prefix }
    }

    /// The note of a data directory; `None` if its contents are in its folder.
    ///
    /// # Errors
    ///
    /// A sentence, if it cannot be read.
    pub fn read(root: &Path) -> anyhow::Result<Option<Self>> {
        let path = path(root);
        let text = match files::read(&path, FILE_BYTES_MAX) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(error).with_context(|| format!("{} cannot be read", path.display()));
            }
        };
        let note = serde_json::from_slice(&text);
        note.map(Some).with_context(|| format!("{} names no bucket", path.display()))
    }

    /// The bucket, for a sentence.
    pub fn shown(&self) -> String {
        let Self { endpoint, bucket, prefix } = self;
        let below = if prefix.is_empty() { String::new() } else { format!(", below {prefix}") };
        format!("the bucket {bucket} at {endpoint}{below}")
    }
}

fn path(root: &Path) -> PathBuf {
    root.join(FOLDER).join(NOTE)
}

/// The contents of a data directory, and what is still to be noted of them.
pub struct Opened {
    /// The store.
    pub blobs: Blobs,
    /// The note that is not written yet.
    pub unnoted: Option<Unnoted>,
}

/// A note that is written once the bucket was reached for the first time.
#[derive(Debug, Clone)]
pub struct Unnoted {
    path: PathBuf,
    note: Note,
}

impl Unnoted {
    /// Writes the note.
    ///
    /// # Errors
    ///
    /// A sentence, if it cannot be written.
    pub fn write(&self) -> anyhow::Result<()> {
        write_durably(&self.path, &serde_json::to_vec(&self.note)?)
    }
}

/// Opens the contents of a data directory. No request is sent to a store yet; where the configuration and the directory
/// do not fit together, each use of the contents is an error that says so.
///
/// # Errors
///
/// A sentence, if settings are not valid or the folder cannot be used.
pub fn open(
    directory: Directory<'_>,
    file: &ConfigFile,
    outbound: &Outbound,
) -> anyhow::Result<Opened> {
    let root = directory.root;
    let (folder, note) = (root.join(FOLDER), Note::read(root)?);
    let Some(settings) = &file.contents.s3 else {
        let Some(note) = note else {
            return Ok(Opened { blobs: Blobs::in_folder(&folder)?, unnoted: None });
        };
        return unusable(
            &folder,
            format!(
                "they are in {}; name it in the configuration, under [contents.s3], or copy them back as the documentation \
             says",
                note.shown()
            ),
        );
    };
    if note.is_none() && holds_files(&folder.join(CONTENTS)) {
        return unusable(
            &folder,
            format!(
                "the configuration names {}, and there are contents in {}; copy them as the documentation says, or take \
             [contents.s3] out",
                Note::of(settings).shown(),
                folder.join(CONTENTS).display()
            ),
        );
    }
    let bucket = bucket(directory, settings, outbound, note.is_some())?;
    let (path, new) = (path(root), Note::of(settings));
    let unnoted = (note.as_ref() != Some(&new)).then_some(Unnoted { path, note: new });
    Ok(Opened { blobs: Blobs::open(Arc::new(bucket), &folder.join(UPLOADS))?, unnoted })
}

/// The bucket of a data directory, which has contents already or not.
///
/// # Errors
///
/// A sentence, if settings are not valid.
pub fn bucket(
    Directory { instance, epoch, .. }: Directory<'_>,
    settings: &S3Settings,
    outbound: &Outbound,
    has_contents: bool,
) -> anyhow::Result<S3> {
    let (installation, history) = (instance.to_owned(), epoch.to_owned());
    let owner = Owner { installation, history, has_contents };
    let secret = secret(&settings.secret_access_key_file)?;
    Ok(S3::new(settings.clone(), &secret, outbound.clone(), owner)?)
}

fn unusable(folder: &Path, why: String) -> anyhow::Result<Opened> {
    let blobs = Blobs::open(Arc::new(Unusable(why)), &folder.join(UPLOADS))?;
    Ok(Opened { blobs, unnoted: None })
}

/// Checks what the settings say without asking the store.
///
/// # Errors
///
/// A sentence, if they are not valid.
pub fn check(settings: &S3Settings) -> anyhow::Result<()> {
    settings.check()?;
    secret(&settings.secret_access_key_file).map(drop)
}

fn secret(path: &Path) -> anyhow::Result<SecretKey> {
    let read = || {
        let text = Zeroizing::new(files::read(path, FILE_BYTES_MAX)?);
        if others_may_open(&fs::metadata(path)?) {
            bail!(
                "others on this machine can open it: take that from them with `chmod o-rwx`, and replace the access key"
            );
        }
        let text = std::str::from_utf8(&text).context("it is no text")?;
        Ok(SecretKey::parse(text.trim())?)
    };
    read().with_context(|| format!("the secret access key {} cannot be read", path.display()))
}

/// Whether the server may start with a store that gave this answer. One that is down may be up later; but the first
/// start has to see that the settings are right.
///
/// # Errors
///
/// The sentence with which the server ends.
pub fn check_start(
    checked: Result<(), BlobError>,
    unnoted: Option<&Unnoted>,
) -> anyhow::Result<()> {
    match (checked, unnoted) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(unnoted)) => unnoted.write(),
        (Err(error @ BlobError::Unreachable(_)), None) => {
            tracing::error!(service = "artifactory", %error, "files cannot be stored or read yet");
            Ok(())
        }
        (Err(error), _) => Err(BadInput(error.to_string()).into()),
    }
}
