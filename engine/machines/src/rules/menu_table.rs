//! The items of the menus: what each is called, where it leads, and for whom and where it is there at all.
//!
//! Texts live in the browser, by id. Who may enter the route of an item is not said here: the guards know that.

use serde::Serialize;

use super::features::Feature;
use super::licence::Licence;
use super::profile::PasswordChange;
use super::routes::RouteName;
use crate::facts::Facts;

/// What an item does that leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuAction"),
    schemars(rename = "MenuAction")
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Action {
    GettingStarted,
    CloudSubscription,
    QuickRepository,
    SetMeUp,
    SwitchUi,
    ChangePassword,
    LogOut,
    KeyboardShortcuts,
    Documentation,
    LearningCenter,
}

/// A mark beside an item's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuBadge"),
    schemars(rename = "MenuBadge")
)]
#[serde(rename_all = "snake_case")]
pub enum Badge {
    /// Not finished yet.
    Beta,
}

/// What an installation lacks for an item: the reason that the advanced menu gives where it cannot be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuLack"),
    schemars(rename = "MenuLack")
)]
#[serde(rename_all = "snake_case")]
pub enum Lack {
    /// The service behind it does not run.
    ServiceMissing,
    /// The licence does not cover it.
    LicenceTooLow,
    /// The installation was set up without it (NAV-07).
    SwitchedOff,
    /// A guard leads elsewhere.
    LeadsElsewhere,
}

impl Lack {
    /// Every reason.
    pub const ALL: [Self; 4] =
        [Self::ServiceMissing, Self::LicenceTooLow, Self::SwitchedOff, Self::LeadsElsewhere];
}

/// What choosing an item does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// It leads somewhere.
    Route(RouteName),
    /// It does something where one is.
    Action(Action),
}

/// One item of a menu.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The id that its text is found by.
    pub id: &'static str,
    /// The name of its picture, in the words of the icon set.
    pub icon: &'static str,
    /// What choosing it does.
    pub target: Target,
    /// The heading that it stands under.
    pub group: Option<&'static str>,
    /// A mark beside its text.
    pub badge: Option<Badge>,
    /// It is there only under a licence.
    pub licence_required: bool,
    /// It is there only where the installation is run for its customers.
    pub cloud_only: bool,
    /// It is there only for administrators.
    pub admin_only: bool,
    /// It is there only where artifacts can be browsed.
    pub needs_set_me_up: bool,
    /// It belongs to the new onboarding.
    pub new_onboarding: bool,
    /// These facts hide it.
    pub hidden: fn(&Facts) -> bool,
    /// What these facts lack for it.
    pub lacks: fn(&Facts) -> Option<Lack>,
}

const fn plain(id: &'static str, icon: &'static str, target: Target) -> Entry {
    Entry {
        id,
        icon,
        target,
        group: None,
        badge: None,
        licence_required: true,
        cloud_only: false,
        admin_only: false,
        needs_set_me_up: false,
        new_onboarding: false,
        hidden: |_| false,
        lacks: |_| None,
    }
}

const fn to(id: &'static str, icon: &'static str, route: RouteName) -> Entry {
    plain(id, icon, Target::Route(route))
}

const fn does(id: &'static str, icon: &'static str, action: Action) -> Entry {
    plain(id, icon, Target::Action(action))
}

/// For administrators, under a heading.
const fn admin(
    group: &'static str,
    id: &'static str,
    icon: &'static str,
    route: RouteName,
) -> Entry {
    Entry { group: Some(group), admin_only: true, ..to(id, icon, route) }
}

fn runs(facts: &Facts, service: &str) -> Option<Lack> {
    facts.service(service).is_none().then_some(Lack::ServiceMissing)
}

/// Whether the front-end that fills a page is there: it announces paths below its own name (MFE-05).
fn mounts(facts: &Facts, front_end: &str) -> Option<Lack> {
    let own = |pattern: &String| {
        let rest = pattern.strip_prefix('/').and_then(|path| path.strip_prefix(front_end));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let there = facts.installation.announced_paths.iter().any(own);
    (!there).then_some(Lack::ServiceMissing)
}

fn licensed(holds: bool) -> Option<Lack> {
    (!holds).then_some(Lack::LicenceTooLow)
}

fn bundles(facts: &Facts) -> Option<Lack> {
    mounts(facts, "distribution")
}

fn pipelines(facts: &Facts) -> Option<Lack> {
    mounts(facts, "pipelines")
}

fn scanning(facts: &Facts) -> Option<Lack> {
    runs(facts, "xray").or_else(|| licensed(facts.licence.includes_scanning()))
}

fn distribution_network(facts: &Facts) -> Option<Lack> {
    runs(facts, "distribution").or_else(|| licensed(facts.licence.is_enterprise_plus()))
}

fn topology(facts: &Facts) -> Option<Lack> {
    runs(facts, "mc")
}

/// A lightweight installation shows repositories only.
const fn lightweight(facts: &Facts) -> bool {
    facts.installation.lightweight
}

/// The container registry's edition comes without builds and what is made of them.
const fn repositories_only(facts: &Facts) -> bool {
    lightweight(facts) || matches!(facts.licence, Licence::Jcr)
}

/// DET-03: one menu for all services, or each service in a menu of its own.
fn apart(facts: &Facts) -> bool {
    repositories_only(facts) || !facts.supports(Feature::UnifiedNavigation)
}

const fn nobody(facts: &Facts) -> bool {
    facts.user.is_anonymous()
}

/// What everybody works with.
pub const APPLICATION: &[Entry] = &[
    Entry { hidden: lightweight, ..to("packages", "package", RouteName::Packages) },
    Entry {
        // It is what a lightweight installation consists of.
        hidden: |facts| !facts.supports(Feature::ArtifactBrowser) && !lightweight(facts),
        ..to("artifacts", "folders", RouteName::ReposTree)
    },
    Entry { hidden: repositories_only, ..to("builds", "hammer", RouteName::Builds) },
    Entry {
        hidden: repositories_only,
        lacks: bundles,
        ..to("release_bundles", "packages", RouteName::ReleaseBundles)
    },
    Entry {
        hidden: |facts| repositories_only(facts) || bundles(facts).is_none(),
        ..to("release_bundles_teaser", "packages", RouteName::ReleaseBundlesTeaser)
    },
    Entry {
        hidden: repositories_only,
        lacks: scanning,
        ..to("security_policies", "shield-check", RouteName::SecurityPolicies)
    },
    Entry { hidden: apart, lacks: pipelines, ..to("pipelines", "git-merge", RouteName::Pipelines) },
    Entry {
        hidden: apart,
        lacks: |facts| mounts(facts, "insight"),
        ..to("insight", "chart-bar", RouteName::Insight)
    },
    Entry {
        hidden: apart,
        lacks: |facts| mounts(facts, "tracker"),
        ..to("tracker", "timeline", RouteName::Tracker)
    },
    Entry { hidden: lightweight, ..to("integrations", "plug", RouteName::Integrations) },
    Entry {
        hidden: |facts| !facts.supports(Feature::QuickDeploy),
        new_onboarding: true,
        ..to("quick_setup", "rocket", RouteName::QuickSetup)
    },
    to("session_activity", "activity", RouteName::SessionActivity),
    to("template", "template", RouteName::Template),
    to("demo", "flask", RouteName::Demo),
];

/// The installation's settings. A project's administrator gets as far as the projects.
pub const ADMINISTRATION: &[Entry] = &[
    Entry { group: Some("projects"), ..to("projects", "stack-2", RouteName::Projects) },
    admin("management", "users", "user", RouteName::Users),
    admin("management", "groups", "users", RouteName::Groups),
    admin("configuration", "general", "settings", RouteName::General),
    Entry {
        hidden: lightweight,
        ..admin("configuration", "webhooks", "webhook", RouteName::Webhooks)
    },
    Entry {
        hidden: lightweight,
        ..admin("configuration", "admin_integrations", "apps", RouteName::AdminIntegrations)
    },
    admin("configuration", "proxies", "route", RouteName::Proxies),
    admin("configuration", "advanced", "adjustments", RouteName::Advanced),
    Entry {
        licence_required: false,
        ..admin("license_management", "licenses", "license", RouteName::Licenses)
    },
    admin("monitoring", "service_status", "heartbeat", RouteName::ServiceStatus),
    admin("monitoring", "system_logs", "file-text", RouteName::SystemLogs),
    Entry {
        hidden: repositories_only,
        lacks: distribution_network,
        ..admin("monitoring", "pdn", "network", RouteName::Pdn)
    },
    admin("monitoring", "support_zone", "lifebuoy", RouteName::SupportZone),
    Entry {
        hidden: lightweight,
        lacks: topology,
        ..admin("services", "topology", "sitemap", RouteName::Topology)
    },
    Entry {
        hidden: |facts| lightweight(facts) || topology(facts).is_none(),
        ..admin("services", "topology_teaser", "sitemap", RouteName::TopologyTeaser)
    },
    Entry {
        hidden: |facts| repositories_only(facts) || pipelines(facts).is_none(),
        ..admin("services", "pipelines_teaser", "git-merge", RouteName::PipelinesTeaser)
    },
    Entry {
        hidden: |facts| repositories_only(facts) || scanning(facts).is_none(),
        ..admin("services", "security_teaser", "shield-check", RouteName::SecurityTeaser)
    },
    Entry {
        hidden: |facts| repositories_only(facts) || distribution_network(facts).is_none(),
        ..admin("services", "pdn_teaser", "network", RouteName::PdnTeaser)
    },
];

/// The settings of the project that is selected.
pub const PROJECT_SETTINGS: &[Entry] = &[
    to("project_general", "stack-2", RouteName::Projects),
    to("project_members", "user", RouteName::Users),
    to("project_groups", "users", RouteName::Groups),
    Entry { hidden: lightweight, ..to("project_webhooks", "webhook", RouteName::Webhooks) },
    Entry {
        hidden: lightweight,
        ..to("project_integrations", "apps", RouteName::AdminIntegrations)
    },
];

/// The profile menu, in the order of MENU-03.
pub const PROFILE: &[Entry] = &[
    Entry {
        admin_only: true,
        // NAV-14: the education centre takes its place.
        hidden: |facts| facts.supports(Feature::EducationCentre),
        ..does("getting_started", "flag", Action::GettingStarted)
    },
    Entry {
        admin_only: true,
        cloud_only: true,
        licence_required: false,
        ..does("cloud_subscription", "cloud", Action::CloudSubscription)
    },
    Entry {
        admin_only: true,
        new_onboarding: true,
        ..does("quick_repository", "database-plus", Action::QuickRepository)
    },
    Entry { needs_set_me_up: true, hidden: nobody, ..does("set_me_up", "tool", Action::SetMeUp) },
    Entry {
        admin_only: true,
        hidden: |facts| !facts.supports(Feature::UnifiedNavigation),
        ..does("switch_to_classic_ui", "arrow-back-up", Action::SwitchUi)
    },
    Entry {
        admin_only: true,
        hidden: |facts| facts.supports(Feature::UnifiedNavigation),
        badge: Some(Badge::Beta),
        ..does("switch_to_new_ui", "arrow-forward-up", Action::SwitchUi)
    },
    to("edit_profile", "user-edit", RouteName::UserProfile),
    Entry {
        licence_required: false,
        hidden: |facts| PasswordChange::of(&facts.user) == PasswordChange::NotOffered,
        ..does("change_password", "lock", Action::ChangePassword)
    },
    Entry { licence_required: false, hidden: nobody, ..does("log_out", "logout", Action::LogOut) },
];

/// Links to help (MENU-04).
pub const HELP: &[Entry] = &[
    Entry {
        licence_required: false,
        hidden: |facts| facts.installation.help_links_disabled,
        ..does("documentation", "book", Action::Documentation)
    },
    Entry { licence_required: false, ..does("learning_center", "school", Action::LearningCenter) },
    Entry {
        licence_required: false,
        ..does("keyboard_shortcuts", "keyboard", Action::KeyboardShortcuts)
    },
];

/// What administrators make often (MENU-04).
pub const QUICK_ACTIONS: &[Entry] = &[
    admin("repositories", "new_local_repository", "database", RouteName::NewLocalRepository),
    admin("repositories", "new_remote_repository", "cloud-down", RouteName::NewRemoteRepository),
    admin("repositories", "new_virtual_repository", "stack", RouteName::NewVirtualRepository),
    admin("management", "new_user", "user-plus", RouteName::NewUser),
    admin("management", "new_group", "users-plus", RouteName::NewGroup),
    admin("management", "new_permission", "key", RouteName::NewPermission),
    Entry {
        hidden: lightweight,
        ..admin("configuration", "new_webhook", "webhook", RouteName::NewWebhook)
    },
];

/// Every menu of items.
pub const TABLES: [&[Entry]; 6] =
    [APPLICATION, ADMINISTRATION, PROJECT_SETTINGS, PROFILE, HELP, QUICK_ACTIONS];

/// The advanced menu (ROUTE-05): its headings, with the ids of items that stand in the other menus too. Here an item is
/// shown even where something lacks for it, and says what.
pub const ADVANCED: &[(&str, &[&str])] = &[
    ("repositories", &["new_local_repository", "new_remote_repository", "new_virtual_repository"]),
    ("management", &["users", "groups", "new_permission", "projects"]),
    ("configuration", &["general", "webhooks", "admin_integrations", "proxies", "licenses"]),
    ("monitoring", &["service_status", "system_logs", "support_zone", "topology"]),
    ("distribution", &["release_bundles", "pdn"]),
    ("services", &["security_policies", "pipelines", "insight", "tracker"]),
];

/// Finds an item by its id.
pub fn by_id(id: &str) -> Option<&'static Entry> {
    TABLES.into_iter().flatten().find(|entry| entry.id == id)
}
