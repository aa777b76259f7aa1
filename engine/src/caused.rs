//! What a session did to the machines of the installation. Their records are not in the stream of the session, and name
//! one of its records as their root.

use std::collections::BTreeSet;

use waybill_journal::{Journal, ReadError, RecordView, StoredRecord};
use waybill_machines::{MachineName, Timestamp};

use crate::backwards::Backwards;
use crate::identity::SessionId;

/// By how much the clock may have been set back in a session before what it did until then is not found.
const CLOCK_MS: i64 = 60 * 60 * 1_000;
/// A stream with more records is not part of what a session did: it would be mostly about others.
pub const REPEATED_RECORDS_MAX: u64 = 2_000;

/// What a session caused.
#[derive(Debug)]
pub(crate) struct Caused {
    /// What the names of its records begin with.
    records: String,
    since: Timestamp,
}

impl Caused {
    /// Reads when the session began. One without records has caused nothing.
    ///
    /// # Errors
    ///
    /// [`ReadError`], if its first record cannot be read.
    pub(crate) fn by(session: &SessionId, sessions: &dyn Journal) -> Result<Self, ReadError> {
        let stream = session.stream();
        let first = sessions.read(&stream, 1, 1)?;
        let since = first.first().map(|record| record.view().map(|view| view.at)).transpose()?;
        Ok(Self {
            records: format!("{stream}#"),
            since: since.unwrap_or(Timestamp::from_ms(i64::MAX)),
        })
    }

    /// Whether a record has to be read at all: most are of others, and some tell how far back the time is.
    pub(crate) fn needs(&self, record: &StoredRecord) -> bool {
        record.position.is_multiple_of(64) || record.line.contains(&self.records)
    }

    /// Whether the session caused a record.
    pub(crate) fn covers(&self, view: &RecordView<'_>) -> bool {
        view.cause.is_some_and(|cause| cause.root.starts_with(&self.records))
    }

    /// Whether nothing is before a record of this time.
    pub(crate) fn is_over_at(&self, at: Timestamp) -> bool {
        self.since.ms_since(at) > CLOCK_MS
    }
}

/// The streams of the platform in which a session did something that a scenario can repeat, by name. A trace has each
/// of them whole, with what others did in it; those with more records than [`REPEATED_RECORDS_MAX`] are left out.
///
/// # Errors
///
/// [`ReadError`], if a record cannot be read.
pub fn streams_changed_in(
    sessions: &dyn Journal,
    platform: &dyn Journal,
    session: &SessionId,
) -> Result<Vec<String>, ReadError> {
    let caused = Caused::by(session, sessions)?;
    let mut records = Backwards::new(platform, None);
    let mut found = BTreeSet::new();
    while records.newest()?.is_some() {
        let Some(record) = records.take() else { break };
        if !caused.needs(&record) {
            continue;
        }
        let view = record.view()?;
        if caused.is_over_at(view.at) {
            break;
        }
        if caused.covers(&view) && is_repeatable(view.machine) {
            found.insert(view.stream.to_owned());
        }
    }
    let is_short = |stream: &String| {
        platform.head(stream).is_some_and(|head| head.seq <= REPEATED_RECORDS_MAX)
    };
    Ok(found.into_iter().filter(is_short).collect())
}

/// Whether a scenario repeats what happens to a machine: what users make and change, but neither their accounts, of
/// which it has its own, nor what the server does and counts.
fn is_repeatable(machine: &str) -> bool {
    use MachineName as Of;
    let Ok(machine) = machine.parse::<MachineName>() else { return false };
    match machine {
        Of::SupportBundle
        | Of::ReleaseBundle
        | Of::Project
        | Of::Group
        | Of::Permission
        | Of::Repository
        | Of::Package
        | Of::CleanupPolicy
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
        | Of::Build => true,
        Of::Account
        | Of::Licence
        | Of::Logo
        | Of::Advisories
        | Of::FollowedPackages
        | Of::DownloadRules
        | Of::DownloadViolations
        | Of::Reading
        | Of::Download
        | Of::Node
        | Of::Server
        | Of::Setup
        | Of::Session
        | Of::Startup
        | Of::Login
        | Of::Mfa
        | Of::Password
        | Of::CliLogin
        | Of::ForgotPassword
        | Of::ResetPassword
        | Of::MailOutbox
        | Of::Registration
        | Of::Idle
        | Of::Onboarding
        | Of::QuickSetup
        | Of::Personalisation
        | Of::Navigation
        | Of::Retention
        | Of::LogViewer
        | Of::ServiceStatus
        | Of::GitIntegration
        | Of::Sso
        | Of::Passkey
        | Of::Search
        | Of::Packages => false,
    }
}
