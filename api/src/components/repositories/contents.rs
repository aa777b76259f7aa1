//! The contents of files: where they are kept, and what the server does with unused ones.

use std::sync::Arc;
use std::time::Duration;

use waybill_blobs::Sweeping;
use waybill_engine::{Clock as _, SystemClock};
use waybill_journal::Journal;
use waybill_machines::rules::repositories::PackageType;
use waybill_outbound::Outbound;
use waybill_platform::repositories::{Collected, EmbeddedRepositories, Options};
use waybill_platform::status::Health;

use super::store::{self, Directory, Unnoted};
use crate::cli::acting::acting;
use crate::components::docker;
use crate::config::ConfigFile;
use crate::server_acts;

/// The view of all files. It is derived, so backups do not have it.
const INDEX: &str = "repositories.index";

/// The contents of files, for the command that removes unused ones.
#[derive(Clone)]
pub struct Contents {
    /// The service.
    pub service: Arc<EmbeddedRepositories>,
    /// For how long a content stays once no record names it.
    pub kept: Duration,
    unnoted: Option<Unnoted>,
}

impl Contents {
    /// The contents of a data directory with this configuration.
    ///
    /// # Errors
    ///
    /// A sentence, if what is stored cannot be read, or settings are not valid.
    pub fn open(
        journal: Arc<dyn Journal>,
        directory: Directory<'_>,
        file: &ConfigFile,
        outbound: &Outbound,
    ) -> anyhow::Result<Self> {
        let (options, index) = (options(file), directory.root.join(INDEX));
        let store::Opened { blobs, unnoted } = store::open(directory, file, outbound)?;
        let service = EmbeddedRepositories::open(journal, blobs, &index, options)?;
        Ok(Self { service: Arc::new(service), kept: options.unused_kept, unnoted })
    }

    /// Saves the view and removes unused contents from time to time, as long as the service exists.
    pub(super) fn maintain(&self, journal: Arc<dyn Journal>, file: &ConfigFile) {
        let (options, kept) = (options(file), self.kept);
        repeat(&self.service, options.saved_every, save);
        repeat(&self.service, options.swept_every, move |service| {
            sweep(service, kept, Arc::clone(&journal))
        });
    }

    /// Whether the server may start with them.
    ///
    /// # Errors
    ///
    /// A sentence for the administrator, if they cannot be used as they are configured.
    pub async fn check_start(&self) -> anyhow::Result<()> {
        store::check_start(self.service.check_contents().await, self.unnoted.as_ref())
    }

    /// Whether they can be used now, for the health of the service.
    pub async fn health(&self) -> Health {
        match self.service.check_contents().await {
            Ok(()) => Health::Healthy,
            Err(error) => {
                let message = format!("Files cannot be stored or read: {error}.");
                Health::unhealthy("contents_unreachable", message)
            }
        }
    }
}

fn options(file: &ConfigFile) -> Options {
    let hours = |hours: u16| Duration::from_hours(hours.into());
    let settings = &file.installation;
    Options {
        trash_kept: Duration::from_hours(24 * u64::from(settings.trash_kept_days)),
        unused_kept: hours(settings.unused_contents_kept_hours),
        swept_every: hours(settings.unused_contents_swept_hours),
        ..Options::default()
    }
}

/// Does something from time to time, as long as the service exists.
fn repeat<F: Future<Output = ()> + Send>(
    service: &Arc<EmbeddedRepositories>,
    every: Duration,
    work: impl Fn(Arc<EmbeddedRepositories>) -> F + Send + 'static,
) {
    // Commands on the server's machine open the service without a runtime, and for a moment.
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    let service = Arc::downgrade(service);
    runtime.spawn(async move {
        loop {
            tokio::time::sleep(every).await;
            let Some(service) = service.upgrade() else { return };
            work(service).await;
        }
    });
}

async fn save(service: Arc<EmbeddedRepositories>) {
    // A failure is in the log, and the next time tries again.
    let _ = tokio::task::spawn_blocking(move || service.save()).await;
}

async fn sweep(service: Arc<EmbeddedRepositories>, kept: Duration, journal: Arc<dyn Journal>) {
    let now = SystemClock.now();
    match service.expire_trash(now).await {
        Ok(expired) => {
            tracing::info!(service = "artifactory", expired, "old files in the trash were deleted");
        }
        Err(error) => {
            tracing::error!(service = "artifactory", %error, "old files in the trash were not deleted");
        }
    }
    match service.remove_unneeded(PackageType::Docker, docker::needed, kept, now).await {
        Ok(removed) => {
            tracing::info!(service = "artifactory", removed, "unneeded blobs were removed");
        }
        Err(error) => {
            tracing::error!(service = "artifactory", %error, "unneeded blobs were not removed");
        }
    }
    match service.sweep(Sweeping::Remove, kept, now).await {
        Ok(Collected { swept, .. }) => {
            tracing::info!(
                service = "artifactory",
                removed = swept.removed.blobs,
                removed_bytes = swept.removed.bytes,
                kept = swept.kept.blobs,
                kept_bytes = swept.kept.bytes,
                "unused contents of files were removed"
            );
            if swept.removed.blobs > 0
                && let Err(error) =
                    acting(server_acts::collected(journal, swept.removed.blobs)).await
            {
                tracing::error!(service = "artifactory", %error, "not recorded");
            }
        }
        Err(error) => {
            tracing::error!(service = "artifactory", %error, "unused contents were not removed");
        }
    }
}
