//! Why a call of the release bundles' service has no answer.

use std::io;

use waybill_machines::rules::release_bundles::BundleProblem;

use crate::keyed::TaskStopped;
use crate::remote::RemoteError;
use crate::streams::StreamError;
use crate::vault::VaultError;

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A page was requested after something that is no position in the list.
    #[error("'after' is not the end of a page of this list: leave it out to begin again")]
    Cursor,
    /// Name, version, an artifact's path or a promotion is invalid.
    #[error("{problem}{}", at.as_ref().map_or_else(String::new, |at| format!(": {at}")))]
    Problem {
        /// What is wrong.
        problem: BundleProblem,
        /// The path of the artifact, if the problem is with one.
        at: Option<String>,
    },
    /// Two artifacts have the same path.
    #[error("two artifacts have the same path: {path}")]
    PathTwice {
        /// The path.
        path: String,
    },
    /// The path of one artifact is a folder of another one, which no file system can store.
    #[error("the artifact {file} is a file, and {below} needs a folder of that name")]
    FileAndFolder {
        /// The one that is a file.
        file: String,
        /// The one below it.
        below: String,
    },
    /// The bundle exists already, and a released bundle does not change.
    #[error("there is a release bundle {name} {version} already: choose another version")]
    Exists {
        /// Its name.
        name: String,
        /// Its version.
        version: String,
    },
    /// The bundle was not created from files in repositories.
    #[error(
        "only a release bundle that was created here from files in repositories can be promoted"
    )]
    NotPromotable,
    /// A promotion of the bundle is in progress.
    #[error("a promotion of this release bundle is in progress: try again when it has ended")]
    Promoting,
    /// No promotion of the bundle is in progress.
    #[error("no promotion of this release bundle is in progress")]
    NotPromoting,
    /// The bundle was not created from files in repositories.
    #[error(
        "only a release bundle that was created here from files in repositories can be distributed"
    )]
    NotDistributable,
    /// A distribution of the bundle is in progress.
    #[error("a distribution of this release bundle is in progress: try again when it has ended")]
    Distributing,
    /// The distribution is not in progress.
    #[error("this distribution of the release bundle is not in progress")]
    NotDistributing,
    /// The bundle was not received from another installation.
    #[error(
        "only a release bundle that was received from another installation can be removed with its files"
    )]
    NotReceived,
    /// The bundle was registered by another user, with whose access token another installation may have sent it.
    #[error(
        "this release bundle was received with an access token of another user, and may be that of another \
         installation: remove it with a token of that user, or delete it without its files, distribute it again, and \
         remove it then"
    )]
    ReceivedFromAnother,
    /// The files of the bundle are being removed.
    #[error("this release bundle is being removed with its files")]
    Removing,
    /// No removal of the bundle is in progress.
    #[error("no removal of this release bundle is in progress")]
    NotRemoving,
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The signing key could not be read or stored.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// A file of the store could not be read or written.
    #[error("{what} failed: {why}; make room on the disk or mend its rights, and try again")]
    File {
        /// The operation that failed.
        what: &'static str,
        /// The error of the system.
        why: io::Error,
    },
    /// The file with a bundle's artifacts is missing or was changed.
    #[error(
        "the list of the release bundle's artifacts is missing or was changed; restore it from a backup of the data \
         directory"
    )]
    ListLost,
    /// The call of the other platform failed.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// A bug in the service.
    #[error("the release bundles' service failed: {0}; its log says more")]
    Defect(&'static str),
}

impl From<TaskStopped> for BundleError {
    fn from(_: TaskStopped) -> Self {
        Self::Defect("a change stopped")
    }
}

pub(super) fn failed(what: &'static str) -> impl FnOnce(io::Error) -> BundleError {
    move |why| BundleError::File { what, why }
}
