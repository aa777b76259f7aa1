//! What the server does by itself, as records of its own stream: starting and stopping, with the settings that have
//! changed; and removing what no record refers to (AUD-06). They name the user of the operating system.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use waybill_engine::VisitorsOfDay;
use waybill_journal::Journal;
use waybill_machines::machines::server::{Event, Setting, Settings, State, StopReason, Swept};
use waybill_machines::secret::Digest;
use waybill_machines::{AnyState, MachineName};
use waybill_platform::secret::hex;
use waybill_platform::streams::{Command, Streams};
use waybill_platform::vault::Vault;

use crate::cli::acting::{acting, context};
use crate::config::ConfigFile;
use crate::data::Data;
use crate::{files, serve};

/// The stream of the server.
const STREAM: &str = "server";
/// A longer value is recorded by its digest.
const VALUE_CHARS_MAX: usize = 200;
/// With more than this all values are recorded by their digests, so that they fit into a record.
const SETTINGS_BYTES_MAX: usize = 8 * 1_024;
/// What marks an address, which may hold credentials …
const URL_MARK: &str = "://";
/// … unless it is the server's own, which is checked to have none.
const PUBLIC_URL: &str = "public_url";
/// The largest file whose digest is recorded; that of a certificate has a few kilobytes.
const FILE_BYTES_MAX: u64 = 1_024 * 1_024;
/// The longest list of what a repair did.
const STEPS_MAX: usize = 50;
/// The longest sentence that is recorded.
const SENTENCE_CHARS_MAX: usize = 200;

/// The records of the server itself.
pub struct ServerActs {
    streams: Streams,
    vault: Arc<Vault>,
}

impl ServerActs {
    /// The records of a data directory.
    pub fn new(platform: Arc<dyn Journal>, vault: Arc<Vault>) -> Self {
        Self { streams: Streams::new(platform), vault }
    }

    /// The server starts with these settings, after this was removed.
    pub async fn begin(data: &Data, swept: &[(Swept, usize)], with: &serve::Settings) -> Arc<Self> {
        let acts = Self::new(data.platform.clone(), Arc::clone(&data.vault));
        acts.swept(swept).await;
        acts.started(&with.file, with.qa).await;
        Arc::new(acts)
    }

    /// The server starts with this configuration.
    async fn started(&self, file: &ConfigFile, is_for_testers: bool) {
        let mut settings = self.settings(file);
        if is_for_testers {
            settings.insert("--qa".to_owned(), Setting::Value { value: "true".to_owned() });
        }
        let (changed, removed) = self.difference(settings);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        self.record(Event::Start { version, changed, removed }).await;
    }

    /// The certificate was read again.
    pub async fn reloaded(&self, file: &ConfigFile) {
        let of_tls = |name: &String| name.starts_with("tls.");
        let (mut changed, mut removed) = self.difference(self.settings(file));
        changed.retain(|name, _| of_tls(name));
        removed.retain(of_tls);
        self.record(Event::Reload { changed, removed }).await;
    }

    /// The server stops: by a signal, because a journal failed, or because of another error, as while it starts.
    pub async fn stopped(&self, data: &Data, outcome: &anyhow::Result<()>) {
        let has_failed = |journal: &dyn Journal| journal.failed().borrow().is_some();
        let (reason, why) = match outcome {
            Ok(()) => (StopReason::Signal, None),
            Err(_) if has_failed(&data.all_sessions) || has_failed(&data.platform) => {
                (StopReason::JournalFailed, None)
            }
            Err(error) => (StopReason::Failed, Some(shortened(&format!("{error:#}")))),
        };
        self.record(Event::Stop { reason, why }).await;
    }

    /// What no record refers to was removed.
    pub async fn swept(&self, all: &[(Swept, usize)]) {
        for (swept, removed) in all.iter().filter(|(_, removed)| *removed > 0) {
            let removed = u64::try_from(*removed).unwrap_or(u64::MAX);
            self.record(Event::Sweep { swept: *swept, removed }).await;
        }
    }

    /// The journal of a day of visitors is about to be dropped. `false` if that could not be recorded.
    pub async fn dropping(&self, visitors: &VisitorsOfDay) -> bool {
        let VisitorsOfDay { day, sessions, records, last } = visitors;
        let event = Event::DropVisitors {
            day: day.to_string(),
            sessions: *sessions,
            records: *records,
            last: Digest(last.to_string()),
        };
        record(&self.streams, event).await
    }

    /// A server whose journal takes no records still serves what can be read.
    async fn record(&self, event: Event) {
        record(&self.streams, event).await;
    }

    /// What has changed since the newest record.
    fn difference(&self, mut settings: Settings) -> (Settings, BTreeSet<String>) {
        let before = match self.streams.state(STREAM, MachineName::Server) {
            Ok(AnyState::Server(
                State::Running { settings, .. } | State::Stopped { settings, .. },
            )) => settings,
            _ => Settings::new(),
        };
        let is_gone = |name: &&String| !settings.contains_key(*name);
        let removed = before.keys().filter(is_gone).cloned().collect();
        settings.retain(|name, setting| before.get(name) != Some(setting));
        (settings, removed)
    }

    /// The settings that differ from their defaults, and the digests of the files that hold secrets.
    fn settings(&self, file: &ConfigFile) -> Settings {
        let mut values = flattened(file);
        for (name, default) in flattened(&ConfigFile::default()) {
            if values.get(&name) == Some(&default) {
                values.remove(&name);
            }
        }
        let is_long = values.values().map(String::len).sum::<usize>() > SETTINGS_BYTES_MAX;
        let setting = |(name, value): (String, String)| {
            let may_be_secret = name != PUBLIC_URL && value.contains(URL_MARK);
            let is_too_long = is_long || value.chars().count() > VALUE_CHARS_MAX;
            let setting = if may_be_secret || is_too_long {
                self.digest(&name, value.as_bytes())
            } else {
                Setting::Value { value }
            };
            (name, setting)
        };
        let mut settings: Settings = values.into_iter().map(setting).collect();
        let tls = file.tls.as_ref();
        let token = file.remote.as_ref().and_then(|remote| remote.token_file.as_deref());
        let s3 = file.contents.s3.as_ref().map(|s3| s3.secret_access_key_file.as_path());
        for (name, path) in [
            ("tls.certificate (content)", tls.map(|tls| tls.certificate.as_path())),
            ("tls.key (content)", tls.map(|tls| tls.key.as_path())),
            ("remote.token_file (content)", token),
            ("contents.s3.secret_access_key_file (content)", s3),
        ] {
            settings.extend(path.and_then(|path| self.content(name, path)));
        }
        settings
    }

    fn content(&self, name: &str, path: &Path) -> Option<(String, Setting)> {
        let bytes = files::read(path, FILE_BYTES_MAX).ok()?;
        Some((name.to_owned(), self.digest(name, &bytes)))
    }

    fn digest(&self, name: &str, value: &[u8]) -> Setting {
        let under_key = self.vault.name_key(&format!("{name} {}", hex(&Sha256::digest(value))));
        Setting::Digest { digest: Digest(hex(&under_key)) }
    }
}

/// The journals were mended on the command line.
pub async fn repaired(platform: Arc<dyn Journal>, steps: &[String]) {
    let steps = steps.iter().take(STEPS_MAX).map(|step| shortened(step)).collect();
    record(&Streams::new(platform), Event::Repair { steps }).await;
}

/// Contents that no record names were removed, by whom acts now.
///
/// # Errors
///
/// A sentence, if that is not recorded.
pub async fn collected(platform: Arc<dyn Journal>, removed: u64) -> anyhow::Result<()> {
    let event = Event::Sweep { swept: Swept::Contents, removed };
    let recorded = Streams::new(platform).submit(Command::new(STREAM, event), &context()).await;
    recorded
        .context("contents were removed, and that is not recorded")?
        .map(drop)
        .map_err(|refused| anyhow::anyhow!("the removal is not recorded: {}", refused.rejection))
}

fn shortened(sentence: &str) -> String {
    sentence.chars().take(SENTENCE_CHARS_MAX).collect()
}

/// Records an act; `false` if that failed, which the log says.
async fn record(streams: &Streams, event: Event) -> bool {
    let recorded =
        acting(async { streams.submit(Command::new(STREAM, event), &context()).await }).await;
    match recorded {
        Ok(Ok(_)) => return true,
        Ok(Err(refused)) => tracing::error!(rejection = %refused.rejection, "not recorded"),
        Err(error) => tracing::error!(%error, "an act of the server was not recorded"),
    }
    false
}

/// The values of a configuration as JSON, by their path.
fn flattened(file: &ConfigFile) -> BTreeMap<String, String> {
    fn flatten(path: &str, value: &Value, all: &mut BTreeMap<String, String>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    let path =
                        if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    flatten(&path, value, all);
                }
            }
            Value::Null => {}
            _ => drop(all.insert(path.to_owned(), value.to_string())),
        }
    }
    let mut all = BTreeMap::new();
    flatten("", &serde_json::to_value(file).unwrap_or_default(), &mut all);
    all
}

#[cfg(test)]
mod tests {
    use waybill_journal::MemoryJournal;

    use super::*;

    /// covers: [AUD-06, EVT-08]
    #[tokio::test]
    async fn a_secret_is_recorded_as_set_changed_and_removed_and_never_shown() {
        let folder = tempfile::tempdir().expect("a folder");
        let vault = Vault::open(&folder.path().join("vault"), None).expect("a vault");
        let journal = Arc::new(MemoryJournal::new());
        let acts = ServerActs::new(journal.clone(), Arc::new(vault));
        let token_file = folder.path().join("token");
        let with_token = |token: &str| {
            std::fs::write(&token_file, token).expect("a file");
            let path = token_file.display();
            let text =
                format!("[remote]\nurl = \"https://h.test/planted\"\ntoken_file = \"{path}\"");
            toml::from_str::<ConfigFile>(&text).expect("a configuration")
        };
        let name = "remote.token_file (content)";
        let changes = |file: &ConfigFile| acts.difference(acts.settings(file));
        let (set, _) = changes(&with_token("planted-secret-1"));
        let is_digest = |name| matches!(set.get(name), Some(Setting::Digest { .. }));
        assert!(is_digest("remote.url") && is_digest(name), "{set:?}");
        acts.started(&with_token("planted-secret-1"), false).await;
        assert_eq!(changes(&with_token("planted-secret-1")), Default::default());
        let (changed, _) = changes(&with_token("planted-secret-2"));
        assert_eq!(changed.keys().collect::<Vec<_>>(), [name]);
        let (_, removed) = changes(&ConfigFile::default());
        assert!(removed.contains(name), "{removed:?}");
        let records = journal.scan(0, 10).expect("records");
        assert!(!records.is_empty());
        assert!(records.iter().all(|record| !record.line.contains("planted")));
    }
}
