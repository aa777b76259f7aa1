//! Topics: what a page follows beside its session's own machines, each with its own cursor and authorisation. The
//! state of services, lines of a log and machines of the installation are topics; following them records nothing.
//!
//! A [`TopicSource`] is registered once at start. It authorises a viewer before each opening, and again whenever the
//! viewer's rights may have changed. Its messages go through a bounded queue per subscription.

mod stream;
mod subscriptions;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};

use serde::Serialize;
use serde_json::Value;
use waybill_machines::secret::PersonId;
use waybill_platform::logs::LogsErrorCode;

pub use stream::{MESSAGES_MAX, QUEUE_BYTES_MAX, TopicMessage, TopicSender, TopicStream};
pub use subscriptions::{Subscriptions, TopicEvent};

/// A socket has at most this many subscriptions at once.
pub const SUBSCRIPTIONS_MAX: usize = 16;
/// The arguments of a subscription have at most this many bytes.
pub const ARGS_BYTES_MAX: usize = 2 * 1024;
/// A cursor has at most this many bytes.
pub const CURSOR_BYTES_MAX: usize = 256;

/// The user who follows a topic.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Viewer {
    /// The person who has signed in, if any.
    pub person: Option<PersonId>,
    /// Whether that is an administrator, regardless of view-as.
    pub admin: bool,
}

impl Viewer {
    /// Refuses all but administrators.
    pub fn require_admin(&self) -> Result<(), TopicRefusal> {
        self.require_person()?;
        if self.admin { Ok(()) } else { Err(TopicRefusal::not_authorised()) }
    }

    /// Refuses anonymous users.
    pub fn require_person(&self) -> Result<(), TopicRefusal> {
        if self.person.is_some() { Ok(()) } else { Err(TopicRefusal::not_signed_in()) }
    }
}

/// The code of the end of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TopicEndCode {
    /// There is no topic of this name.
    UnknownTopic,
    /// The arguments are invalid for the topic.
    BadArgs,
    /// What the arguments name does not exist, or no longer exists.
    NotFound,
    /// No user has signed in.
    NotSignedIn,
    /// The user may not follow the topic, or may no longer.
    NotAuthorised,
    /// The socket has too many subscriptions.
    TooManyTopics,
    /// There will be no further messages.
    Ended,
    /// A message of the topic could not be written.
    NotTellable,
    /// A message of the topic is too large.
    TooLarge,
    /// The browser reads more slowly than the source sends.
    Lagged,
    /// Too many messages at once.
    TooFast,
    /// The source has stopped.
    SourceFailed,
    /// A service, or the server itself, is not available.
    Unavailable,
    /// The records cannot be read at present.
    Unreadable,
    /// Why a log cannot be followed.
    #[serde(untagged)]
    Log(LogsErrorCode),
}

impl std::fmt::Display for TopicEndCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

/// Why a subscription was refused or has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[error("{message}")]
pub struct TopicRefusal {
    /// Why.
    pub code: TopicEndCode,
    /// Subscribing again, with the last cursor, may succeed.
    pub temporary: bool,
    /// A sentence for users that says what to do.
    pub message: String,
}

impl TopicRefusal {
    /// A permanent refusal.
    pub fn permanent(code: TopicEndCode, message: impl Into<String>) -> Self {
        Self { code, temporary: false, message: message.into() }
    }

    /// A transient refusal.
    pub fn temporary(code: TopicEndCode, message: impl Into<String>) -> Self {
        Self { code, temporary: true, message: message.into() }
    }

    /// The arguments are invalid for this topic.
    pub fn bad_args(problem: impl std::fmt::Display) -> Self {
        Self::permanent(
            TopicEndCode::BadArgs,
            format!("These arguments of the topic are not valid: {problem}."),
        )
    }

    /// The viewer lacks the rights.
    pub fn not_authorised() -> Self {
        Self::permanent(TopicEndCode::NotAuthorised, "Only administrators may follow this.")
    }

    /// No user has signed in.
    pub fn not_signed_in() -> Self {
        Self::permanent(TopicEndCode::NotSignedIn, "Sign in first.")
    }

    /// The named thing does not exist.
    pub fn not_found(what: &str) -> Self {
        Self::permanent(TopicEndCode::NotFound, format!("There is no {what}."))
    }

    /// The browser reads more slowly than the source sends.
    pub fn lagged() -> Self {
        Self::temporary(
            TopicEndCode::Lagged,
            "The page could not follow; it goes on from where it was.",
        )
    }

    fn unknown_topic() -> Self {
        Self::permanent(TopicEndCode::UnknownTopic, "There is no topic of this name.")
    }

    fn too_many() -> Self {
        let message = format!("A page follows at most {SUBSCRIPTIONS_MAX} topics at once.");
        Self::permanent(TopicEndCode::TooManyTopics, message)
    }

    fn source_failed() -> Self {
        Self::temporary(
            TopicEndCode::SourceFailed,
            "What tells this topic has stopped; it is asked again.",
        )
    }

    fn ended() -> Self {
        Self::permanent(TopicEndCode::Ended, "There is nothing more to tell.")
    }
}

/// The source of a topic. `authorise` and `open` are called while a socket waits, so neither may block: slow work
/// belongs in the task behind the stream, and what is looked up before that task can listen in
/// [`TopicStream::spawn_listening`].
pub trait TopicSource: Send + Sync + 'static {
    /// The topic's name, in snake case.
    fn name(&self) -> &'static str;

    /// Whether a viewer may follow the topic with these arguments. Called before each opening and again whenever the
    /// viewer's rights may have changed; a refusal ends the subscription.
    fn authorise(&self, viewer: &Viewer, args: &Value) -> Result<(), TopicRefusal>;

    /// Starts the stream, after the cursor if there is one. Called only for authorised viewers. A cursor comes from a
    /// browser, so it may be anything: an invalid one is ignored.
    fn open(
        &self,
        viewer: Viewer,
        args: Value,
        cursor: Option<String>,
    ) -> Result<TopicStream, TopicRefusal>;
}

/// The registered topics, by name.
#[derive(Default)]
pub(crate) struct Topics(RwLock<BTreeMap<&'static str, Arc<dyn TopicSource>>>);

impl Topics {
    /// Adds a topic, in place of one of the same name.
    pub(crate) fn register(&self, source: Arc<dyn TopicSource>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(source.name(), source);
    }

    fn find(&self, topic: &str) -> Result<Arc<dyn TopicSource>, TopicRefusal> {
        let sources = self.0.read().unwrap_or_else(PoisonError::into_inner);
        sources.get(topic).cloned().ok_or_else(TopicRefusal::unknown_topic)
    }

    pub(crate) fn authorise(
        &self,
        viewer: &Viewer,
        topic: &str,
        args: &Value,
    ) -> Result<(), TopicRefusal> {
        let source = self.find(topic)?;
        guarded(topic, || source.authorise(viewer, args))
    }

    pub(crate) fn open(
        &self,
        viewer: Viewer,
        topic: &str,
        args: Value,
        cursor: Option<String>,
    ) -> Result<TopicStream, TopicRefusal> {
        let source = self.find(topic)?;
        guarded(topic, || {
            source.authorise(&viewer, &args)?;
            source.open(viewer, args, cursor)
        })
    }
}

/// Calls a source; its panic ends only its own topic.
fn guarded<T>(
    topic: &str,
    call: impl FnOnce() -> Result<T, TopicRefusal>,
) -> Result<T, TopicRefusal> {
    // Unwind safety: no lock of this module is held here; the source is responsible for its own state.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| {
        tracing::error!(topic, "the source of a topic panicked");
        Err(TopicRefusal::source_failed())
    })
}
