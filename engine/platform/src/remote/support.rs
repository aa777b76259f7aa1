//! Support bundles that another platform creates (BUNDLE-01, BUNDLE-02): a bundle is requested and awaited, then
//! downloaded and deleted there.

mod fetch;

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use waybill_machines::machines::support_bundle::{Archive, Fault};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::{BundleRequest, Parameters};
use waybill_machines::secret::Digest;
use waybill_outbound::{Method, OutboundError, Request};

use super::sanitize::{is_name, text};
use super::{Remote, RemoteError, code_of, refused};
use crate::support::{Job, Manifest};

/// The interval at which the state of a bundle is polled: the first and the longest one.
const LOOK_FIRST: Duration = Duration::from_millis(500);
const LOOK_LAST: Duration = Duration::from_secs(5);
/// How long to wait for a bundle: thread dumps may take five minutes, and logs take time as well.
const MADE_WITHIN: Duration = Duration::from_secs(30 * 60);
/// After this many failed polls in a row the bundle is given up.
const FAILURES_MAX: u32 = 5;
/// The largest response with lists or previews of bundles.
const BODY_BYTES_MAX: usize = 4 * 1_024 * 1_024;
const NAME_CHARS_MAX: usize = 128;
const SENTENCE_CHARS_MAX: usize = 300;

/// Why a bundle was not created, for the record.
pub type CreationFailure = (Fault, String);

/// Creates bundles on another platform. Nothing is cached between calls.
pub struct RemoteBundles(Remote);

/// A bundle as the platform lists it. Later versions may send more fields, and others fewer.
#[derive(Deserialize)]
struct BundleResponse {
    id: String,
    status: String,
    archive: Option<ArchiveResponse>,
    #[serde(default)]
    failure: Value,
}

#[derive(Deserialize)]
struct ArchiveResponse {
    bytes: u64,
    digest: String,
    #[serde(default)]
    files: u32,
    #[serde(default)]
    redacted: u32,
    #[serde(default)]
    shortened: u32,
}

#[derive(Deserialize)]
struct ListResponse {
    bundles: Vec<BundleResponse>,
}

#[derive(Deserialize)]
struct CreatedResponse {
    id: String,
}

impl RemoteBundles {
    /// Bundles of this platform.
    pub fn new(remote: Remote) -> Self {
        Self(remote)
    }

    /// Has the platform create a bundle and writes it to a new file. Nothing of it is left on the platform.
    pub(crate) async fn make(&self, job: &Job, path: &Path) -> Result<Archive, CreationFailure> {
        let there = self.begin(job).await?;
        let fetched = match self.made(&there).await {
            Ok(made) => fetch::fetch(&self.0, &there, made, &job.wanted, path).await,
            Err(error) => Err(error),
        };
        // If deleting fails now, the platform deletes it itself after some days.
        let path = ["ui", "userSupport", "deleteBundle", &there];
        let delete = Request::new(Method::DELETE, self.0.console.below(&path, &[]));
        match self.0.ask(delete).await {
            Ok(answer) if answer.status < 300 => {}
            Ok(answer) => {
                tracing::warn!(
                    id = there,
                    status = answer.status,
                    "a fetched support bundle stays on the other platform"
                );
            }
            Err(error) => {
                tracing::warn!(id = there, %error, "a fetched support bundle stays on the other platform");
            }
        }
        fetched
    }

    /// The content that a bundle would have, according to the platform.
    pub(crate) async fn preview(&self, job: &Job) -> Result<Manifest, RemoteError> {
        #[derive(Deserialize)]
        struct PreviewResponse {
            bundles: Vec<Manifest>,
        }
        let mut body = body(&job.wanted);
        body["service"] = json!(job.id.service);
        let target = self.0.console.below(&["ui", "userSupport", "previewBundle"], &[]);
        let request = Request::new(Method::POST, target).with_body_limit(BODY_BYTES_MAX);
        let response: PreviewResponse =
            self.0.read(request.with_body("application/json", body.to_string())).await?;
        response.bundles.into_iter().next().ok_or(RemoteError::InvalidResponse)
    }

    /// Requests a bundle and returns its id there. The response also contains a download address, which is not trusted:
    /// the bundle is downloaded by its id.
    async fn begin(&self, job: &Job) -> Result<String, CreationFailure> {
        let target = self.0.root.below(path_of(job.id.service), &[]);
        let request = Request::new(Method::POST, target);
        let request = request.with_body("application/json", body(&job.wanted).to_string());
        let answer = self.0.ask(request).await.map_err(unavailable)?;
        match (answer.status, code_of(&answer, &["bundle_service_not_running", "too_many_bundles"]))
        {
            (200..=202, _) => {}
            (_, Some("bundle_service_not_running")) => {
                let message = "The service does not run on the other platform.";
                return Err((Fault::NotRunning, message.to_owned()));
            }
            (_, Some(_)) => {
                let message = "The other platform makes too many bundles already.";
                return Err((Fault::Unavailable, message.to_owned()));
            }
            (status, None) => return Err(unavailable(refused(status))),
        }
        let response: Option<CreatedResponse> = serde_json::from_slice(&answer.body).ok();
        let id = response.map(|response| response.id).filter(|id| is_name(id, NAME_CHARS_MAX));
        id.ok_or_else(|| unavailable(RemoteError::InvalidResponse))
    }

    /// Waits until a bundle is complete.
    async fn made(&self, id: &str) -> Result<Option<ArchiveResponse>, CreationFailure> {
        let (until, mut wait, mut failures) = (Instant::now() + MADE_WITHIN, LOOK_FIRST, 0);
        while Instant::now() < until {
            sleep(wait).await;
            wait = (wait * 2).min(LOOK_LAST);
            match self.look(id).await {
                Ok(bundle) if bundle.status == "success" => return Ok(bundle.archive),
                Ok(bundle) if bundle.status == "in progress" => failures = 0,
                Ok(bundle) => {
                    let why = bundle.failure["message"].as_str().unwrap_or("It does not say why.");
                    let why = text(why, SENTENCE_CHARS_MAX);
                    let message = format!("The other platform could not make it. {why}");
                    return Err((Fault::Unavailable, message));
                }
                Err(error) => {
                    failures += 1;
                    if failures >= FAILURES_MAX || !may_pass(error) {
                        return Err(unavailable(error));
                    }
                }
            }
        }
        Err((Fault::Unavailable, "The other platform did not finish it in time.".to_owned()))
    }

    async fn look(&self, id: &str) -> Result<BundleResponse, RemoteError> {
        let target = self.0.console.below(&["ui", "userSupport", "listBundles"], &[]);
        let request = Request::get(target).with_body_limit(BODY_BYTES_MAX);
        let response: ListResponse = self.0.read(request).await?;
        let found = response.bundles.into_iter().find(|bundle| bundle.id == id);
        found.ok_or(RemoteError::NotFound)
    }
}

impl ArchiveResponse {
    fn archive(&self, bytes: u64, digest: String) -> Archive {
        let Self { files, redacted, shortened, .. } = *self;
        Archive { bytes, digest: Digest(digest), files, redacted, shortened }
    }
}

/// Whether trying again may help.
const fn may_pass(error: RemoteError) -> bool {
    use OutboundError::{Busy, Disconnected, NotConnected, TooSlow};
    match error {
        RemoteError::Outbound(error) => {
            matches!(error, Busy | Disconnected | NotConnected | TooSlow)
        }
        RemoteError::Status { status } => status >= 500,
        RemoteError::Wait => true,
        RemoteError::NotFound
        | RemoteError::NotAccepted
        | RemoteError::InvalidResponse
        | RemoteError::LoopDetected => false,
    }
}

fn unavailable(error: RemoteError) -> CreationFailure {
    (Fault::Unavailable, format!("No bundle came: {error}."))
}

/// The path of each service's API, as documented.
const fn path_of(service: ServiceId) -> &'static [&'static str] {
    match service {
        ServiceId::Xray => &["xray", "api", "v1", "system", "support", "bundle"],
        ServiceId::Distribution => &["distribution", "api", "v1", "system", "support", "bundle"],
        ServiceId::Mc => &["mc", "api", "v1", "system", "support", "bundle"],
        ServiceId::Insight => &["insight", "api", "v1", "system", "support", "bundle"],
        ServiceId::Tracker => &["tracker", "api", "v3", "pdn", "system", "support", "bundle"],
        // Only the services above can be requested, so this is the repository service.
        _ => &["artifactory", "api", "system", "support", "bundle", ""],
    }
}

/// The body of the request, as documented. Fields that only a platform like this one knows are left out when they have
/// the default value.
fn body(wanted: &BundleRequest) -> Value {
    let BundleRequest { name, description, parameters } = wanted;
    let Parameters { configuration, system, journal, logs, thread_dump, .. } = parameters;
    let mut requested = json!({
        "configuration": configuration,
        "system": system,
        "logs": logs,
        "thread_dump": thread_dump,
    });
    let usual = Parameters::usual(waybill_machines::Timestamp::from_ms(0));
    if *journal != usual.journal {
        requested["journal"] = json!(journal);
    }
    let (total, file) = (parameters.total_bytes_max, parameters.file_bytes_max);
    if (total, file) != (usual.total_bytes_max, usual.file_bytes_max) {
        requested["total_bytes_max"] = json!(total);
        requested["file_bytes_max"] = json!(file);
    }
    json!({ "name": name, "description": description, "parameters": requested })
}
