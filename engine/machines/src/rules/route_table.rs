//! The route table: every route's name, path, title and flags, written once and exported to the browser.
//!
//! The parts of a path are words, `:name` (one part), `:name?` (one optional part) and, at the end, `:name*` (all
//! remaining parts, possibly none). The first matching row applies.

use serde::{Deserialize, Serialize};

use super::features::Feature;
use super::guards::KEEPS_FORM;
use super::routes::{AUTHORIZATION_REQUEST, SSO_FAILURE};
use super::search::SEARCH_QUERY;

/// Who may enter a route at all. Its data is authorised again at every call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Everyone: the route belongs to signing in or shows an error. It does not start the application.
    Unauthenticated,
    /// Everyone who may use the console, including visitors if anonymous access is enabled.
    Console,
    /// Signed-in users.
    SignedIn,
    /// Users who may administer projects, including administrators.
    ProjectAdmin,
    /// Users who may administer the project that the place names, and administrators.
    ProjectSettings,
    /// Administrators.
    Admin,
}

/// The sidebar of a route (MENU-01, NAV-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sidebar {
    /// No sidebar.
    Hidden,
    /// The application menu.
    Application,
    /// The settings of the selected project, or of the installation if none is selected.
    Settings,
}

/// What the search box searches (NAV-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum SearchType {
    Packages,
    Artifacts,
    Builds,
    ReleaseBundles,
    Scanning,
    Pipelines,
    Archive,
}

/// One route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Route {
    /// The name in code and records.
    pub name: RouteName,
    /// The path under `/ui`.
    pub path: &'static str,
    /// The first part of the document title.
    pub title: &'static str,
    /// Who may enter.
    pub access: Access,
    /// The sidebar.
    pub sidebar: Sidebar,
    /// What the search box searches.
    pub search: SearchType,
    /// Whether entering the route cancels a pending navigation (NAV-02).
    pub cancels_pending: bool,
    /// Whether `skipLicenseCheck` is effective on this route (NAV-03).
    pub skips_licence: bool,
    /// The feature that the installation must support to enter the route.
    pub needs: Option<Feature>,
    /// The service front-end that renders the page.
    pub front_end: Option<&'static str>,
    /// Query parameters that are kept and recorded, in addition to those of every route; all others are dropped.
    pub query: &'static [&'static str],
    /// The route that this one redirects to instead of showing a page.
    pub leads_to: Option<RouteName>,
    /// Whether the feature of the page comes in a later release; until then the page says what it will do.
    pub comes_later: bool,
}

macro_rules! routes {
    ($($sidebar:ident { $($variant:ident = $name:literal, $path:literal, $title:literal, $access:ident
        $(, $flag:ident: $value:expr)*;)+ })+) => {
        /// The name of a route.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        #[allow(missing_docs)]
        pub enum RouteName {
            $($(#[serde(rename = $name)] $variant,)+)+
        }

        /// The whole table.
        pub const ROUTES: &[Route] = &[
            $($(Route {
                $($flag: $value,)*
                ..plain(RouteName::$variant, $path, $title, Access::$access, Sidebar::$sidebar)
            },)+)+
        ];

        impl RouteName {
            /// The name in code and records.
            pub const fn as_str(self) -> &'static str {
                match self { $($(Self::$variant => $name,)+)+ }
            }
        }
    };
}

const fn plain(
    name: RouteName,
    path: &'static str,
    title: &'static str,
    access: Access,
    sidebar: Sidebar,
) -> Route {
    Route {
        name,
        path,
        title,
        access,
        sidebar,
        search: SearchType::Packages,
        cancels_pending: false,
        skips_licence: false,
        needs: None,
        front_end: None,
        query: &[],
        leads_to: None,
        comes_later: false,
    }
}

routes! {
    Hidden {
        Login = "login", "/login", "Sign in", Unauthenticated, cancels_pending: true, query: &["logout", KEEPS_FORM, SSO_FAILURE];
        OtpLogin = "otpLogin", "/login/otp-login", "Verify your identity", Unauthenticated, cancels_pending: true;
        MfaEnroll = "mfaEnroll", "/login/mfa-enroll", "Set up a second factor", Unauthenticated, cancels_pending: true;
        ForgotPassword = "forgotPassword", "/login/forgot-password", "Forgot password", Unauthenticated, cancels_pending: true;
        ResetPassword = "resetPassword", "/login/reset-password", "Reset password", Unauthenticated, cancels_pending: true;
        ChangePassword = "changePassword", "/login/change-password", "Change password", Unauthenticated, cancels_pending: true;
        Registration = "registration", "/login/registration", "Register", Unauthenticated, cancels_pending: true;
        Invitation = "invitation", "/login/invitation", "Invitation", Unauthenticated, cancels_pending: true;
        CliRegistration = "cli-registration", "/login/cli-registration", "Register a command-line client", Unauthenticated, cancels_pending: true;
        SsoLogin = "sso-login", "/login/sso/:ssoLoginType", "Single sign-on", Unauthenticated, cancels_pending: true;
        AuthProvider = "authProvider", "/auth-provider/:type", "Single sign-on", Unauthenticated, cancels_pending: true;
        Logout = "logout", "/logout", "Sign out", Unauthenticated, cancels_pending: true, leads_to: Some(RouteName::Login);
        Setup = "setup", "/setup", "Set up Waybill", Unauthenticated, cancels_pending: true;
    }
    Application {
        Authorization = "authorization", "/authorization", "Not authorized", Unauthenticated;
        NotFound = "notFound", "/404", "Page not found", Unauthenticated;
        NotAcceptable = "notAcceptable", "/406/:requestId", "Request not accepted", Unauthenticated;
        ServerError = "serverError", "/500", "Something went wrong", Unauthenticated;
        Root = "root", "/", "Home", Console;
        Home = "home", "/home", "Home", Console;
        Packages = "packages", "/packages/:packageId?/:versionId?", "Packages", Console, query: &[SEARCH_QUERY, "name", "description", "pkg", "repo", "licenses", "severities", "tags", "version", "checksum", "sort", "tab"];
        ReposTree = "repos.tree", "/repos/tree/General/:path*", "Artifacts", Console, search: SearchType::Artifacts;
        ArtifactSearchResults = "artifactSearchResults", "/artifactSearchResults", "Artifact search", Console, search: SearchType::Artifacts, query: &[SEARCH_QUERY];
        ScanningSearchResults = "scanningSearchResults", "/scanningSearchResults", "Scanning search", Console, search: SearchType::Scanning, query: &[SEARCH_QUERY];
        ArchiveSearch = "archiveSearch", "/artifactoryRetention/search", "Archive search", SignedIn, search: SearchType::Archive, query: &[SEARCH_QUERY];
        PipelinesSearchResults = "pipelinesSearchResults", "/pipelinesSearchResults", "Pipelines search", SignedIn, search: SearchType::Pipelines, query: &[SEARCH_QUERY];
        Builds = "builds", "/builds/:path*", "Builds", Console, search: SearchType::Builds, query: &["jenkinsRedirect", "project", SEARCH_QUERY];
        ReleaseBundles = "releaseBundles", "/release-bundles/:activeTab?/:name?/:version?", "Release bundles", SignedIn, search: SearchType::ReleaseBundles, query: &[SEARCH_QUERY], front_end: Some("distribution");
        OldBundles = "bundles", "/bundles/:path*", "Release bundles", SignedIn, search: SearchType::ReleaseBundles, query: &[SEARCH_QUERY], front_end: Some("distribution");
        ReleaseBundlesTeaser = "releaseBundlesTeaser", "/release-bundles-teaser", "Release bundles", SignedIn, comes_later: true;
        Insight = "insight", "/insight/:path*", "Insight", SignedIn, front_end: Some("insight"), comes_later: true;
        Pipelines = "pipelines", "/pipelines/:path*", "Pipelines", SignedIn, search: SearchType::Pipelines, front_end: Some("pipelines"), comes_later: true;
        Tracker = "tracker", "/tracker/:path*", "Tracker", SignedIn, front_end: Some("tracker"), comes_later: true;
        Authorize = "integrations.authorize", "/authorize", "Sign in to an application", SignedIn, query: &[AUTHORIZATION_REQUEST, "client_id"];
        Integrations = "integrations", "/integrations", "Integrations", SignedIn, query: &["tool"];
        IntegrationVendor = "integrations.vendor", "/integrations/:vendorName", "Integrations", SignedIn, query: &["serviceName", "vcsType", "integrationId"];
        Overview = "overview", "/overview", "Overview", Console;
        AccountPortal = "accountPortal", "/user/my-jfrog-redirect", "Account portal", SignedIn;
        QuickSetup = "quickSetup", "/quick-setup", "Quick setup", SignedIn;
        ClientExtension = "cliExtension", "/cli-extension", "Command-line client", SignedIn;
        UserProfile = "userProfile", "/user_profile", "Edit Profile", SignedIn;
        SessionActivity = "sessionActivity", "/session-activity", "Session activity", Console, query: &["machine", "record", "view", "user"];
        SecurityPolicies = "securityPolicies", "/security_policies", "Security policies", SignedIn, search: SearchType::Scanning, comes_later: true;
        Template = "template", "/template", "Template", Console, needs: Some(Feature::Tested);
        Demo = "demo", "/demo", "Demo", Console, needs: Some(Feature::Tested);
        DemoTree = "demo.tree", "/demo/tree", "Tree", Console, needs: Some(Feature::Tested);
        DemoGreeting = "demo.greeting", "/demo/typescript/greeting", "Greeting", Console, needs: Some(Feature::Tested);
        DemoMounting = "demo.mounting", "/demo/multi-mfe-mounting-container", "Several front-ends", Console, needs: Some(Feature::Tested);
    }
    Settings {
        Admin = "admin", "/admin", "Administration", Admin, leads_to: Some(RouteName::Users);
        Users = "admin.management.users", "/admin/management/users", "Users", ProjectSettings, query: &["user"];
        NewUser = "admin.management.users.new", "/admin/management/users/new", "New user", Admin;
        EditUser = "admin.management.users.edit", "/admin/management/users/edit/:userName", "Edit user", Admin;
        Groups = "admin.management.groups", "/admin/management/groups", "Groups", ProjectSettings, query: &["group"];
        NewGroup = "admin.management.groups.new", "/admin/management/groups/new", "New group", Admin;
        EditGroup = "admin.management.groups.edit", "/admin/management/groups/edit/:groupName", "Edit group", Admin;
        Robots = "admin.management.robots", "/admin/management/robots", "Robots", Admin, query: &["robot"];
        AccessTokens = "admin.management.tokens", "/admin/management/tokens", "Access tokens", Admin, query: &["token"];
        Permissions = "admin.permissions", "/admin/permissions", "Permissions", Admin, query: &["permission"];
        NewPermission = "admin.permissions.create", "/admin/permissions/create", "New permission", Admin;
        EditPermission = "admin.permissions.edit", "/admin/permissions/edit/:permissionName", "Edit permission", Admin;
        Projects = "admin.projects", "/admin/projects/list", "Projects", ProjectAdmin;
        Repositories = "admin.repositories", "/admin/repositories", "Repositories", Admin, query: &["repository"];
        NewLocalRepository = "admin.repositories.local.new", "/admin/repositories/local/new", "New local repository", Admin;
        NewRemoteRepository = "admin.repositories.remote.new", "/admin/repositories/remote/new", "New remote repository", Admin;
        NewVirtualRepository = "admin.repositories.virtual.new", "/admin/repositories/virtual/new", "New virtual repository", Admin;
        CleanupPolicies = "admin.repositories.cleanup", "/admin/repositories/cleanup", "Cleanup policies", Admin, query: &["policy"];
        DownloadRules = "admin.repositories.downloads", "/admin/repositories/download-rules", "Download rules", Admin, query: &["rule"];
        RepositoryUsage = "admin.repositories.usage", "/admin/repositories/usage", "Storage usage", Admin;
        Advanced = "admin.artifactory.list", "/admin/artifactory/list", "Advanced", Admin;
        General = "admin.configuration.general", "/admin/configuration/general", "General settings", Admin;
        Webhooks = "admin.configuration.webhooks", "/admin/configuration/webhooks", "Webhooks", ProjectSettings;
        NewWebhook = "admin.configuration.webhooks.new", "/admin/configuration/webhooks/new", "New webhook", ProjectSettings;
        EditWebhook = "admin.configuration.webhooks.edit", "/admin/configuration/webhooks/edit/:webhookName", "Edit webhook", ProjectSettings, query: &["view", "delivery"];
        AdminIntegrations = "admin.configuration.integrations", "/admin/configuration/integrations", "Application integrations", Admin;
        NewAdminIntegration = "admin.configuration.integrations.new", "/admin/configuration/integrations/new", "New application integration", Admin;
        Proxies = "admin.proxies", "/admin/proxies/configuration", "Proxies", Admin;
        NewProxy = "admin.proxies.new", "/admin/proxies/configuration/new", "New proxy", Admin;
        EditProxy = "admin.proxies.edit", "/admin/proxies/configuration/edit/:proxyName", "Edit proxy", Admin;
        Licenses = "admin.licenses.licenses", "/admin/license_management/licenses", "Licences", Admin, skips_licence: true;
        SystemLogs = "admin.monitoring.logs", "/admin/monitoring/system_logs", "System logs", Admin;
        ServiceStatus = "admin.monitoring.status", "/admin/monitoring/service-status", "Service status", Admin;
        Pdn = "admin.monitoring.pdn", "/admin/monitoring/pdn", "Private distribution network", Admin, comes_later: true;
        SupportZone = "admin.support", "/admin/support-zone", "Support zone", Admin, query: &["bundle"];
        Topology = "admin.topology", "/admin/mission_control/topology", "Topology", Admin, comes_later: true;
        TopologyTeaser = "admin.topologyTeaser", "/admin/topology-teaser", "Topology", Admin, comes_later: true;
        PipelinesTeaser = "admin.pipelinesTeaser", "/admin/pipelines-teaser", "Pipelines", Admin, comes_later: true;
        SecurityTeaser = "admin.securityTeaser", "/admin/security-and-compliance-teaser", "Security and compliance", Admin, comes_later: true;
        PdnTeaser = "admin.pdnTeaser", "/admin/pdn-teaser", "Private distribution network", Admin, comes_later: true;
    }
    Application {
        // The last row matches every other path, for example one that a front-end has announced (MFE-05).
        FrontEnd = "frontEnd", "/:path*", "Service", Console;
    }
}

impl RouteName {
    /// The route's row of the table.
    pub fn route(self) -> &'static Route {
        // The macro writes one row for each name, in the order of the names.
        &ROUTES[self as usize]
    }
}
