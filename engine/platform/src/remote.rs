//! Ports that another platform implements: the parts named by `[remote]` in the configuration are requested through the
//! outbound client, and every response is validated before it is used.

mod logs;
mod lookup;
mod retention;
mod sanitize;
pub(crate) mod span;
mod status;
mod stream;
mod support;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use waybill_outbound::{
    Authorization, InvalidToken, Outbound, OutboundError, Request, Response, Target, TargetError,
    header,
};

use crate::secret::{Secret, hex, others_may_open, random};

use span::RequestSpan;

pub use logs::RemoteLogs;
pub use lookup::RemoteLookup;
pub use retention::RemoteRetention;
pub use status::RemoteStatus;
pub use stream::RemoteFile;
pub use support::RemoteBundles;

/// Base path of the console's own API; the public API has the same parent.
const CONSOLE: &str = "/ui/api/v1";

/// A request to another platform carries the id of the requesting process in this header: a process that is configured
/// as its own remote would otherwise call itself in circles.
pub const SENT_BY: header::HeaderName = header::HeaderName::from_static("x-waybill-asked-by");

/// The random id of this process.
static THIS_PROCESS: LazyLock<String> = LazyLock::new(|| hex(&random::<16>()));

/// A request that names this process as its sender.
pub(crate) fn sent_by_this_process(request: Request) -> Request {
    request.with_header(SENT_BY, header::HeaderValue::from_static(&THIS_PROCESS))
}

/// Whether a request comes from this process.
pub fn is_own_request(sender: &[u8]) -> bool {
    sender == THIS_PROCESS.as_bytes()
}

/// A longer file does not contain a token.
const TOKEN_BYTES_MAX: u64 = 8_192;

/// The table `[remote]` of the configuration.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteSettings {
    /// The base address of the console's API, such as `https://platform.example.org/ui/api/v1`. The base address of the
    /// public API is the same without `/ui/api/v1`.
    pub url: String,
    /// A file that contains the token to send, and nothing else.
    pub token_file: Option<PathBuf>,
    /// The parts that it answers instead of this process; by default all that are supported.
    #[serde(default = "RemotePart::all")]
    pub answers: Vec<RemotePart>,
}

/// What another platform can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemotePart {
    /// The content of the log viewer.
    Logs,
    /// The status of the services.
    Status,
    /// Support bundles.
    Support,
    /// The release bundles that contain a file.
    Checksums,
    /// Whether retention of target bundles is enabled.
    Retention,
}

impl RemotePart {
    fn all() -> Vec<Self> {
        vec![Self::Logs, Self::Status, Self::Support, Self::Checksums, Self::Retention]
    }
}

/// Why the other platform cannot be called at all. All of these are detected at the start.
#[derive(Debug, thiserror::Error)]
pub enum RemoteSettingsError {
    /// The address is invalid.
    #[error("remote.url is not valid")]
    Url(#[from] TargetError),
    /// The file cannot be read.
    #[error("the token {} cannot be read: {why}", path.display())]
    TokenFile {
        /// The configured file.
        path: PathBuf,
        /// The error of the file system.
        why: io::Error,
    },
    /// Every user of the machine can read or change the token.
    #[error(
        "others on this machine can open the token {}: take that from them with `chmod o-rwx`, and replace the token",
        path.display()
    )]
    TokenOpen {
        /// The configured file.
        path: PathBuf,
    },
    /// The file contains something other than a token.
    #[error("the file {} holds no token: {why}", path.display())]
    Token {
        /// The configured file.
        path: PathBuf,
        /// Why it is not a token.
        why: InvalidToken,
    },
}

/// Why the other platform gave no valid response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// There was no response.
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    /// It answered 404.
    #[error("the other platform does not know this call; it may be of an older version")]
    NotFound,
    /// It answered 401 or 403.
    #[error(
        "the other platform does not accept the token; check [remote] token_file in the configuration"
    )]
    NotAccepted,
    /// It answered 429.
    #[error("the other platform asks to wait; try again later")]
    Wait,
    /// It answered 508: the address leads back to this server.
    #[error(
        "the other platform is this server itself, or asks it in turn; name another one in [remote] url of the configuration"
    )]
    LoopDetected,
    /// It answered with another status.
    #[error("the other platform answered with the status {status}; look into its log")]
    Status {
        /// The HTTP status.
        status: u16,
    },
    /// It answered 200, but with something else than was requested, such as a page.
    #[error(
        "the answer of the other platform is not understood; check [remote] url in the configuration"
    )]
    InvalidResponse,
}

/// The code of an error of another platform, as browsers receive it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RemoteErrorCode {
    /// It does not know the call.
    RemoteNotThere,
    /// It does not accept the token.
    RemoteNotAccepted,
    /// Its answer is not understood.
    #[serde(rename = "remote_nonsense")]
    RemoteInvalidResponse,
    /// It is this server itself.
    #[serde(rename = "remote_leads_back")]
    RemoteLoop,
    /// It does not answer.
    RemoteUnavailable,
}

impl fmt::Display for RemoteErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl RemoteError {
    /// The machine-readable code of the error.
    pub const fn code(self) -> RemoteErrorCode {
        match self {
            Self::NotFound => RemoteErrorCode::RemoteNotThere,
            Self::NotAccepted => RemoteErrorCode::RemoteNotAccepted,
            Self::InvalidResponse => RemoteErrorCode::RemoteInvalidResponse,
            Self::LoopDetected => RemoteErrorCode::RemoteLoop,
            Self::Outbound(_) | Self::Wait | Self::Status { .. } => {
                RemoteErrorCode::RemoteUnavailable
            }
        }
    }

    /// The same for users who may not learn about the configuration of this server.
    pub fn for_users(self) -> &'static str {
        match self {
            Self::Outbound(error) => error.for_users(),
            Self::Wait => OutboundError::Busy.for_users(),
            Self::NotFound
            | Self::NotAccepted
            | Self::Status { .. }
            | Self::InvalidResponse
            | Self::LoopDetected => OutboundError::NotConnected.for_users(),
        }
    }
}

/// A client for another platform.
#[derive(Clone)]
pub struct Remote {
    /// The base address of the console's API.
    console: Target,
    /// The base address of the public API.
    root: Target,
    token: Option<std::sync::Arc<Secret>>,
    outbound: Outbound,
    /// Permits for streamed files, whose readers may be slow and must not block other calls.
    files: std::sync::Arc<Semaphore>,
}

impl Remote {
    /// Parses the address and reads the token.
    pub fn open(
        settings: &RemoteSettings,
        outbound: Outbound,
    ) -> Result<Self, RemoteSettingsError> {
        let console = Target::parse(&settings.url)?;
        let url = settings.url.trim_end_matches('/');
        let root = Target::parse(url.strip_suffix(CONSOLE).unwrap_or(url))?;
        let token = settings.token_file.as_deref().map(token).transpose()?;
        let files = std::sync::Arc::new(Semaphore::new(stream::FILES_MAX));
        Ok(Self { console, root, token: token.map(std::sync::Arc::new), outbound, files })
    }

    /// Adds the token, the id of this process, and the trace.
    fn authorised(&self, request: Request, span: &RequestSpan) -> Result<Request, RemoteError> {
        let request = span.named_in(sent_by_this_process(request));
        let Some(token) = &self.token else { return Ok(request) };
        let token = Authorization::bearer(token.expose());
        Ok(request.authorised_by(token.map_err(|_| OutboundError::Unsendable)?))
    }

    /// Sends a request, and returns the response with any status.
    async fn ask(&self, request: Request) -> Result<Response, RemoteError> {
        let json = header::HeaderValue::from_static("application/json");
        let span = RequestSpan::begin(&request, &self.console);
        let request = self.authorised(request.with_header(header::ACCEPT, json), &span)?;
        let answer = self.outbound.send(request).await;
        span.end(answer.as_ref().map(|answer| answer.status));
        Ok(answer?)
    }

    /// Sends a request, and parses the JSON of the response.
    async fn read<T: DeserializeOwned>(&self, request: Request) -> Result<T, RemoteError> {
        parse_json(&self.ask(request).await?)
    }
}

/// The JSON of a successful response.
fn parse_json<T: DeserializeOwned>(answer: &Response) -> Result<T, RemoteError> {
    match answer.status {
        200 => serde_json::from_slice(&answer.body).map_err(|_| RemoteError::InvalidResponse),
        status => Err(refused(status)),
    }
}

/// The error for a status other than the expected one.
const fn refused(status: u16) -> RemoteError {
    match status {
        401 | 403 => RemoteError::NotAccepted,
        404 => RemoteError::NotFound,
        429 => RemoteError::Wait,
        508 => RemoteError::LoopDetected,
        status => RemoteError::Status { status },
    }
}

/// The error code of a response, if it is among the known ones of a platform like this one.
fn code_of(answer: &Response, known: &[&'static str]) -> Option<&'static str> {
    let body: serde_json::Value = serde_json::from_slice(&answer.body).ok()?;
    let code = body["error"]["code"].as_str()?;
    known.iter().copied().find(|known| *known == code)
}

fn token(path: &Path) -> Result<Secret, RemoteSettingsError> {
    let mut text = zeroize::Zeroizing::new(String::new());
    let unreadable = |why| RemoteSettingsError::TokenFile { path: path.to_owned(), why };
    // Opening a pipe that has no writer would block for ever.
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err(unreadable(io::Error::other("it is no file")));
    }
    let file = File::open(path).map_err(unreadable)?;
    if others_may_open(&file.metadata().map_err(unreadable)?) {
        return Err(RemoteSettingsError::TokenOpen { path: path.to_owned() });
    }
    file.take(TOKEN_BYTES_MAX).read_to_string(&mut text).map_err(unreadable)?;
    let token = text.trim();
    Authorization::bearer(token)
        .map_err(|why| RemoteSettingsError::Token { path: path.to_owned(), why })?;
    Ok(Secret::new(token))
}
