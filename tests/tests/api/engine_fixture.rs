//! An engine without an HTTP server, on a virtual clock.

use std::sync::Arc;

use tempfile::TempDir;
use waybill_engine::{
    Attached, Attachment, Body, Clock as _, Command, Engine, FAMILIES, Holder, LoginForm, Nack,
    Ports, Resume, SessionToken, Start, VirtualClock,
};
use waybill_journal::MemoryJournal;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::{AnyState, MachineName, Timestamp};
use waybill_platform::access::{
    AccessSettings, Administration as _, Embedded, MfaPolicy, NewUser, Options, Source,
};
use waybill_platform::licences::EmbeddedLicences;
use waybill_platform::logs::EmbeddedLogs;
use waybill_platform::projects::EmbeddedProjects;
use waybill_platform::release_bundles::EmbeddedReleaseBundles;
use waybill_platform::retention::{ConfiguredRetention, Retention};
use waybill_platform::secret::Secret;
use waybill_platform::services::{Configured, InstallationSettings, Running};
use waybill_platform::status::{Rhythm, Supervisor, SupervisorOptions};
use waybill_platform::streams::Act;
use waybill_platform::support::{EmbeddedBundles, Sources};
use waybill_platform::vault::Vault;

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
        let folder = Arc::new(tempfile::tempdir().expect("a directory"));
        let journals = [MemoryJournal::new(), MemoryJournal::new()].map(Arc::new);
        let at = Timestamp::from_ms(1_800_000_000_000);
        Self::on(mfa_required, folder, journals, at, retention)
    }

    /// The engine of a process that starts at this time after this one was killed.
    pub(crate) fn restarted(&self, at: Timestamp) -> Self {
        let journals = [&self.journal, &self.platform].map(|journal| Arc::new(journal.restart()));
        let retention = Arc::new(ConfiguredRetention { enabled: true });
        Self::on(MfaPolicy::Nobody, Arc::clone(&self.vault), journals, at, retention)
    }

    fn on(
        mfa_required: MfaPolicy,
        folder: Arc<TempDir>,
        [journal, platform]: [Arc<MemoryJournal>; 2],
        at: Timestamp,
        retention: Arc<dyn Retention>,
    ) -> Self {
        let vault = Arc::new(Vault::open(folder.path(), None).expect("a vault"));
        let settings = AccessSettings { mfa_required, ..AccessSettings::default() };
        let options = Options { settings, ..Options::default() };
        let licences = Arc::new(
            EmbeddedLicences::open(platform.clone(), Arc::clone(&vault), Some(Licence::Oss))
                .expect("a service"),
        );
        let access =
            Embedded::open(platform.clone(), Arc::clone(&vault), options).expect("a service");
        let access = Arc::new(access);
        let configured = Configured::new(InstallationSettings {
            features: vec![Feature::NewOnboarding],
            ..InstallationSettings::default()
        })
        .expect("settings");
        let status = SupervisorOptions {
            node_id: "n1".into(),
            version: waybill_machines::rules::versions::Version(1, 0, 0),
            instances: Vec::new(),
            rhythm: Rhythm::default(),
            now: Arc::new(|| Timestamp::from_ms(1_800_000_000_000)),
        };
        let status = Supervisor::open(platform.clone(), status).expect("a service");
        let release_bundles = EmbeddedReleaseBundles::open(
            platform.clone(),
            Arc::clone(&vault),
            &folder.path().join("release-bundles"),
        )
        .expect("a service");
        let topology = Arc::new(Running::new([(
            "access",
            waybill_machines::rules::versions::Version(1, 0, 0),
        )]));
        let support = EmbeddedBundles::open(
            platform.clone(),
            &folder.path().join("support"),
            topology.clone(),
            Sources::nothing(folder.path()),
        )
        .expect("a service");
        let release_bundles = Arc::new(release_bundles);
        let ports = Ports {
            lookup: release_bundles.clone(),
            release_bundles,
            support: Arc::new(support),
            sign_in: access.clone(),
            accounts: access.clone(),
            second_factors: access.clone(),
            user_data: access.clone(),
            access_tokens: access.clone(),
            setup: access.clone(),
            projects: Arc::new(EmbeddedProjects::new(platform.clone())),
            topology,
            licences: licences.clone(),
            settings: Arc::new(configured),
            retention,
            logs: Arc::new(EmbeddedLogs::new(&folder.path().join("log"), "here", [])),
            status: Arc::new(status),
        };
        let clock = Arc::new(VirtualClock::at(at));
        let engine = Engine::start(Start {
            sessions: journal.clone(),
            platform: platform.clone(),
            vault,
            ports,
            clock: clock.clone(),
            epoch: "epoch".to_owned(),
            publishes_facts: true,
            families: FAMILIES,
            saved: Some(folder.path().join("sessions.index")),
        });
        let engine = engine.expect("an engine");
        Self { engine, journal, access, licences, clock, platform, vault: folder }
    }

    pub(crate) async fn user(&self, name: &str) -> waybill_machines::secret::PersonId {
        let user = NewUser {
            name: name.to_owned(),
            password: Some(Secret::new(crate::PASSWORD)),
            admin: name == "root",
            must_change_password: false,
        };
        let created = self.access.create_user(user, Act::system(self.clock.now())).await;
        created.expect("a user").person
    }

    pub(crate) fn begin(&self) -> (Holder, SessionToken) {
        let (_, token) = self.engine.begin(&Source::named("here")).expect("a session");
        (self.engine.holder_of(&token).expect("a holder"), token)
    }

    pub(crate) async fn log_in(
        &self,
        holder: &Holder,
        name: &str,
    ) -> (AnyState, Option<SessionToken>) {
        let form = LoginForm {
            user: Secret::new(name),
            password: Secret::new(crate::PASSWORD),
            remember: false,
            stored: None,
        };
        let settled = self.engine.log_in(holder, form).await.expect("an answer");
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

    pub(crate) async fn go(&self, holder: &Holder, tab: &str) -> Result<u64, Nack> {
        let event = r#"{"type":"go","path":"/login","trigger":"link"}"#;
        let command = Command {
            id: None,
            machine: MachineName::Navigation,
            tab: Some(tab.to_owned()),
            body: Body::Proposal(event.to_owned()),
            expected: None,
            who: None,
            presented: Some(holder.token.clone()),
        };
        self.engine.command(&holder.session, command).await
    }
}
