//! An engine without an HTTP server, on a virtual clock.

use std::fs;
use std::sync::Arc;

use tempfile::TempDir;
use waybill_engine::{
    Attached, Attachment, Body, Clock as _, Command, Engine, FAMILIES, Nack, Resume,
    SessionCredentials, SessionToken, SessionsJournal, Start, VirtualClock,
};
use waybill_journal::MemoryJournal;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::{AnyState, MachineName, Timestamp};
use waybill_platform::access::{
    AccessSettings, Administration as _, Embedded, MfaPolicy, NewUser, SessionSettings, Source,
};
use waybill_platform::licences::EmbeddedLicences;
use waybill_platform::limits::{Budgets, Limits};
use waybill_platform::retention::{ConfiguredRetention, Retention};
use waybill_platform::secret::Secret;
use waybill_platform::services::InstallationSettings;
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Vault;
use waybill_tests::platform::{Platform, Setup, login_form};

/// An engine with the embedded platform, both with in-memory journals.
pub(crate) struct EngineFixture {
    pub(crate) engine: Engine,
    pub(crate) journal: Arc<MemoryJournal>,
    pub(crate) access: Arc<Embedded>,
    pub(crate) licences: Arc<EmbeddedLicences>,
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) platform: Arc<MemoryJournal>,
    pub(crate) vault: Arc<TempDir>,
}

impl EngineFixture {
    pub(crate) fn new(mfa_required: MfaPolicy) -> Self {
        Self::with_retention(mfa_required, Arc::new(ConfiguredRetention { enabled: true }))
    }

    /// The same with another retention service.
    pub(crate) fn with_retention(mfa_required: MfaPolicy, retention: Arc<dyn Retention>) -> Self {
        let access = AccessSettings { mfa_required, ..AccessSettings::default() };
        Self::fresh(access, retention)
    }

    /// An engine where sign-ins last as long as these settings say.
    pub(crate) fn with_sessions(sessions: SessionSettings) -> Self {
        let mfa_required = MfaPolicy::Optional;
        let access = AccessSettings { mfa_required, sessions, ..AccessSettings::default() };
        Self::fresh(access, Arc::new(ConfiguredRetention { enabled: true }))
    }

    fn fresh(access: AccessSettings, retention: Arc<dyn Retention>) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a directory"));
        let journals = [MemoryJournal::new(), MemoryJournal::new()].map(Arc::new);
        let at = Timestamp::from_ms(1_800_000_000_000);
        Self::on(access, folder, journals, at, retention)
    }

    /// The engine of a process that starts at this time after this one was killed.
    pub(crate) fn restarted(&self, at: Timestamp) -> Self {
        self.started_on(self.journal.restart(), at)
    }

    /// The same after it was killed right after a change: what follows from that in sessions was not recorded, and
    /// neither is it after the start if the disk has no room.
    pub(crate) async fn killed_after(
        &self,
        change: impl Future<Output = ()>,
        has_room: bool,
    ) -> Self {
        let sessions = self.journal.restart();
        sessions.faults().out_of_space(!has_room);
        change.await;
        self.started_on(sessions, self.clock.now())
    }

    fn started_on(&self, sessions: MemoryJournal, at: Timestamp) -> Self {
        // This process still runs and holds the lock of its index: the next one gets the file as a kill leaves it.
        let index = self.vault.path().join("repositories.index");
        let copy = index.with_extension("copy");
        fs::copy(&index, &copy).expect("a copy of the index");
        fs::rename(&copy, &index).expect("the copy in its place");
        let journals = [sessions, self.platform.restart()].map(Arc::new);
        let retention = Arc::new(ConfiguredRetention { enabled: true });
        let access =
            AccessSettings { mfa_required: MfaPolicy::Optional, ..AccessSettings::default() };
        Self::on(access, Arc::clone(&self.vault), journals, at, retention)
    }

    fn on(
        settings: AccessSettings,
        folder: Arc<TempDir>,
        [journal, platform]: [Arc<MemoryJournal>; 2],
        at: Timestamp,
        retention: Arc<dyn Retention>,
    ) -> Self {
        let vault = Arc::new(Vault::open(folder.path(), None).expect("a vault"));
        let setup = Setup {
            at,
            access: settings.clone(),
            licence: Some(Licence::Oss),
            installation: InstallationSettings {
                features: vec![Feature::NewOnboarding, Feature::GitScanning],
                access: settings,
                ..InstallationSettings::default()
            },
            running: "access",
        };
        let Platform { access, licences, mut ports } =
            Platform::open(platform.clone(), &vault, folder.path(), setup);
        ports.retention = retention;
        let clock = Arc::new(VirtualClock::at(at));
        // Only new sessions are limited: other tests send more than a visitor may.
        let mut limits = Limits::unlimited();
        limits.address.new_sessions = Limits::default().address.new_sessions;
        let engine = Engine::start(Start {
            sessions: SessionsJournal::One(journal.clone()),
            platform: platform.clone(),
            vault,
            ports,
            base_url: None,
            clock: clock.clone(),
            epoch: "epoch".to_owned(),
            publishes_facts: true,
            families: FAMILIES,
            saved: Some(folder.path().join("sessions.index")),
            budgets: Arc::new(Budgets::new(limits)),
        });
        let engine = engine.expect("an engine");
        Self { engine, journal, access, licences, clock, platform, vault: folder }
    }

    pub(crate) async fn user(&self, name: &str) -> waybill_machines::secret::PersonId {
        let user = NewUser {
            name: name.to_owned(),
            password: Some(Secret::new(crate::PASSWORD)),
            admin: name == "root",
            ..NewUser::default()
        };
        let created = self.access.create_user(user, ChangeContext::system(self.clock.now())).await;
        created.expect("a user").person
    }

    pub(crate) fn begin(&self) -> (SessionCredentials, SessionToken) {
        let (_, token) = self.engine.begin(&Source::named("here")).expect("a session");
        (self.engine.credentials_of(&token).expect("a credentials"), token)
    }

    pub(crate) async fn log_in(
        &self,
        credentials: &SessionCredentials,
        name: &str,
    ) -> (AnyState, Option<SessionToken>) {
        let form = login_form(name, crate::PASSWORD);
        let settled = self.engine.log_in(credentials, form).await.expect("an answer");
        (settled.login, settled.token)
    }

    pub(crate) async fn attach(
        &self,
        token: &SessionToken,
        resume: Option<u64>,
    ) -> Result<Attached, Nack> {
        let session = self.engine.session_of(token).expect("a session");
        let epoch = self.engine.epoch_of(&session);
        let resume = resume.map(|seq| Resume { epoch, seq });
        let token = SessionToken::parse(token.expose()).expect("a token");
        self.engine.attach(&session, Attachment { tab: None, resume, token }).await
    }

    pub(crate) async fn go(
        &self,
        credentials: &SessionCredentials,
        tab: &str,
    ) -> Result<u64, Nack> {
        let event = r#"{"type":"go","path":"/login","trigger":"link"}"#;
        let command = Command {
            paid_by: None,
            id: None,
            machine: MachineName::Navigation,
            tab: Some(tab.to_owned()),
            body: Body::Proposal(event.to_owned()),
            expected: None,
            who: None,
            presented: Some(credentials.token.clone()),
        };
        self.engine.command(&credentials.session, command).await
    }
}
