//! The data directory: what lies where, whether all of it is there, and opening it.

mod manifest;
mod parts;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use waybill_journal::durable::{DurableJournal, DurableOptions};
use waybill_platform::secret::{hex, random};
use waybill_platform::vault::Vault;

use crate::cli::BadInput;
use manifest::Standing;

/// Names the sessions' journal.
pub const SESSIONS: &str = "sessions";
/// Names the platform's journal.
pub const PLATFORM: &str = "platform";
/// Where the uploaded logo lies.
pub const LOGO: &str = "logo";
/// Where the lists of release bundles lie.
pub const RELEASE_BUNDLES: &str = "release-bundles";
/// Where support bundles lie.
pub const SUPPORT: &str = "support";

/// Where the id of the installation lies, which its cookie is named by.
const INSTANCE: &str = "instance";
/// Where the id of the journals' history lies.
const EPOCH: &str = "epoch";
/// Both ids.
const IDS: [&str; 2] = [INSTANCE, EPOCH];

/// A data directory that is open.
pub struct Data {
    /// Where it lies.
    pub root: PathBuf,
    /// The sessions' journal.
    pub sessions: Arc<DurableJournal>,
    /// The platform's journal.
    pub platform: Arc<DurableJournal>,
    /// Secrets and personal data.
    pub vault: Arc<Vault>,
    /// Names the installation, and so its cookie.
    pub instance: String,
    /// Names the journal's history.
    pub epoch: String,
}

impl Data {
    /// Opens a data directory, making it if there is none. One that is not whole is left as it is.
    pub fn open(root: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(root).map_err(|error| {
            let root = root.display();
            BadInput(format!(
                "the data directory {root} cannot be made; choose another with --data: {error}"
            ))
        })?;
        let opening = manifest::lock(root)?;
        let standing = manifest::check(root)?;
        if standing == Standing::New {
            manifest::begin(root)?;
        }
        let directory = DataDirectory(root);
        let sessions = directory.journal(SESSIONS)?;
        let platform = directory.journal(PLATFORM)?;
        let vault = directory.vault()?;
        let instance = id(&root.join(INSTANCE), 4)?;
        let epoch = id(&root.join(EPOCH), 8)?;
        if standing != Standing::Whole {
            for folder in parts::FOLDERS {
                fs::create_dir_all(root.join(folder))
                    .with_context(|| format!("{folder} cannot be made in {}", root.display()))?;
            }
            manifest::complete(root)?;
        }
        vault.attest()?;
        drop(opening);
        let (sessions, platform, vault) = (Arc::new(sessions), Arc::new(platform), Arc::new(vault));
        Ok(Self { root: root.to_owned(), sessions, platform, vault, instance, epoch })
    }
}

/// A data directory of which all parts are there, and that nothing was opened of.
#[derive(Debug, Clone, Copy)]
pub struct DataDirectory<'a>(&'a Path);

impl<'a> DataDirectory<'a> {
    /// A data directory that a server has made.
    pub fn existing(root: &'a Path) -> Result<Self, BadInput> {
        match manifest::check(root)? {
            Standing::Whole | Standing::Unnamed => Ok(Self(root)),
            Standing::New => Err(BadInput(format!(
                "{} is no data directory; name it with --data, or start the server once to make it",
                root.display()
            ))),
        }
    }

    /// Opens one of its journals, which must not be in use.
    pub fn journal(self, name: &str) -> anyhow::Result<DurableJournal> {
        Ok(DurableJournal::open(&self.journal_dir(name), DurableOptions::default())?)
    }

    /// Where a journal lies.
    pub fn journal_dir(self, name: &str) -> PathBuf {
        self.0.join("journal").join(name)
    }

    /// Opens its vault.
    pub fn vault(self) -> anyhow::Result<Vault> {
        let key_file =
            std::env::var_os(waybill_platform::vault::MASTER_KEY_FILE_ENV).map(PathBuf::from);
        Ok(Vault::open(&self.0.join("vault"), key_file.as_deref())?)
    }
}

/// An id that is made once and kept in a file.
fn id(path: &Path, bytes: usize) -> anyhow::Result<String> {
    if let Ok(text) = fs::read_to_string(path) {
        let text = text.trim();
        if text.len() == bytes * 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(text.to_owned());
        }
    }
    let text = hex(&random::<8>()[..bytes]);
    // Half of an id would be made anew by the next start, and all browsers would lose their sessions.
    write_durably(path, text.as_bytes())?;
    Ok(text)
}

/// Writes a file whole: after a crash there is the old one or the new one.
fn write_durably(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || {
        let fresh = path.with_extension("new");
        fs::write(&fresh, bytes)?;
        File::open(&fresh)?.sync_all()?;
        fs::rename(&fresh, path)?;
        path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
    };
    write().with_context(|| format!("{} cannot be written", path.display()))
}
