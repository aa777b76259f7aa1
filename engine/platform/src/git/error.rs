//! Why a call about Git integrations has no answer.

use waybill_machines::rules::git::{
    CHOSEN_REPOSITORIES_MAX, GitProblem, GitVendorProblem, INTEGRATIONS_MAX,
};
use waybill_outbound::{Blocked, OutboundError};

use crate::keyed::TaskStopped;
use crate::streams::StreamError;
use crate::vault::VaultError;

/// Why a call has no answer. No sentence contains a text of the vendor's server.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// The integration is not valid.
    #[error("{}", .0.message())]
    Problem(GitProblem),
    /// The address is one of FTP.
    #[error("FTP servers have no API that repositories can be listed by. Use the https address.")]
    Ftp,
    /// There is no such integration.
    #[error("There is no such integration.")]
    Unknown,
    /// The name belongs to another integration.
    #[error("There is an integration of this name already.")]
    NameTaken,
    /// The installation has the most integrations allowed.
    #[error("There are {INTEGRATIONS_MAX} integrations, which is the most. Delete one first.")]
    TooMany,
    /// More repositories are chosen than allowed.
    #[error("At most {CHOSEN_REPOSITORIES_MAX} repositories of an integration can be chosen.")]
    TooManyRepositories,
    /// An integration is to have another vendor.
    #[error("The vendor of an integration cannot be changed. Create another integration.")]
    VendorFixed,
    /// There is no token that may be used for this connection.
    #[error(
        "Enter the token: the stored one is kept for the URL and the user name it was tested with only."
    )]
    TokenRequired,
    /// What is to be saved is not what was tested.
    #[error("Test the connection with these values first.")]
    NotTested,
    /// The integration is not used for scanning, or not for this repository.
    #[error(
        "This repository is not scanned. Choose scanning as a product, and then the repository."
    )]
    NotScanned,
    /// The integration was changed, deleted or unchosen while it was scanned.
    #[error("The integration was changed meanwhile. Scan again.")]
    Changed,
    /// The vendor answers that the repository has another address.
    #[error("The repository has moved or was renamed. Choose it again.")]
    Moved,
    /// The vendor has no such repository, or does not show it to this user.
    #[error("There is no such repository, or the token does not reach it.")]
    UnknownRepository,
    /// There is no such page of the list.
    #[error("There is no such page of the list. Begin with the first one.")]
    UnknownPage,
    /// The vendor does not accept the user with the token.
    #[error(
        "The server does not accept this user with this token. Check both, and the rights of the token."
    )]
    Refused,
    /// The token belongs to another user.
    #[error("The token belongs to another user.")]
    OtherUser,
    /// The address may not be connected to.
    #[error(
        "The server has {0}. Where that is meant, open its network and port in the configuration, under \
         [outbound] allow."
    )]
    Blocked(Blocked),
    /// The server does not answer.
    #[error("{}", unreachable(.0))]
    Unreachable(OutboundError),
    /// The answer is not what the API of the vendor answers.
    #[error("{0}")]
    Answer(&'static str),
    /// An answer is larger than is read.
    #[error("The server's answer is larger than what is read of it.")]
    TooLarge,
    /// Too many repositories are being scanned.
    #[error("Other repositories are being scanned. Try again when they are done.")]
    Busy,
    /// As many users wait for answers of vendors as may do so at once.
    #[error("Other requests to Git servers wait for their answers. Try again in a moment.")]
    Occupied,
    /// This server has no address that a vendor can send to.
    #[error(
        "This server has no address that a vendor could report pushes to. Set public_url in the configuration."
    )]
    NoAddress,
    /// What came at the address of a hook is not from its vendor, or there is no such hook.
    #[error("There is no such hook, or the request is not signed with its secret.")]
    HookNotAccepted,
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}

/// At this address is another service, or another version of the API.
pub(super) const NO_API: &str =
    "At this URL is no API of this vendor. Enter the address at which its pages begin.";
/// The answer cannot be read.
pub(super) const NOT_ITS_API: &str =
    "The server does not answer as the API of this vendor does. Check the vendor and the URL.";
/// The vendor counts requests.
pub(super) const LIMITED: &str =
    "The server has received too many requests with this token. Try again later.";
/// The vendor has an error of its own.
pub(super) const FAILED: &str = "The server has failed. Try again later.";

impl GitError {
    /// What it means where no user waits for it.
    pub(super) fn vendor_problem(&self) -> GitVendorProblem {
        match self {
            Self::Refused | Self::OtherUser => GitVendorProblem::NotPermitted,
            Self::UnknownRepository | Self::Moved => GitVendorProblem::NoRepository,
            Self::Answer(LIMITED) => GitVendorProblem::Limited,
            Self::Answer(_) | Self::TooLarge => GitVendorProblem::VendorFailed,
            Self::Blocked(_) | Self::Unreachable(_) | Self::Ftp => GitVendorProblem::NotReached,
            _ => GitVendorProblem::ServerFailed,
        }
    }
}

impl From<OutboundError> for GitError {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::Blocked(why) => Self::Blocked(why),
            OutboundError::TooLarge { .. } => Self::TooLarge,
            other => Self::Unreachable(other),
        }
    }
}

/// Exact about what depends on the address as it is written, and about this server; the rest reveals nothing about the
/// network.
pub(super) fn unreachable(error: &OutboundError) -> &'static str {
    match error {
        OutboundError::SecretInClear => {
            "A token is sent over https only. Enter the https address of the server."
        }
        OutboundError::Redirected => {
            "The server sends on to another address, to which no token is sent. Enter that address."
        }
        OutboundError::NotTrusted | OutboundError::NotTls => {
            "The certificate of the server is not trusted, or it speaks no TLS at this port."
        }
        OutboundError::Busy => {
            "This server has too many requests to other servers in progress. Try again later."
        }
        OutboundError::TooSlow => "The server does not answer in time. Try again later.",
        _ => {
            "The server cannot be reached. Check the URL, and whether this server may connect to it."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [INT-04, INT-05]
    #[test]
    fn an_error_is_a_sentence_to_act_on() {
        let blocked = GitError::from(OutboundError::Blocked(Blocked::Private)).to_string();
        assert!(blocked.contains("a private network") && blocked.contains("[outbound] allow"));
        let clear = GitError::from(OutboundError::SecretInClear).to_string();
        assert!(clear.contains("https"));
        let silent = GitError::from(OutboundError::NotConnected).to_string();
        assert_eq!(silent, GitError::from(OutboundError::NotHttp).to_string());
        // It is an administrator who reads it.
        assert!(silent.contains("Check the URL") && !silent.contains("Ask"), "{silent}");
        let busy = GitError::from(OutboundError::Busy).to_string();
        assert!(busy.starts_with("This server"), "{busy}");
        let large = GitError::from(OutboundError::TooLarge { bytes_max: 1 });
        assert!(matches!(large, GitError::TooLarge));
        assert!(GitError::NoAddress.to_string().contains("public_url"));
        assert_eq!(GitError::Answer(LIMITED).vendor_problem(), GitVendorProblem::Limited);
        assert_eq!(GitError::Answer(FAILED).vendor_problem(), GitVendorProblem::VendorFailed);
    }
}
