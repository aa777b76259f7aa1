//! The support-bundle service of this process.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::Semaphore;
use waybill_journal::Journal;
use waybill_machines::machines::support_bundle::{
    Archive, Created, Creation, Fault, Removed, State, Status,
};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::ASKABLE;
use waybill_machines::{AnyState, MachineName, Timestamp};

use super::archive::WriteError;
use super::contents::Abandoned;
use super::manifest::{MANIFEST, Manifest};
use super::{
    Answer, BundleId, Configuration, Job, Opened, PREFIX, Preview, Process, Section,
    SupportBundles, SupportError, contents,
};
use crate::remote::RemoteBundles;
use crate::services::Topology;
use crate::stored_file::{CheckedFiles, StoredFile};
use crate::streams::{StreamError, Streams};
use crate::vault::files;

/// How many bundles are written at once; more would only make each slower.
const AT_ONCE: usize = 6;
const BUFFER_BYTES: usize = 256 * 1_024;
/// The longest manifest that this server writes.
const MANIFEST_BYTES_MAX: u64 = 64 * 1_024 * 1_024;

/// The sources of everything that goes into a bundle.
pub struct Sources {
    /// The folder of the services' logs, with a subfolder per service.
    pub logs: PathBuf,
    /// The configuration of the installation.
    pub configuration: Arc<dyn Configuration>,
    /// The journals, by name.
    pub journals: Vec<(&'static str, Arc<dyn Journal>)>,
    /// The data about this process.
    pub process: Process,
}

impl Sources {
    /// Sources without content, with logs below a folder.
    pub fn nothing(folder: &Path) -> Self {
        let process = Process {
            version: String::new(),
            build: String::new(),
            command_line: Vec::new(),
            environment: Vec::new(),
            started_at: Timestamp::from_ms(0),
            data: folder.to_owned(),
            program: None,
        };
        let (logs, configuration) = (folder.join("log"), Arc::new(NoConfiguration));
        Self { logs, configuration, journals: Vec::new(), process }
    }
}

/// The configuration of an installation that is not configured.
struct NoConfiguration;

impl Configuration for NoConfiguration {
    fn sections(&self, _: ServiceId) -> Vec<Section> {
        Vec::new()
    }
}

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedBundles {
    inner: Arc<Inner>,
    topology: Arc<dyn Topology>,
    writing: Semaphore,
    remote: Option<RemoteBundles>,
}

pub(super) struct Inner {
    pub(super) folder: PathBuf,
    streams: Streams,
    sources: Sources,
    checked: CheckedFiles,
}

impl EmbeddedBundles {
    /// Opens the service, with its archives in `folder`. Files that no record needs are removed, such as those that a
    /// crash left incomplete.
    pub fn open(
        journal: Arc<dyn Journal>,
        folder: &Path,
        topology: Arc<dyn Topology>,
        sources: Sources,
    ) -> Result<Self, SupportError> {
        let unavailable =
            |error: crate::vault::VaultError| SupportError::Unavailable(error.to_string());
        files::private_directory(folder).map_err(unavailable)?;
        let (streams, checked) = (Streams::new(journal), CheckedFiles::default());
        let inner = Inner { folder: folder.to_owned(), streams, sources, checked };
        let kept: Vec<String> = inner.needed()?;
        let swept = if inner.streams.may_lack_records() {
            Vec::new()
        } else {
            files::names(folder).map_err(unavailable)?
        };
        for name in swept {
            if !kept.contains(&name) {
                tracing::info!(name, "a support bundle that no record needs was removed");
                files::remove(&folder.join(name)).map_err(unavailable)?;
            }
        }
        let (inner, writing) = (Arc::new(inner), Semaphore::new(AT_ONCE));
        Ok(Self { inner, topology, writing, remote: None })
    }

    /// The archives that a state of a creation refers to.
    pub fn files(state: &AnyState) -> Vec<StoredFile> {
        let AnyState::SupportBundle(state) = state else { return Vec::new() };
        creation_of(state).into_iter().flat_map(files_of).collect()
    }

    /// Has another platform create the bundles. They are downloaded as soon as they are complete, and stored here.
    #[must_use]
    pub fn with_remote(mut self, remote: RemoteBundles) -> Self {
        self.remote = Some(remote);
        self
    }

    async fn make(&self, job: Job) -> Result<Archive, (Fault, String)> {
        if let Some(remote) = &self.remote {
            let _permit = self.writing.acquire().await;
            return self.inner.fetch(remote, &job).await;
        }
        let service = job.id.service;
        let services = self.topology.services().await;
        let services = services.map_err(|error| (Fault::Unavailable, error.to_string()))?;
        if !services.iter().any(|one| one.name == service.as_str()) {
            return Err((Fault::NotRunning, format!("The service {service} does not run.")));
        }
        self.topology.works(service).map_err(|why| (Fault::NotRunning, format!("{why}.")))?;
        // The semaphore is never closed.
        let _permit = self.writing.acquire().await;
        let (inner, waits) = (self.inner.clone(), AbandonOnDrop::default());
        let abandoned = waits.0.clone();
        let done = tokio::task::spawn_blocking(move || inner.write(&job, &abandoned)).await;
        let written = done.map_err(|_| (Fault::Unavailable, "Writing it stopped.".to_owned()))?;
        written.map_err(|error| {
            let fault = match error {
                WriteError::Full(_) => Fault::DiskFull,
                WriteError::Write(_) | WriteError::Read { .. } => Fault::Unavailable,
            };
            (fault, error.to_string())
        })
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, SupportError> + Send + 'static,
    ) -> Result<T, SupportError> {
        let inner = self.inner.clone();
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.map_err(|_| SupportError::Unavailable("reading it stopped".to_owned()))?
    }
}

impl SupportBundles for EmbeddedBundles {
    fn services(&self) -> Answer<'_, Result<Vec<ServiceId>, SupportError>> {
        Box::pin(async move {
            if self.remote.is_some() {
                return Ok(ASKABLE.to_vec());
            }
            let running = self.topology.services().await;
            let running = running.map_err(|error| SupportError::Unavailable(error.to_string()))?;
            let runs = |service: &ServiceId| running.iter().any(|one| one.name == service.as_str());
            Ok(ASKABLE.into_iter().filter(runs).collect())
        })
    }

    fn create(&self, job: Job) -> Answer<'_, Created> {
        Box::pin(async move {
            let (id, service) = (job.id.clone(), job.id.service);
            match self.make(job).await {
                Ok(archive) => {
                    let bytes = archive.bytes;
                    tracing::info!(service = service.as_str(), %id, bytes, "a support bundle was made");
                    Created::Success { service, archive }
                }
                Err((fault, message)) => {
                    tracing::error!(
                        service = service.as_str(), %id, reason = message, "a support bundle could not be made"
                    );
                    Created::Failure { service, fault, message }
                }
            }
        })
    }

    fn remove(&self, id: BundleId) -> Answer<'_, Removed> {
        Box::pin(async move {
            let service = id.service;
            let path = self.inner.path(&id);
            let removed = tokio::task::spawn_blocking(move || match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            });
            match removed.await {
                Ok(Ok(())) => Removed::Done {},
                Ok(Err(error)) => {
                    tracing::error!(service = service.as_str(), %id, %error, "a support bundle could not be removed");
                    Removed::Later {}
                }
                Err(_) => Removed::Later {},
            }
        })
    }

    fn list(&self) -> Answer<'_, Result<Vec<(Creation, State)>, SupportError>> {
        Box::pin(self.blocking(Inner::creations))
    }

    fn open(&self, id: BundleId) -> Answer<'_, Result<Opened, SupportError>> {
        Box::pin(self.blocking(move |inner| inner.open(&id)))
    }

    fn manifest(&self, id: BundleId) -> Answer<'_, Result<Manifest, SupportError>> {
        Box::pin(self.blocking(move |inner| inner.manifest(&id)))
    }

    fn preview(&self, job: Job) -> Answer<'_, Result<Preview, SupportError>> {
        if let Some(remote) = &self.remote {
            return Box::pin(async move { Ok(remote.preview(&job).await?) });
        }
        Box::pin(self.blocking(move |inner| {
            Ok(contents::preview(&inner.sources, &job.id, &job.wanted, job.context.at))
        }))
    }
}

/// Held by the caller that waits for a bundle; dropping it stops the writing.
#[derive(Default)]
struct AbandonOnDrop(Abandoned);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Removes an unfinished file when dropped, for whatever reason.
pub(super) struct UnfinishedFile {
    pub(super) path: PathBuf,
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        // After renaming there is no such file. If it cannot be removed now, the next start does it.
        let _ = fs::remove_file(&self.path);
    }
}

impl Inner {
    pub(super) fn path(&self, id: &BundleId) -> PathBuf {
        self.folder.join(file_name(id))
    }

    fn write(&self, job: &Job, abandoned: &Abandoned) -> Result<Archive, WriteError> {
        let path = self.path(&job.id);
        let unfinished = UnfinishedFile { path: path.with_extension("part") };
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).mode(0o600).open(&unfinished.path)?;
        let buffered = BufWriter::with_capacity(BUFFER_BYTES, file);
        let (buffered, archive) = contents::write(&self.sources, job, abandoned, buffered)?;
        let file = buffered.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        abandoned.check()?;
        fs::rename(&unfinished.path, &path)?;
        File::open(&self.folder)?.sync_all()?;
        Ok(archive)
    }

    fn creation(&self, stream: &str) -> Result<Option<(Creation, State)>, StreamError> {
        let state = self.streams.state(stream, MachineName::SupportBundle)?;
        let AnyState::SupportBundle(state) = state else { return Ok(None) };
        Ok(creation_of(&state).cloned().map(|creation| (creation, state)))
    }

    fn creations(&self) -> Result<Vec<(Creation, State)>, SupportError> {
        let mut creations = Vec::new();
        for stream in self.streams.names(PREFIX).iter().rev() {
            creations.extend(self.creation(stream)?);
        }
        Ok(creations)
    }

    /// The names of the files that records refer to.
    fn needed(&self) -> Result<Vec<String>, SupportError> {
        let creations = self.creations()?;
        let files = creations.iter().flat_map(|(creation, _)| files_of(creation));
        Ok(files.map(|file| file.path).collect())
    }

    fn open(&self, id: &BundleId) -> Result<Opened, SupportError> {
        let (creation, _) = self.creation(&id.stream())?.ok_or(SupportError::Unknown)?;
        let part = creation.part(id.service).ok_or(SupportError::Unknown)?;
        let archive = match &part.status {
            Status::Success { archive, .. } => archive.clone(),
            Status::InProgress {} => return Err(SupportError::InProgress),
            Status::Failure { .. } => return Err(SupportError::Failed),
            Status::Removed { .. } => return Err(SupportError::Unknown),
        };
        // The name comes from the record, never from the request.
        let file = self.checked.open(&file_of(id, &archive), &self.path(id)).map_err(|problem| {
            tracing::error!(service = id.service.as_str(), %id, %problem, "a support bundle cannot be handed out");
            SupportError::FileLost
        })?;
        Ok(Opened { file, archive })
    }

    fn manifest(&self, id: &BundleId) -> Result<Manifest, SupportError> {
        let Opened { file, .. } = self.open(id)?;
        let lost = |_| SupportError::FileLost;
        let mut archive = zip::ZipArchive::new(io::BufReader::new(file)).map_err(lost)?;
        let manifest = archive.by_name(MANIFEST).map_err(|error| match error {
            zip::result::ZipError::FileNotFound => SupportError::NoManifest,
            other => lost(other),
        })?;
        // Another platform may have made it: a manifest that decompresses without end is invalid.
        let manifest = io::BufReader::new(manifest.take(MANIFEST_BYTES_MAX));
        serde_json::from_reader(manifest).map_err(|_| SupportError::FileLost)
    }
}

fn creation_of(state: &State) -> Option<&Creation> {
    match state {
        State::Creating { creation, .. }
        | State::Settling { creation, .. }
        | State::Settled { creation, .. } => Some(creation),
        State::Absent {} | State::Gone { .. } => None,
    }
}

/// The archives of the bundles that were created successfully.
fn files_of(creation: &Creation) -> impl Iterator<Item = StoredFile> {
    creation.parts.iter().filter_map(|part| {
        let Status::Success { archive, .. } = &part.status else { return None };
        let id = BundleId { creation: creation.id.clone(), service: part.service };
        Some(file_of(&id, archive))
    })
}

fn file_of(id: &BundleId, archive: &Archive) -> StoredFile {
    let (path, sha256) = (file_name(id), archive.digest.0.clone());
    StoredFile { path, sha256, bytes: Some(archive.bytes) }
}

fn file_name(id: &BundleId) -> String {
    format!("{id}.zip")
}

/// The id of a creation at this time.
pub fn id_at(at: Timestamp) -> String {
    format!("B1-{:013}", at.as_ms())
}
