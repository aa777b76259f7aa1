//! What users and the server did, over all streams, the newest first: the records of both journals, merged by time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use waybill_journal::{Journal, ReadError, RecordView, StoredRecord};
use waybill_machines::MachineName;
use waybill_machines::secret::PersonId;

use super::Engine;
use super::shared::Shared;
use crate::backwards::{Backwards, PORTION};
use crate::caused::Caused;
use crate::change::Change;
use crate::identity::SessionId;
use crate::perform::{Performer, Viewer};
use crate::session;

/// How many records are read for one page at most.
const READ_MAX: usize = 20_000;
/// The records of a page have this many bytes at most, and one record more.
const BYTES_MAX: usize = 512 * 1024;
/// How long a page is looked for.
const WITHIN: Duration = Duration::from_millis(500);

/// Which acts to list: the records of the machines that have acts of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ActKind {
    /// Signing in and out, passwords and second factors.
    SignIn,
    /// Pages that were opened.
    Page,
    /// Users, licences, projects and other things that were changed.
    Change,
    /// Logs and bundles that were read or downloaded.
    Reading,
    /// The server and its nodes.
    Server,
    /// Whatever was rejected, and sign-ins that failed.
    Refused,
}

/// Where a page begins: with the newest records before these positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActsCursor {
    /// In the journal of the platform.
    pub platform: u64,
    /// In the journal of sessions with a sign-in.
    pub sessions: u64,
}

/// Which acts to list.
#[derive(Debug, Clone)]
pub struct ActsQuery {
    /// Only what this user did, or what was done to their account.
    pub person: Option<PersonId>,
    /// Only what this session did outside its own records, which have the rest.
    pub session: Option<SessionId>,
    /// Only these.
    pub kind: Option<ActKind>,
    /// Where to go on; the newest records without it.
    pub before: Option<ActsCursor>,
    /// How many records at most.
    pub limit: usize,
}

/// A page of acts.
#[derive(Debug, Default)]
pub struct Acts {
    /// The records, the newest first.
    pub records: Vec<Change>,
    /// The users that acted, and those whose accounts were changed.
    pub people: Vec<PersonId>,
    /// The ids of the repositories in which they did it.
    pub repositories: BTreeSet<String>,
    /// Where older records follow. A page may be short of its limit, or empty, and be followed by others.
    pub next: Option<ActsCursor>,
}

impl<P: Performer> Engine<P> {
    /// A page of acts, as an administrator reads them: with the addresses of others. Those of one session are read by
    /// its own user.
    ///
    /// # Errors
    ///
    /// [`ReadError`], if a journal cannot be read.
    pub async fn acts(&self, reader: &PersonId, query: ActsQuery) -> Result<Acts, ReadError> {
        let mut viewer = self.shared.performer.viewer(Some(reader.clone())).await;
        viewer.sees_addresses |= query.session.is_none();
        let (platform, sessions) = (self.platform_journal().clone(), self.journal().clone());
        let shared = Arc::clone(&self.shared);
        let work = move || {
            let (lines, next) = page_of(&platform, &sessions, &query)?;
            Ok(Acts { next, ..acts_of(&shared, &viewer, &lines)? })
        };
        let stopped = |_| ReadError::Io { why: "the server is stopping".to_owned() };
        tokio::task::spawn_blocking(work).await.map_err(stopped)?
    }
}

/// What a viewer sees of records, with the names of what they are about.
pub(super) fn acts_of<P: Performer>(
    shared: &Shared<P>,
    viewer: &Viewer,
    lines: &[StoredRecord],
) -> Result<Acts, ReadError> {
    let mut acts = Acts::default();
    for line in lines {
        let view = line.view()?;
        name_people(&view, &mut acts.people);
        acts.repositories.extend(repository_of(view.stream).map(str::to_owned));
        acts.records.push(session::change(shared, viewer, &line.line, &view));
    }
    Ok(acts)
}

/// The records of a page, and where the next one begins.
fn page_of(
    platform: &Arc<dyn Journal>,
    sessions: &Arc<dyn Journal>,
    query: &ActsQuery,
) -> Result<(Vec<StoredRecord>, Option<ActsCursor>), ReadError> {
    let since = Instant::now();
    let before = query.before;
    let caused = query.session.as_ref().map(|session| Caused::by(session, sessions.as_ref()));
    let caused = caused.transpose()?;
    let mut platform = Backwards::new(platform.as_ref(), before.map(|cursor| cursor.platform));
    let mut sessions = match caused {
        Some(_) => Backwards::new(sessions.as_ref(), Some(0)),
        None => Backwards::new(sessions.as_ref(), before.map(|cursor| cursor.sessions)),
    };
    let (mut lines, mut bytes) = (Vec::new(), 0);
    for read in 0.. {
        let is_full = lines.len() >= query.limit || bytes >= BYTES_MAX;
        let takes_long = read >= READ_MAX || (read % PORTION == 0 && since.elapsed() > WITHIN);
        if is_full || (takes_long && read > 0) {
            let next = ActsCursor { platform: platform.before, sessions: sessions.before };
            return Ok((lines, Some(next).filter(|next| next.platform > 0 || next.sessions > 0)));
        }
        let newer = match (platform.newest()?, sessions.newest()?) {
            (Some(one), Some(other)) if one.view()?.at >= other.view()?.at => platform.take(),
            (Some(_), None) => platform.take(),
            (_, Some(_)) => sessions.take(),
            (None, None) => return Ok((lines, None)),
        };
        let Some(record) = newer else { continue };
        if caused.as_ref().is_some_and(|caused| !caused.needs(&record)) {
            continue;
        }
        let view = record.view()?;
        if caused.as_ref().is_some_and(|caused| caused.is_over_at(view.at)) {
            return Ok((lines, None));
        }
        if caused.as_ref().is_none_or(|caused| caused.covers(&view)) && is_wanted(&view, query) {
            bytes += record.line.len();
            lines.push(record);
        }
    }
    Ok((lines, None))
}

fn is_wanted(view: &RecordView<'_>, query: &ActsQuery) -> bool {
    let is_of = |person: &PersonId| {
        let subject = view.stream.strip_prefix("user/");
        view.who == person.0 || subject == Some(&person.0) || view.event.contains(&person.0)
    };
    query.person.as_ref().is_none_or(is_of)
        && match query.kind {
            Some(ActKind::Refused) => is_refused(view),
            Some(kind) => kinds_of(view).contains(&kind),
            None => !kinds_of(view).is_empty(),
        }
}

/// Rejections, answers that refuse something, and failed sign-ins.
fn is_refused(view: &RecordView<'_>) -> bool {
    let fails =
        ["\"outcome\":\"refused\"", "\"outcome\":\"forbidden\"", "\"type\":\"fail_sign_in\""];
    let state = view.state.filter(|_| view.machine == "navigation").unwrap_or_default();
    !kinds_of(view).is_empty()
        && (view.refused.is_some()
            || fails.iter().any(|text| view.event.contains(text))
            || view.event.contains("\"type\":\"stop_codes\"")
            || view.event.contains("\"type\":\"stop_passwords\"")
            || view.machine == "download_violations"
            || ["blocked", "failed", "redirected"]
                .iter()
                .any(|outcome| state.contains(&format!("\"outcome\":\"{outcome}\""))))
}

/// What the acts of a machine are. Machines whose records are internal steps have none.
fn kinds_of(view: &RecordView<'_>) -> &'static [ActKind] {
    use ActKind::{Change, Page, Reading, Server, SignIn};
    use MachineName as Of;
    let Ok(machine) = view.machine.parse::<MachineName>() else { return &[] };
    match machine {
        Of::Session
        | Of::Login
        | Of::Mfa
        | Of::Password
        | Of::CliLogin
        | Of::ForgotPassword
        | Of::ResetPassword
        | Of::Registration
        | Of::Sso
        | Of::Passkey => &[SignIn],
        Of::Navigation => &[Page],
        // what is typed is none
        Of::Search if view.event.starts_with("{\"type\":\"search") => &[Page],
        Of::Startup if view.event.starts_with("{\"type\":\"view_as") => &[Page],
        Of::Account => &[SignIn, Change],
        // a program is given access
        Of::TrustedIssuer if view.event.starts_with("{\"type\":\"exchange\"") => &[SignIn],
        Of::Licence
        | Of::Logo
        | Of::Project
        | Of::Group
        | Of::Permission
        | Of::Repository
        | Of::CleanupPolicy
        | Of::Advisories
        | Of::FollowedPackages
        | Of::DownloadRules
        | Of::Webhook
        | Of::WebhookCursor
        | Of::WebhookDelivery
        | Of::Application
        | Of::ApplicationGrant
        | Of::GitConnection
        | Of::OutboundProxy
        | Of::MailServer
        | Of::DistributionTarget
        | Of::TrustedIssuer
        | Of::SignInProvider
        | Of::Provisioning
        | Of::UserDirectory
        | Of::RegistrationSettings
        | Of::Package
        | Of::ReleaseBundle
        | Of::Build
        | Of::Onboarding => &[Change],
        Of::SupportBundle => &[Change, Reading],
        Of::Reading | Of::DownloadViolations => &[Reading],
        // the counts of minutes are no act
        Of::Download if view.event.contains("\"type\":\"serve\"") => &[Reading],
        Of::Node | Of::Setup => &[Change, Server],
        Of::Server => &[Server],
        Of::Startup
        | Of::Download
        | Of::Idle
        | Of::QuickSetup
        | Of::Personalisation
        | Of::Retention
        // the log of mails has these
        | Of::MailOutbox
        // what is read or removed through these is in a record of the platform
        | Of::LogViewer
        | Of::ServiceStatus
        | Of::GitIntegration
        | Of::Search
        | Of::Packages => &[],
    }
}

fn name_people(view: &RecordView<'_>, people: &mut Vec<PersonId>) {
    let event: PersonOfEvent = serde_json::from_str(view.event).unwrap_or_default();
    let subject = view.stream.strip_prefix("user/").map(str::to_owned);
    let actor = view.who.starts_with("p_").then(|| view.who.to_owned());
    for person in [actor, subject, event.person].into_iter().flatten().map(PersonId) {
        if !people.contains(&person) {
            people.push(person);
        }
    }
}

/// The id of the repository that a stream is about.
fn repository_of(stream: &str) -> Option<&str> {
    let (machine, name) = stream.split_once('/')?;
    let is_of_repository = ["repository", "package", "download"].contains(&machine);
    is_of_repository.then(|| name.split('/').next().unwrap_or(name))
}

/// The user that an event names, such as the one who signs in.
#[derive(Default, Deserialize)]
struct PersonOfEvent {
    person: Option<String>,
}

#[cfg(test)]
mod tests {
    use waybill_journal::MemoryJournal;

    use super::*;

    #[test]
    fn an_empty_installation_has_no_acts() {
        let journal = || Arc::new(MemoryJournal::new()) as Arc<dyn Journal>;
        let query = ActsQuery { person: None, session: None, kind: None, before: None, limit: 5 };
        assert_eq!(page_of(&journal(), &journal(), &query), Ok((Vec::new(), None)));
    }
}
