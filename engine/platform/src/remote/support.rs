//! Support bundles that another platform makes (BUNDLE-01, BUNDLE-02): it is asked for one and waited for, and what it
//! made is fetched and then deleted there.

mod fetch;

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use waybill_machines::machines::support_bundle::{Archive, Fault};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::{Parameters, Wanted};
use waybill_machines::secret::Digest;
use waybill_outbound::{Method, OutboundError, Request};

use super::said::{is_name, text};
use super::{Remote, RemoteError, code_of, refused};
use crate::support::{Job, Manifest};

/// How soon a bundle is asked after again: at first, and at last.
const LOOK_FIRST: Duration = Duration::from_millis(500);
const LOOK_LAST: Duration = Duration::from_secs(5);
/// A bundle is waited for this long: thread dumps may take five minutes, and logs their time.
const MADE_WITHIN: Duration = Duration::from_secs(30 * 60);
/// So many questions in a row may fail before nothing is waited for any more.
const FAILURES_MAX: u32 = 5;
/// Lists and previews of bundles.
const BODY_BYTES_MAX: usize = 4 * 1_024 * 1_024;
const NAME_CHARS_MAX: usize = 128;
const SENTENCE_CHARS_MAX: usize = 300;

/// Why a bundle was not made, for the record.
pub type NotMade = (Fault, String);

/// Where a bundle is made. Nothing is kept between calls.
pub struct RemoteBundles(Remote);

/// A bundle as the platform lists it. Later versions may say more, and others less.
#[derive(Deserialize)]
struct SaidBundle {
    id: String,
    status: String,
    archive: Option<SaidArchive>,
    #[serde(default)]
    failure: Value,
}

#[derive(Deserialize)]
struct SaidArchive {
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
struct SaidList {
    bundles: Vec<SaidBundle>,
}

#[derive(Deserialize)]
struct SaidCreated {
    id: String,
}

impl RemoteBundles {
    /// Asks this platform.
    pub fn new(remote: Remote) -> Self {
        Self(remote)
    }

    /// Lets the platform make a bundle and writes it to a file that is not there yet. Nothing of it is left there.
    pub(crate) async fn make(&self, job: &Job, path: &Path) -> Result<Archive, NotMade> {
        let there = self.begin(job).await?;
        let fetched = match self.made(&there).await {
            Ok(made) => fetch::fetch(&self.0, &there, made, &job.wanted, path).await,
            Err(error) => Err(error),
        };
        // What it cannot delete now it drops by itself after some days.
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

    /// What would be in a bundle, as the platform says.
    pub(crate) async fn preview(&self, job: &Job) -> Result<Manifest, RemoteError> {
        #[derive(Deserialize)]
        struct Said {
            bundles: Vec<Manifest>,
        }
        let mut body = body(&job.wanted);
        body["service"] = json!(job.id.service);
        let target = self.0.console.below(&["ui", "userSupport", "previewBundle"], &[]);
        let request = Request::new(Method::POST, target).taking_at_most(BODY_BYTES_MAX);
        let said: Said =
            self.0.read(request.with_body("application/json", body.to_string())).await?;
        said.bundles.into_iter().next().ok_or(RemoteError::Nonsense)
    }

    /// Asks for a bundle and tells what it is called there. Where it can be fetched the platform says as well, which is
    /// not believed: it is fetched by its id.
    async fn begin(&self, job: &Job) -> Result<String, NotMade> {
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
        let said: Option<SaidCreated> = serde_json::from_slice(&answer.body).ok();
        let id = said.map(|said| said.id).filter(|id| is_name(id, NAME_CHARS_MAX));
        id.ok_or_else(|| unavailable(RemoteError::Nonsense))
    }

    /// Waits until a bundle is made.
    async fn made(&self, id: &str) -> Result<Option<SaidArchive>, NotMade> {
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

    async fn look(&self, id: &str) -> Result<SaidBundle, RemoteError> {
        let target = self.0.console.below(&["ui", "userSupport", "listBundles"], &[]);
        let request = Request::get(target).taking_at_most(BODY_BYTES_MAX);
        let said: SaidList = self.0.read(request).await?;
        let found = said.bundles.into_iter().find(|bundle| bundle.id == id);
        found.ok_or(RemoteError::NotThere)
    }
}

impl SaidArchive {
    fn archive(&self, bytes: u64, digest: String) -> Archive {
        let Self { files, redacted, shortened, .. } = *self;
        Archive { bytes, digest: Digest(digest), files, redacted, shortened }
    }
}

/// Whether asking again may help.
const fn may_pass(error: RemoteError) -> bool {
    use OutboundError::{Busy, CutOff, NotConnected, TooSlow};
    match error {
        RemoteError::Outbound(error) => matches!(error, Busy | CutOff | NotConnected | TooSlow),
        RemoteError::Status { status } => status >= 500,
        RemoteError::Wait => true,
        RemoteError::NotThere
        | RemoteError::NotAccepted
        | RemoteError::Nonsense
        | RemoteError::LeadsBack => false,
    }
}

fn unavailable(error: RemoteError) -> NotMade {
    (Fault::Unavailable, format!("No bundle came: {error}."))
}

/// The documents' path of each service.
const fn path_of(service: ServiceId) -> &'static [&'static str] {
    match service {
        ServiceId::Xray => &["xray", "api", "v1", "system", "support", "bundle"],
        ServiceId::Distribution => &["distribution", "api", "v1", "system", "support", "bundle"],
        ServiceId::Mc => &["mc", "api", "v1", "system", "support", "bundle"],
        ServiceId::Insight => &["insight", "api", "v1", "system", "support", "bundle"],
        ServiceId::Tracker => &["tracker", "api", "v3", "pdn", "system", "support", "bundle"],
        // No other service can be asked, so this is the repository service.
        _ => &["artifactory", "api", "system", "support", "bundle", ""],
    }
}

/// What is asked for, in the documents' shape. What only a platform like this one knows is left out where it says what
/// is usual anyway.
fn body(wanted: &Wanted) -> Value {
    let Wanted { name, description, parameters } = wanted;
    let Parameters { configuration, system, journal, logs, thread_dump, .. } = parameters;
    let mut said = json!({
        "configuration": configuration,
        "system": system,
        "logs": logs,
        "thread_dump": thread_dump,
    });
    let usual = Parameters::usual(waybill_machines::Timestamp::from_ms(0));
    if *journal != usual.journal {
        said["journal"] = json!(journal);
    }
    let (total, file) = (parameters.total_bytes_max, parameters.file_bytes_max);
    if (total, file) != (usual.total_bytes_max, usual.file_bytes_max) {
        said["total_bytes_max"] = json!(total);
        said["file_bytes_max"] = json!(file);
    }
    json!({ "name": name, "description": description, "parameters": said })
}
