//! The ports behind which the services of the console are.

use std::sync::Arc;

use waybill_platform::access::{
    AccessTokens, Accounts, Administration, ClientLogins, Devices, ForgottenPasswords, Groups,
    Identities, Passkeys, PasswordLinks, Provisioning, Registrations, SecondFactors, Setup, SignIn,
    UserData,
};
use waybill_platform::applications::Applications;
use waybill_platform::builds::Builds;
use waybill_platform::cleanup::Cleanup;
use waybill_platform::directories::UserDirectories;
use waybill_platform::distribution::Targets;
use waybill_platform::download_rules::DownloadRules;
use waybill_platform::followed_packages::FollowedPackages;
use waybill_platform::git::Git;
use waybill_platform::licences::Licences;
use waybill_platform::logs::Logs;
use waybill_platform::mail::{Mail, MailServers};
use waybill_platform::permissions::Permissions;
use waybill_platform::projects::Projects;
use waybill_platform::proxies::Proxies;
use waybill_platform::release_bundles::{Lookup, ReleaseBundles};
use waybill_platform::repositories::{
    Artifacts, Catalogue, Cleaning, DownloadRecords, Packages, Parts, Relocating, Repositories,
    Search, Trash, Tree, Upstreams,
};
use waybill_platform::retention::Retention;
use waybill_platform::scanning::Scanning;
use waybill_platform::services::{Settings, Topology};
use waybill_platform::sso::SignInProviders;
use waybill_platform::status::Status;
use waybill_platform::support::SupportBundles;
use waybill_platform::trusted_issuers::TrustedIssuers;
use waybill_platform::webhooks::{WebhookDeliveries, Webhooks};

/// A port that no service implements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no service implements the port `{0}`; this is a defect of this build")]
pub struct MissingPort(&'static str);

macro_rules! ports {
    ($($(#[$doc:meta])* $name:ident: $port:ident,)+) => {
        /// The ports behind which the services of the console are.
        #[derive(Clone)]
        pub struct Ports {
            $($(#[$doc])* pub $name: Arc<dyn $port>,)+
        }

        /// The ports that have been opened so far, while services are opened one after another.
        #[derive(Default, Clone)]
        pub struct PortsBuilder {
            $($(#[$doc])* pub $name: Option<Arc<dyn $port>>,)+
        }

        impl PortsBuilder {
            /// All ports.
            ///
            /// # Errors
            ///
            /// [`MissingPort`], if a service is not open.
            pub fn build(self) -> Result<Ports, MissingPort> {
                Ok(Ports {
                    $($name: self.$name.ok_or(MissingPort(stringify!($name)))?,)+
                })
            }
        }
    };
}

ports! {
    /// User names and passwords.
    sign_in: SignIn,
    /// Who has an account, and what its owner may do.
    accounts: Accounts,
    /// Creating and changing accounts, for administrators.
    administration: Administration,
    /// Groups of users.
    groups: Groups,
    /// Links with which users choose their passwords.
    password_links: PasswordLinks,
    /// Links with which users replace forgotten passwords, sent by mail.
    forgotten_passwords: ForgottenPasswords,
    /// Identities at providers with which users sign in.
    identities: Identities,
    /// Users and groups that programs provision.
    provisioning: Provisioning,
    /// Visitors who create accounts.
    registrations: Registrations,
    /// Passkeys.
    passkeys: Passkeys,
    /// Second factors.
    second_factors: SecondFactors,
    /// The devices on which users have signed in.
    devices: Devices,
    /// Who a session's user is, and what is stored for users in addition to their accounts.
    user_data: UserData,
    /// The tokens with which programs authenticate.
    access_tokens: AccessTokens,
    /// Command-line clients that wait to be signed in.
    client_logins: ClientLogins,
    /// Creating the first administrator.
    setup: Setup,
    /// The projects of the installation.
    projects: Projects,
    /// The services of the installation and their nodes.
    topology: Topology,
    /// The licences of the installation.
    licences: Licences,
    /// The settings of the installation.
    settings: Settings,
    /// The imported release bundles.
    release_bundles: ReleaseBundles,
    /// Finds the release bundles that contain a file.
    lookup: Lookup,
    /// What servers publish of the software that they build.
    builds: Builds,
    /// The permissions of the installation, and the rights that they give.
    permissions: Permissions,
    /// The repositories of the installation.
    repositories: Repositories,
    /// The files in the repositories.
    artifacts: Artifacts,
    /// The versions of the packages in the repositories.
    packages: Packages,
    /// The parts that versions consist of beside their files.
    parts: Parts,
    /// What remote repositories have from other servers.
    upstreams: Upstreams,
    /// How often files were downloaded.
    downloads: DownloadRecords,
    /// Browsing the repositories.
    tree: Tree,
    /// What was removed from the repositories, and can be restored.
    trash: Trash,
    /// Policies that remove what is old or unused.
    cleanup: Cleanup,
    /// What such policies select in the repositories.
    cleaning: Cleaning,
    /// Copying and moving files.
    relocating: Relocating,
    /// The packages of all repositories.
    catalogue: Catalogue,
    /// The rules about downloads of packages.
    download_rules: DownloadRules,
    /// Applications that sign users in, and what users let them do.
    applications: Applications,
    /// Git integrations, and what their vendors answer.
    git: Git,
    /// The mails that this installation sends.
    mail: Mail,
    /// The server that takes them.
    mail_servers: MailServers,
    /// Proxies through which this server connects to others.
    proxies: Proxies,
    /// Other installations that release bundles are distributed to.
    distribution_targets: Targets,
    /// Issuers whose tokens are exchanged for access tokens of robots.
    trusted_issuers: TrustedIssuers,
    /// Providers with which users sign in.
    sign_in_providers: SignInProviders,
    /// Directories that check passwords.
    user_directories: UserDirectories,
    /// Webhooks.
    webhooks: Webhooks,
    /// What they have sent.
    webhook_deliveries: WebhookDeliveries,
    /// The packages that users follow.
    followed_packages: FollowedPackages,
    /// Searching the files in the repositories.
    search: Search,
    /// The security advisories, and which versions of packages they are about.
    scanning: Scanning,
    /// Creates and removes support bundles.
    support: SupportBundles,
    /// Whether old target bundles are removed.
    retention: Retention,
    /// The logs of the services.
    logs: Logs,
    /// The health of the services.
    status: Status,
}
