//! Ports that another platform answers: what `[remote]` in the configuration names is asked through the one outbound
//! client, and whatever it says is checked before anybody believes it.

mod retention;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use waybill_outbound::{
    Authorization, NotAToken, Outbound, OutboundError, Request, Target, TargetError, header,
};

use crate::secret::Secret;

pub use retention::RemoteRetention;

/// A longer file holds no token.
const TOKEN_BYTES_MAX: u64 = 8_192;

/// The part `[remote]` of the configuration.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteSettings {
    /// The address that calls lie below, such as `https://platform.example.org/ui/api/v1`.
    pub url: String,
    /// A file that holds the token to show there, and nothing else.
    pub token_file: Option<PathBuf>,
}

/// Why the other platform cannot be asked at all. Each is found at the start.
#[derive(Debug, thiserror::Error)]
pub enum RemoteSettingsError {
    /// The address is none.
    #[error("remote.url is not right: {0}")]
    Url(#[from] TargetError),
    /// The file cannot be read.
    #[error("the token {} cannot be read: {why}", path.display())]
    TokenFile {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: io::Error,
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

/// Another platform.
#[derive(Clone)]
pub struct Remote {
    base: Target,
    token: Option<std::sync::Arc<Secret>>,
    outbound: Outbound,
}

impl Remote {
    /// Reads the address and the token.
    pub fn open(
        settings: &RemoteSettings,
        outbound: Outbound,
    ) -> Result<Self, RemoteSettingsError> {
        let base = Target::parse(&settings.url)?;
        let token = settings.token_file.as_deref().map(token).transpose()?;
        Ok(Self { base, token: token.map(std::sync::Arc::new), outbound })
    }

    /// Asks for the JSON below the base.
    async fn read<T: DeserializeOwned>(
        &self,
        segments: &[&str],
        parameters: &[(&str, &str)],
    ) -> Result<T, RemoteError> {
        let json = header::HeaderValue::from_static("application/json");
        let mut request =
            Request::get(self.base.below(segments, parameters)).with_header(header::ACCEPT, json);
        if let Some(token) = &self.token {
            let token = Authorization::bearer(token.expose());
            request = request.authorised_by(token.map_err(|_| OutboundError::Unsendable)?);
        }
        let answer = self.outbound.send(request).await?;
        match answer.status {
            200 => serde_json::from_slice(&answer.body).map_err(|_| RemoteError::Nonsense),
            401 | 403 => Err(RemoteError::NotAccepted),
            404 => Err(RemoteError::NotThere),
            status => Err(RemoteError::Status { status }),
        }
    }
}

fn token(path: &Path) -> Result<Secret, RemoteSettingsError> {
    let mut text = zeroize::Zeroizing::new(String::new());
    let read =
        File::open(path).and_then(|file| file.take(TOKEN_BYTES_MAX).read_to_string(&mut text));
    read.map_err(|why| RemoteSettingsError::TokenFile { path: path.to_owned(), why })?;
    let token = text.trim();
    Authorization::bearer(token)
        .map_err(|why| RemoteSettingsError::Token { path: path.to_owned(), why })?;
    Ok(Secret::new(token))
}
