//! The data directory: its layout, the check that it is complete, and opening it.

mod deliveries;
mod manifest;
mod parts;
mod private;
mod visitors;

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use rustix::fs::{Access, access};
use rustix::process::geteuid;
use waybill_journal::TieredJournal;
use waybill_journal::durable::{DurableJournal, DurableOptions};
use waybill_platform::secret::{hex, random};
use waybill_platform::vault::{MASTER_KEY_FILE_ENV, Vault, VaultError};

use crate::cli::BadInput;
use crate::component::LOG_FOLDER;
use crate::components;
use crate::metrics_page;
pub use deliveries::{DELIVERIES, delivery_days};
use manifest::Condition;
pub use manifest::NAME as MANIFEST;
use parts::Part;
pub use parts::holds_files;
pub use visitors::{VISITORS, VisitorDays, give_up_missing, visitors_journal};

/// The folder of the journals.
const JOURNALS: &str = "journal";
/// The name of the sessions' journal.
pub const SESSIONS: &str = "sessions";
/// The name of the platform's journal.
pub const PLATFORM: &str = "platform";
/// The file with the id of the installation, which is part of the cookie name.
pub const INSTANCE: &str = "instance";
/// The file with the id of the journals' history.
const EPOCH: &str = "epoch";
/// The number of bytes of the id of the installation.
const INSTANCE_BYTES: usize = 4;
/// The number of bytes of the id of the journals' history.
const EPOCH_BYTES: usize = 8;
/// The files with ids, and the number of bytes of each id.
const IDS: [(&str, usize); 2] = [(INSTANCE, INSTANCE_BYTES), (EPOCH, EPOCH_BYTES)];

/// The paths of the parts that other parts refer to.
pub fn parts() -> impl Iterator<Item = &'static str> {
    Part::ALL.into_iter().map(Part::path).chain([visitors::FOLDER])
}

/// An open data directory.
pub struct Data {
    /// Its path.
    pub root: PathBuf,
    /// The journal of sessions with a sign-in.
    pub sessions: Arc<DurableJournal>,
    /// The same, behind the journals of visitors.
    pub all_sessions: Arc<TieredJournal>,
    /// Where the journals of visitors are stored.
    pub visitors: Arc<VisitorDays>,
    /// The platform's journal.
    pub platform: Arc<DurableJournal>,
    /// Secrets and personal data.
    pub vault: Arc<Vault>,
    /// The id of the installation, which is part of the cookie name.
    pub instance: String,
    /// The id of the journals' history.
    pub epoch: String,
}

impl Data {
    /// Opens a data directory, creating it if there is none. An incomplete one is left unchanged.
    pub fn open(root: &Path) -> anyhow::Result<Self> {
        private::create(root).map_err(|error| {
            let root = root.display();
            BadInput(format!(
                "the data directory {root} cannot be made; choose another with --data: {error}"
            ))
        })?;
        let directory_lock = manifest::lock(root)?;
        let condition = manifest::check(root)?;
        if condition == Condition::New {
            manifest::begin(root)?;
        }
        let directory = DataDirectory(root);
        let sessions = directory.readable_journal(SESSIONS)?;
        let platform = directory.readable_journal(PLATFORM)?;
        let vault = directory.vault()?;
        let instance = id(&root.join(INSTANCE), INSTANCE_BYTES)?;
        let epoch = id(&root.join(EPOCH), EPOCH_BYTES)?;
        if condition == Condition::Complete {
            manifest::add_folders(root)?;
        } else {
            for folder in components::folders() {
                fs::create_dir_all(root.join(folder))
                    .with_context(|| format!("{folder} cannot be made in {}", root.display()))?;
            }
            manifest::complete(root)?;
        }
        // The vault has kept its own folders to itself from the beginning.
        for folder in [JOURNALS, LOG_FOLDER].into_iter().chain(components::folders()) {
            let folder = root.join(folder);
            private::narrow(&folder)
                .with_context(|| format!("{} cannot be taken from others", folder.display()))?;
        }
        vault.attest()?;
        let (sessions, platform, vault) = (Arc::new(sessions), Arc::new(platform), Arc::new(vault));
        let (visitors, all_sessions) = VisitorDays::open(root, Arc::clone(&sessions))?;
        drop(directory_lock);
        let root = root.to_owned();
        Ok(Self { root, sessions, all_sessions, visitors, platform, vault, instance, epoch })
    }
}

/// Restoring: the directory is none that is served until the restore is complete.
impl Data {
    /// Says in an empty directory that a backup is being restored into it.
    pub fn begin_restore(root: &Path) -> anyhow::Result<()> {
        private::create(root)?;
        manifest::begin_restore(root)
    }

    /// Opens the restored files. Ids that tell a part or a history from another one are new.
    pub fn open_restored(root: &Path) -> anyhow::Result<Self> {
        manifest::forget_parts(root)?;
        let directory = DataDirectory::restored(root);
        let (sessions, platform) = (directory.journal(SESSIONS)?, directory.journal(PLATFORM)?);
        let vault = directory.vault()?;
        for folder in components::folders() {
            fs::create_dir_all(root.join(folder))
                .with_context(|| format!("{folder} cannot be made in {}", root.display()))?;
        }
        let instance = id(&root.join(INSTANCE), INSTANCE_BYTES)?;
        let epoch = hex(&random::<EPOCH_BYTES>());
        write_durably(&root.join(EPOCH), epoch.as_bytes())?;
        vault.attest()?;
        let (sessions, platform, vault) = (Arc::new(sessions), Arc::new(platform), Arc::new(vault));
        let (visitors, all_sessions) = VisitorDays::open(root, Arc::clone(&sessions))?;
        let root = root.to_owned();
        Ok(Self { root, sessions, all_sessions, visitors, platform, vault, instance, epoch })
    }

    /// Makes the restored directory one that is served.
    pub fn complete_restore(root: &Path) -> anyhow::Result<()> {
        manifest::complete(root)
    }
}

/// A complete data directory, of which nothing has been opened yet.
#[derive(Debug, Clone, Copy)]
pub struct DataDirectory<'a>(&'a Path);

impl<'a> DataDirectory<'a> {
    /// A data directory that was created by a server.
    pub fn existing(root: &'a Path) -> Result<Self, BadInput> {
        match manifest::check(root)? {
            Condition::Complete | Condition::NoManifest => Ok(Self(root)),
            Condition::New => Err(BadInput(format!(
                "{} is no data directory; name it with --data, or start the server once to make it",
                root.display()
            ))),
        }
    }

    /// A directory into which a backup is being restored.
    pub const fn restored(root: &'a Path) -> Self {
        Self(root)
    }

    /// Opens one of its journals for reading, and changes nothing in the directory. It must not be in use by a server.
    /// Sentences about records that cannot be read are passed on.
    pub fn journal_to_read(
        self,
        name: &str,
        warn: impl Fn(&str),
    ) -> anyhow::Result<DurableJournal> {
        let journal = DurableJournal::open_read_only(&self.journal_dir(name))?;
        journal.warnings().iter().for_each(|warning| warn(warning));
        Ok(journal)
    }

    /// Whether the platform's journal can be opened to record something without any other change to it.
    ///
    /// # Errors
    ///
    /// A sentence, if it cannot.
    pub fn check_recordable(self) -> anyhow::Result<()> {
        let journal = self.journal_dir(PLATFORM);
        let no = |why: &str| Err(BadInput(format!("{} {why}", journal.display())).into());
        let owner = fs::metadata(&journal).map(|metadata| metadata.uid());
        if owner.ok() != Some(geteuid().as_raw()) {
            // The files that opening makes would be this user's, and the server could not use them.
            return no("belongs to another user of the operating system");
        }
        if access(&journal, Access::WRITE_OK).is_err() {
            return no("cannot be written");
        }
        if !DurableJournal::has_present_format(&journal)? {
            return no("is of an earlier build, which could not open it after the record");
        }
        // A directory that is evidence of a crash or of damage stays as it is, wherever that is in it.
        for (part, name) in [(Part::Platform, PLATFORM), (Part::Sessions, SESSIONS)] {
            let dir = self.journal_dir(name);
            let no = |why: &str| Err(BadInput(format!("{} {why}", dir.display())).into());
            if !part.was_closed_in_order(self.0) {
                return no("was not closed in order, and opening the directory would mend it");
            }
            match DurableJournal::open_read_only(&dir) {
                Ok(read) if read.warnings().is_empty() => {}
                _ => return no("cannot be read in full, and a damaged directory is not changed"),
            }
        }
        Ok(())
    }

    /// Opens one of its journals, which must not be in use by a server.
    pub fn journal(self, name: &str) -> anyhow::Result<DurableJournal> {
        self.open_journal(name, DurableOptions::default())
    }

    /// The same, and a damaged one is read-only with what is whole in it.
    fn readable_journal(self, name: &'static str) -> anyhow::Result<DurableJournal> {
        let observer = Some(metrics_page::observer(name));
        let options = DurableOptions { reads_damaged: true, observer, ..DurableOptions::default() };
        self.open_journal(name, options)
    }

    fn open_journal(self, name: &str, options: DurableOptions) -> anyhow::Result<DurableJournal> {
        let journal = DurableJournal::open(&self.journal_dir(name), options)?;
        for warning in journal.warnings() {
            tracing::warn!("{warning}");
        }
        Ok(journal)
    }

    /// The directory of a journal.
    pub fn journal_dir(self, name: &str) -> PathBuf {
        self.0.join(JOURNALS).join(name)
    }

    /// The ids of the installation and of the journals' history. One that is missing is empty.
    pub fn ids(self) -> (String, String) {
        let read = |name| fs::read_to_string(self.0.join(name)).unwrap_or_default();
        (read(INSTANCE).trim().to_owned(), read(EPOCH).trim().to_owned())
    }

    /// Opens its vault.
    pub fn vault(self) -> anyhow::Result<Vault> {
        let key_file = std::env::var_os(MASTER_KEY_FILE_ENV).map(PathBuf::from);
        Ok(Vault::open(&self.0.join("vault"), key_file.as_deref())?)
    }
}

impl DataDirectory<'_> {
    /// Opens its vault for reading, also while a server uses it, and changes nothing.
    pub fn vault_to_read(self) -> Result<Vault, VaultError> {
        let key_file = std::env::var_os(MASTER_KEY_FILE_ENV).map(PathBuf::from);
        Vault::open_read_only(&self.0.join("vault"), key_file.as_deref())
    }

    /// Opens every file of the vault without changing one: their number, and a sentence for each that does not open.
    pub fn vault_problems(self) -> Result<(u64, Vec<String>), VaultError> {
        let key_file = std::env::var_os(MASTER_KEY_FILE_ENV).map(PathBuf::from);
        Vault::check(&self.0.join("vault"), key_file.as_deref())
    }

    /// A sentence for each file with an id that does not hold one.
    pub fn id_problems(self) -> Vec<String> {
        let missing = IDS.into_iter().filter(|(name, bytes)| {
            fs::read_to_string(self.0.join(name)).map_or(true, |text| !is_id(text.trim(), *bytes))
        });
        let sentence = |(name, _)| {
            format!("{name}: the file is missing or holds no id; the next start makes a new one")
        };
        missing.map(sentence).collect()
    }
}

fn is_id(text: &str, bytes: usize) -> bool {
    text.len() == bytes * 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Reads an id from a file; creates it if the file has no valid one.
fn id(path: &Path, bytes: usize) -> anyhow::Result<String> {
    if let Ok(text) = fs::read_to_string(path) {
        let text = text.trim();
        if is_id(text, bytes) {
            return Ok(text.to_owned());
        }
    }
    let text = hex(&random::<8>()[..bytes]);
    // Written durably: an incomplete id would be replaced at the next start, and all browsers would lose their
    // sessions.
    write_durably(path, text.as_bytes())?;
    Ok(text)
}

/// Replaces a file atomically: after a crash it has either the old content or the new.
pub fn write_durably(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || {
        let fresh = path.with_extension("new");
        fs::write(&fresh, bytes)?;
        File::open(&fresh)?.sync_all()?;
        fs::rename(&fresh, path)?;
        path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
    };
    write().with_context(|| format!("{} cannot be written", path.display()))
}
