//! The unpacked data directory of a released build, and an engine on it whose clock is set to when that build was
//! killed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;
use waybill_engine::{
    Clock as _, Engine, FAMILIES, SessionCredentials, SessionToken, SessionsJournal, Start,
    VirtualClock,
};
use waybill_journal::durable::{DurableJournal, DurableOptions};
use waybill_machines::{MachineName, Timestamp};
use waybill_platform::access::{AccessSettings, MfaPolicy, TotpSkew};
use waybill_platform::limits::{Budgets, Limits};
use waybill_platform::services::InstallationSettings;
use waybill_platform::vault::Vault;
use waybill_tests::platform::{Platform, Setup};

/// The folder of the fixtures.
const JOURNALS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/journals");

/// The data directory of a released build.
pub(crate) struct Fixture {
    pub(crate) name: String,
    pub(crate) data: TempDir,
    pub(crate) description: Value,
}

impl Fixture {
    /// The fixtures of all released builds.
    pub(crate) fn all() -> Vec<Self> {
        let mut names: Vec<String> = fs::read_dir(JOURNALS)
            .expect("a folder")
            .filter_map(|entry| {
                let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
                name.strip_suffix(".zip").map(str::to_owned)
            })
            .collect();
        names.sort();
        assert!(!names.is_empty(), "there are no journals of released builds");
        names.into_iter().map(Self::unpacked).collect()
    }

    fn unpacked(name: String) -> Self {
        let path = |ending: &str| PathBuf::from(JOURNALS).join(format!("{name}.{ending}"));
        let data = tempfile::tempdir().expect("a directory");
        let archive = File::open(path("zip")).expect("an archive");
        let mut archive = zip::ZipArchive::new(archive).expect("an archive");
        archive.extract(data.path()).expect("it unpacks");
        let description = fs::read_to_string(path("json")).expect("its description");
        Self { name, data, description: serde_json::from_str(&description).expect("JSON") }
    }

    pub(crate) fn path(&self) -> &Path {
        self.data.path()
    }

    /// When the build was killed.
    pub(crate) fn killed_at(&self) -> Timestamp {
        Timestamp::from_ms(self.description["moment"].as_i64().expect("a timestamp"))
    }

    /// The cookie of one of its browsers.
    pub(crate) fn cookie(&self, browser: &str) -> SessionToken {
        let text = self.description["sessions"][browser].as_str().expect("a cookie");
        SessionToken::parse(text).expect("a cookie")
    }

    pub(crate) fn password(&self, user: &str) -> &str {
        self.description["passwords"][user].as_str().expect("a password")
    }

    pub(crate) fn journal(&self, name: &str) -> DurableJournal {
        let dir = self.path().join("journal").join(name);
        let options = DurableOptions { preallocate: false, ..DurableOptions::default() };
        DurableJournal::open(&dir, options).expect("it opens")
    }

    /// The credentials of a cookie. They are found by a separate engine, which closes the journals again.
    pub(crate) fn credentials(&self, browser: &str) -> SessionCredentials {
        std::thread::scope(|scope| {
            let found = scope.spawn(|| {
                let mut found = None;
                waybill_tests::run(async {
                    found = Some(self.engine().credentials(self, browser));
                });
                found
            });
            found.join().expect("it does not panic").expect("a valid cookie")
        })
    }

    /// An engine of this build on the fixture, one second after the kill.
    pub(crate) fn engine(&self) -> ReopenedEngine {
        ReopenedEngine::on(self, self.killed_at().plus_ms(1_000))
    }
}

/// An engine that continues a fixture.
pub(crate) struct ReopenedEngine {
    pub(crate) engine: Engine,
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) sessions: Arc<DurableJournal>,
}

impl ReopenedEngine {
    fn on(fixture: &Fixture, at: Timestamp) -> Self {
        let root = fixture.path();
        let (sessions, platform) =
            (Arc::new(fixture.journal("sessions")), Arc::new(fixture.journal("platform")));
        let vault = Arc::new(Vault::open(&root.join("vault"), None).expect("a vault"));
        let access = AccessSettings {
            mfa_required: MfaPolicy::Admins,
            totp_skew_steps: TotpSkew::try_from(1).expect("a step"),
            ..AccessSettings::default()
        };
        let installation = InstallationSettings::default();
        let setup = Setup { at, access, licence: None, installation, running: "artifactory" };
        let ports = Platform::open(platform.clone(), &vault, root, setup).ports;
        let clock = Arc::new(VirtualClock::at(at));
        let engine = Engine::start(Start {
            sessions: SessionsJournal::One(sessions.clone()),
            platform: platform.clone(),
            vault,
            ports,
            base_url: None,
            clock: clock.clone(),
            epoch: "epoch".to_owned(),
            publishes_facts: true,
            families: FAMILIES,
            saved: None,
            budgets: Arc::new(Budgets::new(Limits::unlimited())),
        });
        Self { engine: engine.expect("an engine"), clock, sessions }
    }

    /// The credentials of a cookie of the fixture.
    pub(crate) fn credentials(&self, fixture: &Fixture, browser: &str) -> SessionCredentials {
        let credentials = self.engine.credentials_of(&fixture.cookie(browser));
        credentials.unwrap_or_else(|| panic!("{}: {browser} has no session", fixture.name))
    }

    /// The name of the state of a session's login machine.
    pub(crate) async fn login(&self, credentials: &SessionCredentials) -> &'static str {
        let machine = self.engine.login_state(&credentials.session).await.expect("a state");
        assert_eq!(machine.machine(), MachineName::Login);
        machine.name()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
