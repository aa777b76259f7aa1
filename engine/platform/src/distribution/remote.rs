//! The client of another installation, over the one client for other servers.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use waybill_machines::machines::release_bundle::DistributionFailure;
use waybill_machines::rules::repositories::PackageType;
use waybill_outbound::header::{HeaderName, HeaderValue};
use waybill_outbound::{Authorization, Method, Outbound, OutboundError, Request, Target};

use crate::release_bundles::Manifest;
use crate::secret::Secret;

/// How long a request may take whose answer comes at once.
const SHORT: Duration = Duration::from_secs(60);
/// How long the other installation may take to compare or to remove the files of a bundle.
const LONG: Duration = Duration::from_secs(60 * 60);
/// The slowest connection over which files are sent.
const UPLOAD_BYTES_PER_S_MIN: u64 = 128 * 1_024;
/// The longest time for one file.
const UPLOAD_S_MAX: u64 = 24 * 60 * 60;
/// What is accepted as an answer, of which hardly anything is read.
const ANSWER_BYTES_MAX: usize = 1024 * 1_024;

const SHA256: HeaderName = HeaderName::from_static("x-checksum-sha256");
const BY_CHECKSUM: HeaderName = HeaderName::from_static("x-checksum-deploy");
const JSON: &str = "application/json";

/// Another installation of this program, with the token of an administrator there.
#[derive(Clone)]
pub struct RemoteWaybill {
    outbound: Outbound,
    base: Target,
    authorization: Authorization,
}

/// The answer by which the other installation and the rights of the token are recognised.
#[derive(Deserialize)]
struct Environments {
    #[serde(rename = "environments")]
    _environments: Vec<String>,
}

impl RemoteWaybill {
    /// A client of the installation at this address.
    ///
    /// # Errors
    ///
    /// [`DistributionFailure::Unreachable`] for what is no address, and [`DistributionFailure::Unauthorized`] for what
    /// cannot be sent as a token.
    pub fn new(outbound: Outbound, url: &str, token: &Secret) -> Result<Self, DistributionFailure> {
        let base = Target::parse(url).map_err(|_| DistributionFailure::Unreachable)?;
        let authorization = Authorization::bearer(token.expose());
        let authorization = authorization.map_err(|_| DistributionFailure::Unauthorized)?;
        Ok(Self { outbound, base, authorization })
    }

    /// Whether the other installation is there, and the token is that of an administrator.
    ///
    /// # Errors
    ///
    /// Why a distribution would fail.
    pub async fn check(&self) -> Result<(), DistributionFailure> {
        let target = self.base.below(&["ui", "api", "v1", "release_bundles", "environments"], &[]);
        let request = self.request(Method::GET, target).within(SHORT);
        let answer = self.outbound.send(request).await.map_err(|error| self.failed(error))?;
        match Answered::of(answer.status) {
            Answered::Done => {
                let read = serde_json::from_slice::<Environments>(&answer.body);
                read.map(drop).map_err(|_| DistributionFailure::TargetFailed)
            }
            // Another server, or an older release.
            Answered::Missing => Err(DistributionFailure::TargetFailed),
            other => other.result(),
        }
    }

    /// Whether there is a repository with a key.
    ///
    /// # Errors
    ///
    /// Why that is not known.
    pub async fn has_repository(&self, key: &str) -> Result<bool, DistributionFailure> {
        let request = self.request(Method::GET, self.repository(key)).within(SHORT);
        match self.answered(request).await? {
            Answered::Done => Ok(true),
            Answered::Missing => Ok(false),
            other => other.result().map(|()| false),
        }
    }

    /// Creates a local repository. One that exists counts as created.
    ///
    /// # Errors
    ///
    /// Why it is not there.
    pub async fn create_repository(
        &self,
        key: &str,
        package_type: PackageType,
    ) -> Result<(), DistributionFailure> {
        let wanted = serde_json::json!({
            "key": key,
            "rclass": "local",
            "packageType": package_type.as_str(),
        });
        let request = self
            .request(Method::PUT, self.repository(key))
            .with_body(JSON, wanted.to_string())
            .within(SHORT);
        match self.answered(request).await? {
            Answered::Missing => Err(DistributionFailure::TargetFailed),
            // Its key may be taken.
            Answered::Refused if self.has_repository(key).await? => Ok(()),
            other => other.result(),
        }
    }

    /// Stores a file of which the other installation may have the content already. The path begins with the key of the
    /// repository. Returns whether it had the content, so that the file is there now.
    ///
    /// # Errors
    ///
    /// Why the file is not stored, although the content may be there.
    pub async fn has_content(&self, path: &str, sha256: &str) -> Result<bool, DistributionFailure> {
        let request = self
            .request(Method::PUT, self.file(path))
            .with_header(BY_CHECKSUM, HeaderValue::from_static("true"))
            .with_digest(SHA256, sha256)
            .within(SHORT);
        match self.answered(request).await? {
            Answered::Done => Ok(true),
            Answered::Missing => Ok(false),
            other => other.result().map(|()| false),
        }
    }

    /// Stores a file. The path begins with the key of the repository.
    ///
    /// # Errors
    ///
    /// Why the file is not stored.
    pub async fn send(
        &self,
        path: &str,
        sha256: &str,
        file: Arc<File>,
        bytes: u64,
    ) -> Result<(), DistributionFailure> {
        let within = upload_within(bytes);
        let request = self
            .request(Method::PUT, self.file(path))
            .with_digest(SHA256, sha256)
            .with_file(file, bytes)
            .streamed(within, within);
        let answered = match self.outbound.open(request).await {
            Ok(response) => Answered::of(response.status),
            // The file is all of this request that can have become unreadable.
            Err(OutboundError::Unsendable) => {
                tracing::error!(service = "distribution", path, "a file cannot be read");
                return Err(DistributionFailure::Storage);
            }
            Err(error) => return Err(self.failed(error)),
        };
        match answered {
            Answered::Missing => Err(DistributionFailure::RepositoryMissing),
            other => other.result(),
        }
    }

    /// Registers a bundle whose files were sent.
    ///
    /// # Errors
    ///
    /// Why it is not registered.
    pub async fn register(&self, manifest: &Manifest) -> Result<(), DistributionFailure> {
        let body = serde_json::to_vec(manifest).map_err(|error| {
            tracing::error!(service = "distribution", %error, "a manifest cannot be written");
            DistributionFailure::Storage
        })?;
        let request = self
            .request(Method::PUT, self.received(&manifest.name, &manifest.version))
            .with_body(JSON, body)
            .streamed(LONG, LONG);
        match self.answered(request).await? {
            // Such a release of the other installation receives no bundles.
            Answered::Missing => Err(DistributionFailure::TargetFailed),
            other => other.result(),
        }
    }

    /// Removes a bundle with its files. One that is not there counts as removed.
    ///
    /// # Errors
    ///
    /// Why it is not removed.
    pub async fn remove(&self, name: &str, version: &str) -> Result<(), DistributionFailure> {
        let request =
            self.request(Method::DELETE, self.received(name, version)).streamed(LONG, LONG);
        match self.answered(request).await? {
            Answered::Missing => Ok(()),
            other => other.result(),
        }
    }

    fn request(&self, method: Method, target: Target) -> Request {
        Request::new(method, target)
            .authorised_by(self.authorization.clone())
            .with_body_limit(ANSWER_BYTES_MAX)
    }

    /// What is answered to a request, without the body.
    async fn answered(&self, request: Request) -> Result<Answered, DistributionFailure> {
        let response = self.outbound.open(request).await.map_err(|error| self.failed(error))?;
        Ok(Answered::of(response.status))
    }

    fn repository(&self, key: &str) -> Target {
        self.base.below(&["artifactory", "api", "repositories", key], &[])
    }

    fn file(&self, path: &str) -> Target {
        let segments: Vec<&str> = ["artifactory"].into_iter().chain(path.split('/')).collect();
        self.base.below(&segments, &[])
    }

    fn received(&self, name: &str, version: &str) -> Target {
        self.base.below(&["lifecycle", "api", "v2", "received", name, version], &[])
    }

    fn failed(&self, error: OutboundError) -> DistributionFailure {
        let target = self.base.origin();
        tracing::warn!(service = "distribution", target, %error, "a distribution target cannot be asked");
        match error {
            OutboundError::NotHttp
            | OutboundError::HeadTooLarge
            | OutboundError::TooLarge { .. }
            | OutboundError::Redirected => DistributionFailure::TargetFailed,
            OutboundError::Unsendable => DistributionFailure::Unauthorized,
            _ => DistributionFailure::Unreachable,
        }
    }
}

/// What the status of an answer means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answered {
    Done,
    Missing,
    Unauthorized,
    Refused,
    Failed,
}

impl Answered {
    const fn of(status: u16) -> Self {
        match status {
            200..=299 => Self::Done,
            404 => Self::Missing,
            401 | 403 => Self::Unauthorized,
            // 408 and 429 are about the moment, not about what was asked for.
            400..=407 | 409..=428 | 430..=499 => Self::Refused,
            _ => Self::Failed,
        }
    }

    const fn result(self) -> Result<(), DistributionFailure> {
        match self {
            Self::Done => Ok(()),
            Self::Unauthorized => Err(DistributionFailure::Unauthorized),
            Self::Refused => Err(DistributionFailure::Refused),
            Self::Missing | Self::Failed => Err(DistributionFailure::TargetFailed),
        }
    }
}

/// How long sending a file may take.
fn upload_within(bytes: u64) -> Duration {
    let seconds = SHORT.as_secs() + bytes / UPLOAD_BYTES_PER_S_MIN;
    Duration::from_secs(seconds.min(UPLOAD_S_MAX))
}
