//! The data directory: what lies where, and opening all of it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use waybill_journal::durable::{DurableJournal, DurableOptions};
use waybill_platform::secret::{hex, random};
use waybill_platform::vault::Vault;

use crate::cli::BadInput;

/// Names the sessions' journal.
pub const SESSIONS: &str = "sessions";
/// Names the platform's journal.
pub const PLATFORM: &str = "platform";

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
    /// Opens a data directory, making it if there is none.
    pub fn open(root: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(root).map_err(|error| {
            let root = root.display();
            BadInput(format!(
                "the data directory {root} cannot be made; choose another with --data: {error}"
            ))
        })?;
        let sessions = Self::journal(root, SESSIONS)?;
        let platform = Self::journal(root, PLATFORM)?;
        let vault = Self::vault(root)?;
        Ok(Self {
            root: root.to_owned(),
            sessions: Arc::new(sessions),
            platform: Arc::new(platform),
            vault: Arc::new(vault),
            instance: id(&root.join("instance"), 4)?,
            epoch: id(&root.join("epoch"), 8)?,
        })
    }

    /// Opens one journal of a data directory, which must not be in use.
    pub fn journal(root: &Path, name: &str) -> anyhow::Result<DurableJournal> {
        Ok(DurableJournal::open(&Self::journal_dir(root, name), DurableOptions::default())?)
    }

    /// Opens the vault of a data directory.
    pub fn vault(root: &Path) -> anyhow::Result<Vault> {
        let key_file =
            std::env::var_os(waybill_platform::vault::MASTER_KEY_FILE_ENV).map(PathBuf::from);
        Ok(Vault::open(&root.join("vault"), key_file.as_deref())?)
    }

    /// Where a journal lies.
    pub fn journal_dir(root: &Path, name: &str) -> PathBuf {
        root.join("journal").join(name)
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
    let write = || {
        let fresh = path.with_extension("new");
        fs::write(&fresh, &text)?;
        File::open(&fresh)?.sync_all()?;
        fs::rename(&fresh, path)?;
        path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
    };
    write().with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(text)
}
