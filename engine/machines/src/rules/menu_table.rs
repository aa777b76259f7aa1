//! The items of the menus: their ids, targets, and conditions.
//!
//! Texts are in the browser, by id. Who may enter an item's route is not repeated here, because the guards decide that.

use super::features::Feature;
use super::licence::Licence;
use super::menu_entry::{Action, Badge, DisabledReason, Entry, Target};
use super::profile::PasswordChange;
use super::routes::RouteName;
use crate::facts::Facts;

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
        of_project: false,
        only_if_built: false,
        hidden: |_| false,
        lacks: |_| None,
    }
}

const fn to(id: &'static str, icon: &'static str, route: RouteName) -> Entry {
    plain(id, icon, Target::Route(route))
}

/// An item of a project's settings, which leads to the page for the selected project.
const fn of_project(id: &'static str, icon: &'static str, route: RouteName) -> Entry {
    Entry { of_project: true, ..to(id, icon, route) }
}

const fn does(id: &'static str, icon: &'static str, action: Action) -> Entry {
    Entry { only_if_built: true, ..plain(id, icon, Target::Action(action)) }
}

/// An item for administrators, under a heading.
const fn admin(
    group: &'static str,
    id: &'static str,
    icon: &'static str,
    route: RouteName,
) -> Entry {
    Entry { group: Some(group), admin_only: true, ..to(id, icon, route) }
}

/// A page on which administrators create something.
const fn creates(
    group: &'static str,
    id: &'static str,
    icon: &'static str,
    route: RouteName,
) -> Entry {
    Entry { only_if_built: true, ..admin(group, id, icon, route) }
}

fn runs(facts: &Facts, service: &str) -> Option<DisabledReason> {
    facts.service(service).is_none().then_some(DisabledReason::ServiceMissing)
}

/// Whether the configuration has the address that an item leads to.
fn addressed(facts: &Facts, action: Action) -> Option<DisabledReason> {
    let address = action.address(&facts.installation);
    address.is_none().then_some(DisabledReason::AddressMissing)
}

/// Whether the front-end that fills a page is available: it announces paths below its name (MFE-05).
fn mounts(facts: &Facts, front_end: &str) -> Option<DisabledReason> {
    let own = |pattern: &String| {
        let rest = pattern.strip_prefix('/').and_then(|path| path.strip_prefix(front_end));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let there = facts.installation.announced_paths.iter().any(own);
    (!there).then_some(DisabledReason::ServiceMissing)
}

fn licensed(holds: bool) -> Option<DisabledReason> {
    (!holds).then_some(DisabledReason::LicenceTooLow)
}

fn pipelines(facts: &Facts) -> Option<DisabledReason> {
    mounts(facts, "pipelines")
}

fn scanning(facts: &Facts) -> Option<DisabledReason> {
    runs(facts, "xray").or_else(|| licensed(facts.licence.includes_scanning()))
}

fn distribution_network(facts: &Facts) -> Option<DisabledReason> {
    runs(facts, "distribution").or_else(|| licensed(facts.licence.is_enterprise_plus()))
}

fn topology(facts: &Facts) -> Option<DisabledReason> {
    runs(facts, "mc")
}

/// Whether the installation is lightweight; it shows repositories only.
const fn lightweight(facts: &Facts) -> bool {
    facts.installation.lightweight
}

/// Whether the edition is the container registry's, which has no builds and nothing that is made from them.
const fn repositories_only(facts: &Facts) -> bool {
    lightweight(facts) || matches!(facts.licence, Licence::Jcr)
}

/// DET-03: whether each service has its own menu, rather than one for all.
fn apart(facts: &Facts) -> bool {
    repositories_only(facts) || !facts.supports(Feature::UnifiedNavigation)
}

const fn anonymous(facts: &Facts) -> bool {
    facts.user.is_anonymous()
}

/// The application menu.
pub const APPLICATION: &[Entry] = &[
    Entry { hidden: lightweight, ..to("packages", "package", RouteName::Packages) },
    Entry {
        // Repositories are the only content of a lightweight installation.
        hidden: |facts| !facts.supports(Feature::ArtifactBrowser) && !lightweight(facts),
        ..to("artifacts", "folders", RouteName::ReposTree)
    },
    Entry { hidden: repositories_only, ..to("builds", "hammer", RouteName::Builds) },
    Entry {
        hidden: repositories_only,
        ..to("release_bundles", "packages", RouteName::ReleaseBundles)
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

/// The settings of the installation. A project administrator sees only the projects.
pub const ADMINISTRATION: &[Entry] = &[
    Entry { group: Some("projects"), ..to("projects", "stack-2", RouteName::Projects) },
    admin("repositories", "repositories", "database", RouteName::Repositories),
    admin("management", "users", "user", RouteName::Users),
    admin("management", "groups", "users", RouteName::Groups),
    admin("management", "permissions", "lock", RouteName::Permissions),
    admin("management", "robots", "robot", RouteName::Robots),
    admin("management", "access_tokens", "key", RouteName::AccessTokens),
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

/// The settings of the selected project.
pub const PROJECT_SETTINGS: &[Entry] = &[
    of_project("project_general", "stack-2", RouteName::Projects),
    of_project("project_members", "user", RouteName::Users),
    of_project("project_groups", "users", RouteName::Groups),
    Entry { hidden: lightweight, ..of_project("project_webhooks", "webhook", RouteName::Webhooks) },
    Entry {
        hidden: lightweight,
        ..of_project("project_integrations", "apps", RouteName::AdminIntegrations)
    },
];

/// The profile menu, in the order of MENU-03. Each item does what it says, or is left out (MENU-08).
pub const PROFILE: &[Entry] = &[
    Entry {
        admin_only: true,
        // NAV-14: the education centre replaces it.
        hidden: |facts| facts.supports(Feature::EducationCentre),
        ..to("getting_started", "flag", RouteName::QuickSetup)
    },
    Entry {
        admin_only: true,
        cloud_only: true,
        licence_required: false,
        lacks: |facts| addressed(facts, Action::CloudSubscription),
        ..does("cloud_subscription", "cloud", Action::CloudSubscription)
    },
    Entry {
        admin_only: true,
        new_onboarding: true,
        ..does("quick_repository", "database-plus", Action::QuickRepository)
    },
    Entry {
        needs_set_me_up: true,
        hidden: anonymous,
        ..does("set_me_up", "tool", Action::SetMeUp)
    },
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
    Entry {
        licence_required: false,
        hidden: anonymous,
        ..does("log_out", "logout", Action::LogOut)
    },
];

/// Links to help (MENU-04).
pub const HELP: &[Entry] = &[
    Entry {
        licence_required: false,
        hidden: |facts| facts.installation.help_links_disabled,
        lacks: |facts| addressed(facts, Action::Documentation),
        ..does("documentation", "book", Action::Documentation)
    },
    Entry {
        licence_required: false,
        lacks: |facts| addressed(facts, Action::LearningCenter),
        ..does("learning_center", "school", Action::LearningCenter)
    },
    Entry {
        licence_required: false,
        ..does("keyboard_shortcuts", "keyboard", Action::KeyboardShortcuts)
    },
];

/// Frequent tasks of administrators (MENU-04).
pub const QUICK_ACTIONS: &[Entry] = &[
    creates("repositories", "new_local_repository", "database", RouteName::NewLocalRepository),
    creates("repositories", "new_remote_repository", "cloud-down", RouteName::NewRemoteRepository),
    creates("repositories", "new_virtual_repository", "stack", RouteName::NewVirtualRepository),
    creates("management", "new_user", "user-plus", RouteName::NewUser),
    creates("management", "new_group", "users-plus", RouteName::NewGroup),
    creates("management", "new_permission", "key", RouteName::NewPermission),
];

/// All tables.
pub const TABLES: [&[Entry]; 6] =
    [APPLICATION, ADMINISTRATION, PROJECT_SETTINGS, PROFILE, HELP, QUICK_ACTIONS];

/// The advanced menu (ROUTE-05): its headings, each with the ids of items from the other menus. Here an item is shown
/// even if something is lacking for it, with the reason.
pub const ADVANCED: &[(&str, &[&str])] = &[
    (
        "repositories",
        &[
            "repositories",
            "new_local_repository",
            "new_remote_repository",
            "new_virtual_repository",
        ],
    ),
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
