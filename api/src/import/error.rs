//! Why something is not imported.

use std::io;
use std::path::{Path, PathBuf};

use waybill_outbound::{OutboundError, Target};

/// Why something is not imported.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImportError {
    /// A server cannot be asked.
    #[error("{server}: {error}")]
    Outbound {
        /// The server.
        server: String,
        /// What failed.
        error: OutboundError,
        /// Whether it is one of the two servers that were named, and not one that a link leads to.
        is_named: bool,
    },
    /// A server refuses.
    #[error("{server} answers {status}: {sentence}")]
    Refused {
        /// The server.
        server: String,
        /// The status.
        status: u16,
        /// What it says.
        sentence: String,
    },
    /// There is no such thing at the source.
    #[error("{0} is not there")]
    NotThere(String),
    /// A file cannot be read, or one that is needed meanwhile cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// What failed.
        error: io::Error,
    },
    /// The output cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// What the source has is not what its index says.
    #[error("its {0} is not the one in the index of the source; nothing was sent")]
    Digest(&'static str),
    /// The repository has something else there.
    #[error("the repository has it with another content")]
    Differs,
    /// The source does not list its packages.
    #[error("this source does not list its packages; name each with --name")]
    NoList,
    /// Nothing of this package type was found.
    #[error("{0}")]
    Invalid(String),
}

impl ImportError {
    /// The server at an address could not be asked; `named` is the one that was named.
    pub(crate) fn outbound(address: &Target, named: &Target, error: OutboundError) -> Self {
        let is_named = address.has_origin_of(named);
        Self::Outbound { server: address.origin(), error, is_named }
    }

    /// A file could not be read or written.
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// Whether all other items would fail as well.
    pub(crate) const fn ends_all(&self) -> bool {
        match self {
            Self::Refused { status, .. } => matches!(*status, 401 | 507),
            Self::Outbound { error, is_named: true, .. } => matches!(
                error,
                OutboundError::NotConnected
                    | OutboundError::NoAddress
                    | OutboundError::Blocked(_)
                    | OutboundError::SecretInClear
                    | OutboundError::NotTrusted
            ),
            Self::Output(_) => true,
            _ => false,
        }
    }
}
