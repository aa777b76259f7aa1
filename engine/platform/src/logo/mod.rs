//! The uploaded logo (MENU-07): its record in the platform journal, its bytes in a file named by their digest.

mod header;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};

use serde::Serialize;
use tokio::sync::Mutex;
use waybill_journal::Journal;
use waybill_machines::machines::logo::{Event, Picture, State};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Timestamp};

use crate::secret::sha256_hex;
use crate::stored_file::StoredFile;
use crate::streams::{ChangeContext, Command, StreamError, Streams};
use crate::vault::{VaultError, files};

pub use waybill_machines::machines::logo::PictureFormat;

/// The largest logo, in bytes.
pub const LOGO_BYTES_MAX: usize = 256 * 1_024;
/// The largest width, and the largest height.
pub const LOGO_PIXELS_MAX: u32 = 1_024;

const STREAM: &str = "settings/logo";

/// A logo as shown to users who may change it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Uploaded {
    /// The picture.
    #[serde(flatten)]
    pub picture: Picture,
    /// When it was uploaded.
    pub at: Timestamp,
    /// The user who uploaded it.
    pub by: Option<PersonId>,
}

/// Why an image was not accepted, or is missing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogoError {
    /// The file is empty.
    #[error("the file is empty: choose a picture")]
    Empty,
    /// It is larger than [`LOGO_BYTES_MAX`].
    #[error("a logo may have {} KiB at most: save it smaller", LOGO_BYTES_MAX / 1_024)]
    TooLarge,
    /// It is SVG or other markup, which may contain scripts.
    #[error("drawings (SVG) may carry scripts and are not taken: save it as PNG, JPEG or WebP")]
    Markup,
    /// The format is unknown.
    #[error("this is no PNG, JPEG or WebP picture, or a part of it is missing")]
    UnknownFormat,
    /// It declares too many pixels, or none.
    #[error(
        "the picture declares {width} x {height} pixels; a logo has 1 to {LOGO_PIXELS_MAX} each way"
    )]
    BadSize {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// No logo was uploaded.
    #[error("no logo was uploaded, so there is none to remove")]
    NoneUploaded,
    /// It could not be recorded.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// Its file could not be written or read.
    #[error("the logo's file cannot be used: {0}")]
    File(#[from] VaultError),
    /// A bug in the service.
    #[error("the logo service failed: {0}; its log says more")]
    Defect(&'static str),
}

/// A logo as it is served.
pub type Served = (PictureFormat, Arc<[u8]>);

/// The service. Its methods have to be called within a Tokio runtime.
pub struct Logos {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    folder: PathBuf,
    /// Held while the logo changes, so that the file of the replaced one can be removed.
    changing: Mutex<()>,
    /// The bytes that were served last: every page that is loaded requests them.
    held: StdMutex<Option<(Digest, Arc<[u8]>)>>,
}

impl Logos {
    /// Opens the service, with its files in `folder`. Files that no record needs are removed.
    pub fn open(journal: Arc<dyn Journal>, folder: &Path) -> Result<Self, LogoError> {
        files::private_directory(folder)?;
        let streams = Streams::new(journal);
        let (folder, changing, held) = (folder.to_owned(), Mutex::default(), StdMutex::default());
        let inner = Inner { streams, folder, changing, held };
        let used = inner.uploaded()?.map(|uploaded| uploaded.picture.digest.0);
        let swept = if inner.streams.may_lack_records() {
            Vec::new()
        } else {
            files::names(&inner.folder)?
        };
        for name in swept {
            if Some(&name) != used.as_ref() {
                files::remove(&inner.folder.join(name))?;
            }
        }
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The file that a state of the logo refers to.
    pub fn files(state: &AnyState) -> Vec<StoredFile> {
        let AnyState::Logo(State::Shown { picture, .. }) = state else { return Vec::new() };
        let name = picture.digest.0.clone();
        vec![StoredFile { path: name.clone(), sha256: name, bytes: Some(picture.bytes.into()) }]
    }

    /// The logo that was uploaded, if one was.
    pub fn uploaded(&self) -> Result<Option<Uploaded>, LogoError> {
        self.inner.uploaded()
    }

    /// The bytes and the format of the current logo, if it has this digest.
    pub async fn bytes(&self, digest: String) -> Result<Option<Served>, LogoError> {
        self.run(|inner| async move {
            let read = move |inner: &Inner| inner.bytes(&digest);
            inner.blocking(read).await
        })
        .await
    }

    /// Stores an image, and replaces an existing one.
    pub async fn upload(
        &self,
        bytes: Vec<u8>,
        context: ChangeContext,
    ) -> Result<Uploaded, LogoError> {
        self.run(|inner| async move { inner.upload(bytes, &context).await }).await
    }

    /// Removes the image.
    pub async fn remove(&self, context: ChangeContext) -> Result<(), LogoError> {
        self.run(|inner| async move { inner.remove(&context).await }).await
    }

    /// Runs to completion even when the caller stops waiting, so that no change is left incomplete.
    async fn run<T, F>(&self, work: impl FnOnce(Arc<Inner>) -> F) -> Result<T, LogoError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, LogoError>> + Send + 'static,
    {
        let done = tokio::spawn(work(self.inner.clone())).await;
        done.map_err(|_| LogoError::Defect("a call of it stopped"))?
    }
}

/// The metadata of an image, or why it is not accepted.
fn judge(bytes: &[u8]) -> Result<Picture, LogoError> {
    if bytes.is_empty() {
        return Err(LogoError::Empty);
    }
    if bytes.len() > LOGO_BYTES_MAX {
        return Err(LogoError::TooLarge);
    }
    if header::is_markup(bytes) {
        return Err(LogoError::Markup);
    }
    let (format, width, height) = header::read(bytes).ok_or(LogoError::UnknownFormat)?;
    let valid_sizes = 1..=LOGO_PIXELS_MAX;
    if !valid_sizes.contains(&width) || !valid_sizes.contains(&height) {
        return Err(LogoError::BadSize { width, height });
    }
    let bytes_count = u32::try_from(bytes.len()).map_err(|_| LogoError::TooLarge)?;
    let digest = Digest(sha256_hex(bytes));
    Ok(Picture { digest, format, width, height, bytes: bytes_count })
}

impl Inner {
    fn uploaded(&self) -> Result<Option<Uploaded>, LogoError> {
        match self.streams.state(STREAM, MachineName::Logo)? {
            AnyState::Logo(State::Shown { picture, at, by }) => {
                Ok(Some(Uploaded { picture, at, by }))
            }
            AnyState::Logo(State::None {}) => Ok(None),
            _ => Err(LogoError::Defect("the logo's stream holds another machine")),
        }
    }

    fn bytes(&self, digest: &str) -> Result<Option<Served>, LogoError> {
        let Some(uploaded) = self.uploaded()?.filter(|logo| logo.picture.digest.0 == digest) else {
            return Ok(None);
        };
        let Picture { digest, format, .. } = uploaded.picture;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, bytes)) = held.as_ref().filter(|(name, _)| *name == digest) {
            return Ok(Some((format, bytes.clone())));
        }
        // The name comes from the record, never from the request.
        let bytes = files::read(&self.folder.join(&digest.0))?;
        // Only bytes that were uploaded are served.
        let Some(bytes) = bytes.filter(|bytes| sha256_hex(bytes) == digest.0) else {
            tracing::error!("the logo's file is missing or was changed; upload it again");
            return Ok(None);
        };
        let bytes: Arc<[u8]> = bytes.into();
        *held = Some((digest, bytes.clone()));
        Ok(Some((format, bytes)))
    }

    async fn upload(
        self: &Arc<Self>,
        bytes: Vec<u8>,
        context: &ChangeContext,
    ) -> Result<Uploaded, LogoError> {
        let picture = judge(&bytes)?;
        let _changing = self.changing.lock().await;
        let old = self.uploaded()?.map(|uploaded| uploaded.picture.digest);
        let path = self.folder.join(&picture.digest.0);
        self.blocking(move |_| Ok(files::write_whole(&path, &bytes)?)).await?;
        let by = context.who.person().cloned();
        let event = Event::Upload { picture: picture.clone(), by: by.clone() };
        let recorded = self.streams.submit(Command::new(STREAM, event), context).await;
        let unused = match &recorded {
            Ok(Ok(_)) => old.filter(|old| *old != picture.digest),
            Err(error) if !error.is_certain() => None,
            _ => Some(picture.digest.clone()).filter(|fresh| old.as_ref() != Some(fresh)),
        };
        self.discard(unused).await;
        recorded?.map_err(|_| LogoError::Defect("the logo machine refused a picture"))?;
        Ok(Uploaded { picture, at: context.at, by })
    }

    async fn remove(self: &Arc<Self>, context: &ChangeContext) -> Result<(), LogoError> {
        let _changing = self.changing.lock().await;
        let uploaded = self.uploaded()?.ok_or(LogoError::NoneUploaded)?;
        let recorded = self.streams.submit(Command::new(STREAM, Event::Remove {}), context).await?;
        recorded.map_err(|_| LogoError::NoneUploaded)?;
        self.discard(Some(uploaded.picture.digest)).await;
        Ok(())
    }

    /// Removes a file that nothing refers to. If it cannot be removed, the next start does it.
    async fn discard(self: &Arc<Self>, digest: Option<Digest>) {
        let Some(digest) = digest else { return };
        let remove = move |inner: &Self| Ok(files::remove(&inner.folder.join(&digest.0))?);
        if let Err(error) = self.blocking(remove).await {
            tracing::warn!(%error, "a logo that is no longer used could not be removed");
        }
    }

    /// Runs blocking disk access on a thread for it.
    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, LogoError> + Send + 'static,
    ) -> Result<T, LogoError> {
        let inner = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.map_err(|_| LogoError::Defect("working with its file stopped"))?
    }
}
