//! Ports that another platform answers: what `[remote]` in the configuration names is asked through the one outbound
//! client, and whatever it says is checked before anybody believes it.

mod logs;
mod lookup;
mod retention;
mod said;
mod status;
mod stream;
mod support;

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use waybill_outbound::{
    Answer, Authorization, NotAToken, Outbound, OutboundError, Request, Target, TargetError, header,
};

use crate::secret::{Secret, hex, random};

pub use logs::RemoteLogs;
pub use lookup::RemoteLookup;
pub use retention::RemoteRetention;
pub use status::RemoteStatus;
pub use stream::RemoteFile;
pub use support::RemoteBundles;

/// What the console's own calls lie below; the platform's public ones lie beside it.
const CONSOLE: &str = "/ui/api/v1";

/// A request to another platform says in this header which process asks: one that names itself as its other platform
/// would ask itself in circles.
pub const ASKED_BY: header::HeaderName = header::HeaderName::from_static("x-waybill-asked-by");

/// Tells this process from every other.
static THIS_PROCESS: LazyLock<String> = LazyLock::new(|| hex(&random::<16>()));

/// Whether a request comes from this very process.
pub fn is_asked_by_itself(asked_by: &[u8]) -> bool {
    asked_by == THIS_PROCESS.as_bytes()
}

/// A longer file holds no token.
const TOKEN_BYTES_MAX: u64 = 8_192;

/// The part `[remote]` of the configuration.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteSettings {
    /// The address that the console's calls lie below, such as `https://platform.example.org/ui/api/v1`. The public
    /// calls of the platform lie below the same without its `/ui/api/v1`.
    pub url: String,
    /// A file that holds the token to show there, and nothing else.
    pub token_file: Option<PathBuf>,
    /// What it answers instead of this process; everything that it can unless set.
    #[serde(default = "RemotePart::all")]
    pub answers: Vec<RemotePart>,
}

/// What another platform can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemotePart {
    /// What the log viewer shows.
    Logs,
    /// How the services are.
    Status,
    /// Support bundles.
    Support,
    /// Which release bundles hold a file.
    Checksums,
    /// Whether retention of target bundles is switched on.
    Retention,
}

impl RemotePart {
    fn all() -> Vec<Self> {
        vec![Self::Logs, Self::Status, Self::Support, Self::Checksums, Self::Retention]
    }
}

/// Why the other platform cannot be asked at all. Each is found at the start.
#[derive(Debug, thiserror::Error)]
pub enum RemoteSettingsError {
    /// The address is none.
    #[error("remote.url is not right")]
    Url(#[from] TargetError),
    /// The file cannot be read.
    #[error("the token {} cannot be read: {why}", path.display())]
    TokenFile {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// Everybody on the machine can read the token, or change it.
    #[error(
        "others on this machine can open the token {}: take that from them with `chmod o-rwx`, and replace the token",
        path.display()
    )]
    TokenOpen {
        /// Which file.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("the file {} holds no token: {why}", path.display())]
    Token {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: NotAToken,
    },
}

/// Why the other platform gave no answer that can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// There was no answer.
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    /// It answered 404.
    #[error("the other platform does not know this call; it may be of an older version")]
    NotThere,
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
    LeadsBack,
    /// It answered another status.
    #[error("the other platform answered with the status {status}; look into its log")]
    Status {
        /// Which one.
        status: u16,
    },
    /// It answered 200 with something else than what was asked for, such as a page.
    #[error(
        "the answer of the other platform is not understood; check [remote] url in the configuration"
    )]
    Nonsense,
}

impl RemoteError {
    /// Names it for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotThere => "remote_not_there",
            Self::NotAccepted => "remote_not_accepted",
            Self::Nonsense => "remote_nonsense",
            Self::LeadsBack => "remote_leads_back",
            Self::Outbound(_) | Self::Wait | Self::Status { .. } => "remote_unavailable",
        }
    }

    /// The same for people who may not learn how this server is set up.
    pub fn for_users(self) -> &'static str {
        match self {
            Self::Outbound(error) => error.for_users(),
            Self::Wait => OutboundError::Busy.for_users(),
            Self::NotThere
            | Self::NotAccepted
            | Self::Status { .. }
            | Self::Nonsense
            | Self::LeadsBack => OutboundError::NotConnected.for_users(),
        }
    }
}

/// Another platform.
#[derive(Clone)]
pub struct Remote {
    /// What the console's calls lie below.
    console: Target,
    /// What the public calls lie below.
    root: Target,
    token: Option<std::sync::Arc<Secret>>,
    outbound: Outbound,
    /// For files that pass through, whose readers may be slow and must not stand in the way of other calls.
    files: std::sync::Arc<Semaphore>,
}

impl Remote {
    /// Reads the address and the token.
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

    /// In the name of the token's owner, and saying who asks.
    fn authorised(&self, request: Request) -> Result<Request, RemoteError> {
        let asked_by = header::HeaderValue::from_static(&THIS_PROCESS);
        let request = request.with_header(ASKED_BY, asked_by);
        let Some(token) = &self.token else { return Ok(request) };
        let token = Authorization::bearer(token.expose());
        Ok(request.authorised_by(token.map_err(|_| OutboundError::Unsendable)?))
    }

    /// Asks, and takes whatever is answered.
    async fn ask(&self, request: Request) -> Result<Answer, RemoteError> {
        let json = header::HeaderValue::from_static("application/json");
        let request = self.authorised(request.with_header(header::ACCEPT, json))?;
        Ok(self.outbound.send(request).await?)
    }

    /// Asks for JSON.
    async fn read<T: DeserializeOwned>(&self, request: Request) -> Result<T, RemoteError> {
        understood(&self.ask(request).await?)
    }
}

/// The JSON of an answer that is one.
fn understood<T: DeserializeOwned>(answer: &Answer) -> Result<T, RemoteError> {
    match answer.status {
        200 => serde_json::from_slice(&answer.body).map_err(|_| RemoteError::Nonsense),
        status => Err(refused(status)),
    }
}

/// What a status says that is not the one wanted.
const fn refused(status: u16) -> RemoteError {
    match status {
        401 | 403 => RemoteError::NotAccepted,
        404 => RemoteError::NotThere,
        429 => RemoteError::Wait,
        508 => RemoteError::LeadsBack,
        status => RemoteError::Status { status },
    }
}

/// Which of the refusals that a caller knows an error of the other platform is, where it is one like this.
fn code_of(answer: &Answer, known: &[&'static str]) -> Option<&'static str> {
    let body: serde_json::Value = serde_json::from_slice(&answer.body).ok()?;
    let code = body["error"]["code"].as_str()?;
    known.iter().copied().find(|known| *known == code)
}

fn token(path: &Path) -> Result<Secret, RemoteSettingsError> {
    let mut text = zeroize::Zeroizing::new(String::new());
    let unreadable = |why| RemoteSettingsError::TokenFile { path: path.to_owned(), why };
    // Opening a pipe into which nobody writes would never come back.
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err(unreadable(io::Error::other("it is no file")));
    }
    let file = File::open(path).map_err(unreadable)?;
    // Groups may: that is how services are handed their secrets.
    if file.metadata().map_err(unreadable)?.permissions().mode() & 0o007 != 0 {
        return Err(RemoteSettingsError::TokenOpen { path: path.to_owned() });
    }
    file.take(TOKEN_BYTES_MAX).read_to_string(&mut text).map_err(unreadable)?;
    let token = text.trim();
    Authorization::bearer(token)
        .map_err(|why| RemoteSettingsError::Token { path: path.to_owned(), why })?;
    Ok(Secret::new(token))
}
