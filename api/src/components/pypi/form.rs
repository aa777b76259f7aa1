//! The form with which clients upload a file: texts, and the file before, among or behind them.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use axum::body::{Body, Bytes};
use blake2::{Blake2b256, Digest as _};
use futures_util::Stream;
use multer::{Field, Multipart};
use waybill_platform::repositories::{NextPortion, Source, SourceError};
use waybill_platform::secret::hex;

use crate::components::artifacts::body::Portions;

/// The part with the file.
const CONTENT: &str = "content";
/// The texts that are read. Clients send all metadata, but what counts is in the file.
const TEXTS: [&str; 7] =
    [":action", "name", "version", "filetype", "sha256_digest", "md5_digest", "blake2_256_digest"];
/// The longest text that is read, in bytes.
const TEXT_BYTES_MAX: usize = 1_024;
/// How long all texts together may be, in bytes: a description is among those that are not read.
const TEXTS_BYTES_MAX: usize = 4 * 1_024 * 1_024;
/// The most parts of a form.
const PARTS_MAX: usize = 4_096;
/// The most bytes, and portions of them, that arrive without a part that begins or goes on: the head of a part is
/// searched for its end each time.
const WAITING_BYTES_MAX: usize = 1_024 * 1_024;
const WAITING_PORTIONS_MAX: usize = 1_024;

/// Why a form cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum FormError {
    /// It is no form, or not a whole one.
    #[error("the body is no whole form of the type multipart/form-data")]
    NoForm,
    /// It has no file.
    #[error("the form has no part 'content' with a file and its name")]
    NoFile,
    /// Which of two parts counts is not known.
    #[error("the form has the part '{0}' twice")]
    Twice(&'static str),
    /// A text is too long, or no text.
    #[error("the part '{0}' of the form is no text of at most {TEXT_BYTES_MAX} bytes")]
    Text(&'static str),
    /// There is too much beside the file.
    #[error("the form may have at most {PARTS_MAX} parts, with {} MiB beside the file", TEXTS_BYTES_MAX / 1_024 / 1_024)]
    TooLarge,
    /// It did not arrive.
    #[error(transparent)]
    Source(#[from] SourceError),
}

/// What a form says of its file.
#[derive(Debug, Default)]
pub(super) struct Sent {
    texts: BTreeMap<&'static str, String>,
    /// The checksum `blake2_256` of the file, in hexadecimal digits.
    pub(super) blake2_256: String,
}

impl Sent {
    /// A text of the form; none if it is missing or empty.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }
}

/// Reads a form: up to its file, then the file, then the rest.
pub(super) struct Form {
    parts: Multipart<'static>,
    waiting: Arc<Waiting>,
    file: Option<Field<'static>>,
    texts: BTreeMap<&'static str, String>,
    /// How many parts and how many bytes beside the file have been read.
    read: (usize, usize),
    blake2: Blake2b256,
    /// Why the form is not valid.
    error: Option<FormError>,
}

impl Form {
    /// A form of this media type.
    pub(super) fn new(media_type: &str, body: Body) -> Result<Self, FormError> {
        let boundary = multer::parse_boundary(media_type).map_err(|_| FormError::NoForm)?;
        let waiting = Arc::new(Waiting::default());
        Ok(Self {
            parts: Multipart::new(portions(Portions::new(body), Arc::clone(&waiting)), boundary),
            waiting,
            file: None,
            texts: BTreeMap::new(),
            read: (0, 0),
            blake2: Blake2b256::new(),
            error: None,
        })
    }

    /// Reads up to the file; its name.
    pub(super) async fn file_name(&mut self) -> Result<String, FormError> {
        self.read_texts().await?;
        let name = self.file.as_ref().and_then(Field::file_name);
        name.map(str::to_owned).ok_or(FormError::NoFile)
    }

    /// How many bytes beside the file have been read.
    pub(super) const fn bytes_beside(&self) -> u64 {
        self.read.1 as u64
    }

    /// Why the file was not received, if it is because of the form.
    pub(super) const fn error(&self) -> Option<FormError> {
        self.error
    }

    /// Reads what is behind the file.
    pub(super) async fn finish(mut self) -> Result<Sent, FormError> {
        self.file = None;
        self.read_texts().await?;
        if self.file.is_some() {
            return Err(FormError::Twice(CONTENT));
        }
        let Self { texts, blake2, .. } = self;
        Ok(Sent { texts, blake2_256: hex(&blake2.finalize()) })
    }

    /// Reads texts up to the file or the end.
    async fn read_texts(&mut self) -> Result<(), FormError> {
        while let Some(part) = self.parts.next_field().await.map_err(|error| of_multer(&error))? {
            self.waiting.end();
            self.read.0 += 1;
            if self.read.0 > PARTS_MAX {
                return Err(FormError::TooLarge);
            }
            if part.name() == Some(CONTENT) {
                self.file = Some(part);
                return Ok(());
            }
            self.read_text(part).await?;
        }
        Ok(())
    }

    async fn read_text(&mut self, mut part: Field<'static>) -> Result<(), FormError> {
        let known = part.name().and_then(|name| TEXTS.into_iter().find(|known| *known == name));
        let mut text = Vec::new();
        while let Some(portion) = part.chunk().await.map_err(|error| of_multer(&error))? {
            self.waiting.end();
            self.read.1 += portion.len();
            if self.read.1 > TEXTS_BYTES_MAX {
                return Err(FormError::TooLarge);
            }
            if let Some(name) = known {
                if text.len() + portion.len() > TEXT_BYTES_MAX {
                    return Err(FormError::Text(name));
                }
                text.extend_from_slice(&portion);
            }
        }
        let Some(name) = known else { return Ok(()) };
        let text = String::from_utf8(text).map_err(|_| FormError::Text(name))?;
        let before = self.texts.insert(name, text.trim().to_owned());
        before.map_or(Ok(()), |_| Err(FormError::Twice(name)))
    }

    /// The next part of the file.
    async fn read_file(&mut self) -> Option<Result<Bytes, SourceError>> {
        let portion = self.file.as_mut()?.chunk().await;
        self.waiting.end();
        match portion {
            Ok(portion) => {
                let portion = portion?;
                self.blake2.update(&portion);
                Some(Ok(portion))
            }
            Err(error) => {
                let error = of_multer(&error);
                self.error = Some(error);
                Some(Err(match error {
                    FormError::Source(error) => error,
                    _ => SourceError::NotValid,
                }))
            }
        }
    }
}

impl Source for Form {
    fn next(&mut self) -> NextPortion<'_> {
        Box::pin(self.read_file())
    }
}

/// What has arrived and belongs to no part yet.
#[derive(Debug, Default)]
struct Waiting {
    bytes: AtomicUsize,
    portions: AtomicUsize,
}

impl Waiting {
    /// Counts a portion; whether it may be taken.
    fn takes(&self, bytes: usize) -> bool {
        let bytes = self.bytes.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        let portions = self.portions.fetch_add(1, Ordering::Relaxed);
        bytes <= WAITING_BYTES_MAX && portions < WAITING_PORTIONS_MAX
    }

    /// A part begins or goes on.
    fn end(&self) {
        self.bytes.store(0, Ordering::Relaxed);
        self.portions.store(0, Ordering::Relaxed);
    }
}

/// The portions of a body, one at a time: the reader of forms otherwise takes whatever there is into memory.
fn portions(
    portions: Portions,
    waiting: Arc<Waiting>,
) -> impl Stream<Item = Result<Bytes, FormError>> + Send + 'static {
    let mut portions = Box::pin(futures_util::stream::unfold(portions, |mut portions| async {
        portions.next().await.map(|portion| (portion, portions))
    }));
    let mut is_taken = false;
    futures_util::stream::poll_fn(move |context| {
        if std::mem::take(&mut is_taken) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let next = portions.as_mut().poll_next(context);
        next.map(|portion| {
            let portion = portion?;
            is_taken = true;
            Some(match portion {
                Ok(portion) if waiting.takes(portion.len()) => Ok(portion),
                Ok(_) => Err(FormError::NoForm),
                Err(error) => Err(error.into()),
            })
        })
    })
}

fn of_multer(error: &multer::Error) -> FormError {
    let known = error.source().and_then(|source| source.downcast_ref::<FormError>());
    known.copied().unwrap_or(FormError::NoForm)
}
