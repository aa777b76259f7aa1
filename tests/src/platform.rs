//! The embedded services of the platform, for an engine without an HTTP server.

use std::collections::BTreeMap;
use std::future::{Future, ready};
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use waybill_blobs::Blobs;
use waybill_engine::{LoginForm, Ports};
use waybill_journal::{DayName, Journal, MemoryJournal};
use waybill_machines::Timestamp;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::versions::Version;
use waybill_machines::rules::webhooks::WebhookMessage;
use waybill_machines::secret::PersonId;
use waybill_outbound::{Outbound, OutboundSettings};
use waybill_platform::access::{AccessSettings, Embedded, Options, PasswordDirectories};
use waybill_platform::applications::EmbeddedApplications;
use waybill_platform::builds::EmbeddedBuilds;
use waybill_platform::cleanup::{EmbeddedCleanup, Workplace};
use waybill_platform::directories::EmbeddedDirectories;
use waybill_platform::distribution::EmbeddedTargets;
use waybill_platform::download_rules::EmbeddedDownloadRules;
use waybill_platform::followed_packages::EmbeddedFollowedPackages;
use waybill_platform::git::EmbeddedGit;
use waybill_platform::licences::EmbeddedLicences;
use waybill_platform::logs::EmbeddedLogs;
use waybill_platform::mail::{EmbeddedMail, Mail, MailSources};
use waybill_platform::permissions::EmbeddedPermissions;
use waybill_platform::projects::EmbeddedProjects;
use waybill_platform::proxies::EmbeddedProxies;
use waybill_platform::release_bundles::EmbeddedReleaseBundles;
use waybill_platform::repositories::{self, EmbeddedRepositories, EmbeddedUpstreams, VersionRules};
use waybill_platform::retention::ConfiguredRetention;
use waybill_platform::scanning::EmbeddedScanning;
use waybill_platform::secret::Secret;
use waybill_platform::services::{Configured, InstallationSettings, Running};
use waybill_platform::sso::{Accounts, EmbeddedSignInProviders};
use waybill_platform::status::{Supervisor, SupervisorOptions, Timing};
use waybill_platform::support::{EmbeddedBundles, Sources};
use waybill_platform::trusted_issuers::{EmbeddedTrustedIssuers, Robots};
use waybill_platform::vault::Vault;
use waybill_platform::webhooks::{
    DeliverySources, DeliveryStore, EmbeddedDeliveries, EmbeddedWebhooks, Owners, Sender, Standing,
    WebhookOrigin,
};

/// The configuration of the services.
pub struct Setup {
    /// The time that the services' health is checked at.
    pub at: Timestamp,
    /// The settings of sign-in.
    pub access: AccessSettings,
    /// The licence of the configuration.
    pub licence: Option<Licence>,
    /// The other settings.
    pub installation: InstallationSettings,
    /// The service that runs.
    pub running: &'static str,
}

/// The embedded services on one journal.
pub struct Platform {
    /// Accounts and sign-in.
    pub access: Arc<Embedded>,
    /// The licences.
    pub licences: Arc<EmbeddedLicences>,
    /// The ports of all services.
    pub ports: Ports,
}

impl Platform {
    /// Opens the services, with their files below `root`.
    ///
    /// # Panics
    /// If what is stored cannot be read.
    pub fn open(journal: Arc<dyn Journal>, vault: &Arc<Vault>, root: &Path, setup: Setup) -> Self {
        let Setup { at, access, licence, installation, running } = setup;
        let options = Options { settings: access, ..Options::default() };
        let access = Embedded::open(Arc::clone(&journal), Arc::clone(vault), options);
        let access = Arc::new(access.expect("the access service"));
        let licences = EmbeddedLicences::open(Arc::clone(&journal), Arc::clone(vault), licence);
        let licences = Arc::new(licences.expect("the licence service"));
        let lists = root.join("release-bundles");
        let bundles = EmbeddedReleaseBundles::open(Arc::clone(&journal), Arc::clone(vault), &lists);
        let bundles = Arc::new(bundles.expect("the service of release bundles"));
        let repositories = repositories(&journal, root);
        let cleanup = EmbeddedCleanup::open(Arc::clone(&journal), workplace(&repositories, at));
        let builds = EmbeddedBuilds::open(Arc::clone(&journal), &root.join("builds"));
        let scanning = EmbeddedScanning::open(Arc::clone(&journal), &root.join("advisories"));
        let download_rules = EmbeddedDownloadRules::open(Arc::clone(&journal));
        let followed = EmbeddedFollowedPackages::open(Arc::clone(&journal));
        let outbound = Outbound::new(OutboundSettings::default()).expect("a client");
        let proxies = proxies(&journal, vault, &outbound);
        let targets =
            EmbeddedTargets::open(Arc::clone(&journal), Arc::clone(vault), outbound.clone());
        let webhooks = webhooks(&journal, vault, &outbound, &proxies);
        let deliveries = EmbeddedDeliveries::start(DeliverySources {
            webhooks: webhooks.clone(),
            log: Arc::clone(&journal),
            days: BTreeMap::new(),
            store: Arc::new(DaysInMemory),
            repositories: repositories.clone(),
            owners: Arc::new(AllPermitted),
            now: Arc::new(move || at),
        });
        let permissions = EmbeddedPermissions::open(Arc::clone(&journal));
        let topology = Arc::new(Running::new([(running, Version(7, 55, 0))]));
        let (folder, sources) = (root.join("support"), Sources::nothing(root));
        let support =
            EmbeddedBundles::open(Arc::clone(&journal), &folder, topology.clone(), sources);
        let status = Supervisor::open(Arc::clone(&journal), supervisor(at));
        let applications = EmbeddedApplications::open(Arc::clone(&journal), vault);
        let git = EmbeddedGit::open(Arc::clone(&journal), Arc::clone(vault), outbound.clone());
        let trusted_issuers = trusted_issuers(&journal, &outbound, &access, at);
        let mail = mail(&journal, vault, &outbound, &access, at);
        let sign_in_providers = sign_in_providers(&journal, vault, &outbound, &access);
        let user_directories = user_directories(&journal, vault, &outbound, &access);
        let ports = Ports {
            sign_in: access.clone(),
            accounts: access.clone(),
            administration: access.clone(),
            groups: access.clone(),
            password_links: access.clone(),
            forgotten_passwords: access.clone(),
            identities: access.clone(),
            provisioning: access.clone(),
            registrations: access.clone(),
            passkeys: access.clone(),
            mail: mail.clone(),
            mail_servers: mail,
            second_factors: access.clone(),
            devices: access.clone(),
            user_data: access.clone(),
            access_tokens: access.clone(),
            client_logins: access.clone(),
            setup: access.clone(),
            builds: Arc::new(builds.expect("the service of builds")),
            permissions: Arc::new(permissions.expect("the service of permissions")),
            projects: Arc::new(EmbeddedProjects::new(journal)),
            topology,
            licences: licences.clone(),
            settings: Arc::new(Configured::new(installation).expect("settings")),
            lookup: bundles.clone(),
            release_bundles: bundles,
            artifacts: repositories.clone(),
            packages: repositories.clone(),
            parts: repositories.clone(),
            upstreams: Arc::new(EmbeddedUpstreams::new(&repositories, outbound, Arc::clone(vault))),
            downloads: repositories.clone(),
            tree: repositories.clone(),
            trash: repositories.clone(),
            relocating: repositories.clone(),
            cleanup: Arc::new(cleanup.expect("the service of cleanup policies")),
            cleaning: repositories.clone(),
            search: repositories.clone(),
            catalogue: repositories.clone(),
            download_rules: Arc::new(download_rules.expect("the download rules")),
            followed_packages: Arc::new(followed.expect("the followed packages")),
            repositories,
            applications: Arc::new(applications.expect("the applications")),
            git: Arc::new(git.expect("the service of Git integrations")),
            proxies,
            distribution_targets: Arc::new(targets.expect("the distribution targets")),
            trusted_issuers,
            sign_in_providers,
            user_directories,
            webhooks,
            webhook_deliveries: Arc::new(deliveries),
            scanning: Arc::new(scanning.expect("the advisories")),
            support: Arc::new(support.expect("the service of support bundles")),
            retention: Arc::new(ConfiguredRetention { enabled: true }),
            logs: Arc::new(EmbeddedLogs::new(&root.join("log"), "node-1", [])),
            status: Arc::new(status.expect("the supervisor")),
        };
        Self { access, licences, ports }
    }
}

fn repositories(journal: &Arc<dyn Journal>, root: &Path) -> Arc<EmbeddedRepositories> {
    let blobs = Blobs::in_folder(&root.join("blobs")).expect("the contents of files");
    let (index, options) = (root.join("repositories.index"), repositories::Options::default());
    let opened = EmbeddedRepositories::open(Arc::clone(journal), blobs, &index, options);
    Arc::new(opened.expect("the service of repositories"))
}

/// Where cleanup policies work, with versions that have no order.
fn workplace(repositories: &Arc<EmbeddedRepositories>, at: Timestamp) -> Workplace {
    let unordered = |_| VersionRules { sorted: |all| all, listed: None, tagged_stay: true };
    Workplace::new(repositories.clone(), repositories.clone(), unordered, Arc::new(move || at))
}

/// Without any proxy yet.
fn proxies(
    journal: &Arc<dyn Journal>,
    vault: &Arc<Vault>,
    outbound: &Outbound,
) -> Arc<EmbeddedProxies> {
    let proxies = EmbeddedProxies::open(Arc::clone(journal), Arc::clone(vault), outbound.clone());
    Arc::new(proxies.expect("the service of proxies"))
}

/// Without any webhook yet.
fn webhooks(
    journal: &Arc<dyn Journal>,
    vault: &Arc<Vault>,
    outbound: &Outbound,
    proxies: &Arc<EmbeddedProxies>,
) -> Arc<EmbeddedWebhooks> {
    let origin = WebhookOrigin { url: "http://localhost".into(), source: "waybill@tests".into() };
    let sender = Sender::new(outbound.clone(), proxies.clone());
    let webhooks = EmbeddedWebhooks::open(Arc::clone(journal), Arc::clone(vault), sender, origin);
    Arc::new(webhooks.expect("the service of webhooks"))
}

/// Without a mail server yet. What is queued is not sent.
fn mail(
    journal: &Arc<dyn Journal>,
    vault: &Arc<Vault>,
    outbound: &Outbound,
    access: &Arc<Embedded>,
    at: Timestamp,
) -> Arc<EmbeddedMail> {
    let mail = EmbeddedMail::open(MailSources {
        journal: Arc::clone(journal),
        vault: Arc::clone(vault),
        outbound: outbound.clone(),
        accounts: access.clone(),
        public_url: None,
        server_name: String::new(),
        now: Arc::new(move || at),
    });
    let mail = Arc::new(mail.expect("the service of mails"));
    let port: Arc<dyn Mail> = mail.clone();
    access.send_mails_by(&port);
    mail
}

/// Without any issuer yet, before the robots of these accounts.
fn trusted_issuers(
    journal: &Arc<dyn Journal>,
    outbound: &Outbound,
    access: &Arc<Embedded>,
    at: Timestamp,
) -> Arc<EmbeddedTrustedIssuers> {
    let robots = Robots { accounts: access.clone(), tokens: access.clone() };
    let issuers = EmbeddedTrustedIssuers::open(Arc::clone(journal), outbound.clone(), robots, at);
    Arc::new(issuers.expect("the trusted issuers"))
}

/// Without any provider yet, at no address of this server.
fn sign_in_providers(
    journal: &Arc<dyn Journal>,
    vault: &Arc<Vault>,
    outbound: &Outbound,
    access: &Arc<Embedded>,
) -> Arc<EmbeddedSignInProviders> {
    let accounts = Accounts { identities: access.clone(), groups: access.clone() };
    let (journal, vault) = (Arc::clone(journal), Arc::clone(vault));
    let providers = EmbeddedSignInProviders::open(journal, vault, outbound.clone(), accounts, None);
    Arc::new(providers.expect("the providers of sign-in"))
}

/// Without any directory yet.
fn user_directories(
    journal: &Arc<dyn Journal>,
    vault: &Arc<Vault>,
    outbound: &Outbound,
    access: &Arc<Embedded>,
) -> Arc<EmbeddedDirectories> {
    let (journal, vault) = (Arc::clone(journal), Arc::clone(vault));
    let directories = EmbeddedDirectories::open(journal, vault, outbound.clone(), access.clone());
    let directories = Arc::new(directories.expect("the directories"));
    let port: Arc<dyn PasswordDirectories> = directories.clone();
    access.check_passwords_by(&port);
    directories
}

/// A supervisor of no services.
fn supervisor(at: Timestamp) -> SupervisorOptions {
    SupervisorOptions {
        node_id: "node-1".into(),
        version: Version(1, 0, 0),
        instances: Vec::new(),
        timing: Timing::default(),
        now: Arc::new(move || at),
    }
}

/// Journals of deliveries in memory.
pub struct DaysInMemory;

impl DeliveryStore for DaysInMemory {
    fn create(&self, _: &DayName) -> Result<Arc<dyn Journal>, String> {
        Ok(Arc::new(MemoryJournal::new()))
    }

    fn remove(&self, _: &DayName) -> Result<(), String> {
        Ok(())
    }
}

/// Lets the owners of webhooks have everything sent.
pub struct AllPermitted;

impl Owners for AllPermitted {
    fn standing<'a>(
        &'a self,
        _: &'a PersonId,
        _: Option<&'a str>,
        _: &'a WebhookMessage,
    ) -> Pin<Box<dyn Future<Output = Standing> + Send + 'a>> {
        Box::pin(ready(Standing::Permitted))
    }

    fn username<'a>(
        &'a self,
        _: &'a PersonId,
    ) -> Pin<Box<dyn Future<Output = String> + Send + 'a>> {
        Box::pin(ready(String::new()))
    }
}

/// What a user sends who types a name and a password on a sign-in page, on a browser that is not known.
pub fn login_form(user: &str, password: &str) -> LoginForm {
    LoginForm {
        user: Secret::new(user),
        password: Secret::new(password),
        remember: false,
        stored: None,
        set_me_up: false,
        devices: Vec::new(),
        device_link: None,
    }
}
