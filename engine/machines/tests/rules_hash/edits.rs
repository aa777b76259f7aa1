//! Edits of handlers and of functions that they call: each must change the hash of its machine.

use std::collections::BTreeSet;

use waybill_machines::MachineName;

use crate::analysis::{ALL, Change, changed};

/// A machine, its files below `machines`, and three functions in them. Those of `settings_machine!` are in [`SHARED`].
type Edits = (&'static str, [(&'static str, &'static str); 3]);

const OWN: [Edits; 58] = [
    ("account", [("account", "active"), ("account", "use_code"), ("account_tokens", "make_token")]),
    ("advisories", [("advisories", "none"), ("advisories", "imported"), ("advisories", "root")]),
    ("build", [("build", "published"), ("build", "publish"), ("build", "is_same")]),
    (
        "cleanup_policy",
        [
            ("cleanup_policy", "absent"),
            ("cleanup_policy", "existing"),
            ("cleanup_policy", "check_change"),
        ],
    ),
    ("cli_login", [("cli_login", "asked"), ("cli_login", "confirming"), ("cli_login", "at_rest")]),
    ("download", [("download", "nothing"), ("download", "recorded"), ("download", "root")]),
    (
        "download_rules",
        [("download_rules", "none"), ("download_rules", "ruled"), ("download_rules", "set")],
    ),
    (
        "download_violations",
        [
            ("download_violations", "none"),
            ("download_violations", "violated"),
            ("download_violations", "violate"),
        ],
    ),
    (
        "followed_packages",
        [
            ("followed_packages", "following"),
            ("followed_packages", "follow"),
            ("followed_packages", "unfollow"),
        ],
    ),
    ("group", [("group", "existing"), ("group", "edit"), ("group", "set_project_role")]),
    ("idle", [("idle", "watching"), ("idle", "checking"), ("idle", "interrupted")]),
    ("licence", [("licence", "installed"), ("licence", "removed"), ("licence", "none")]),
    (
        "log_viewer",
        [
            ("log_viewer_steps", "configured"),
            ("log_viewer_steps", "whole_seconds"),
            ("log_viewer_types", "default"),
        ],
    ),
    ("login", [("login", "authenticated"), ("login_steps", "landing"), ("login", "deadline")]),
    ("logo", [("logo", "none"), ("logo", "shown"), ("logo", "root")]),
    ("mfa", [("mfa", "verifying"), ("mfa", "failure"), ("mfa", "begin")]),
    (
        "navigation",
        [("navigation_steps", "arrive"), ("navigation_steps", "block"), ("navigation", "settled")],
    ),
    ("node", [("node", "unknown"), ("node", "member"), ("node", "outside")]),
    (
        "onboarding",
        [("onboarding_steps", "advance"), ("onboarding_steps", "send"), ("onboarding", "storing")],
    ),
    ("package", [("package", "empty"), ("package", "present"), ("package_steps", "deploy")]),
    (
        "packages",
        [("packages_steps", "read"), ("packages", "opened"), ("packages_steps", "offer_tabs")],
    ),
    ("password", [("password", "change"), ("password", "failure"), ("password", "at_rest")]),
    ("permission", [("permission", "check_change"); 3]),
    (
        "personalisation",
        [
            ("personalisation", "save"),
            ("personalisation", "store"),
            ("personalisation", "keeping_none"),
        ],
    ),
    ("project", [("project", "absent"), ("project", "existing"), ("project", "root")]),
    (
        "quick_setup",
        [("quick_setup", "show"), ("quick_setup", "introduce"), ("quick_setup", "open")],
    ),
    ("reading", [("reading", "unread"), ("reading", "read"), ("reading", "root")]),
    (
        "release_bundle",
        [
            ("release_bundle", "absent"),
            ("release_bundle", "completed"),
            ("release_bundle_distributions", "make_room"),
        ],
    ),
    ("repository", [("repository", "check_change"); 3]),
    ("retention", [("retention", "ask"), ("retention", "failed"), ("retention", "wake_at")]),
    (
        "search",
        [("search_steps", "search_now"), ("search", "usable"), ("search_steps", "another_place")],
    ),
    ("server", [("server", "applied"), ("server", "running"), ("server", "started")]),
    (
        "service_status",
        [("service_status", "load"), ("service_status", "fetched"), ("service_status", "text_of")],
    ),
    ("session", [("session", "fresh"), ("session", "open"), ("session", "wake_at")]),
    ("setup", [("setup", "offered"), ("setup", "unfinished"), ("setup", "claimed")]),
    (
        "startup",
        [("startup", "apply_facts"), ("startup", "fail"), ("startup_types", "apply_to_identity")],
    ),
    (
        "support_bundle",
        [("support_bundle", "ended"), ("support_bundle", "change"), ("support_bundle", "forget")],
    ),
    ("webhook", [("webhook", "absent"), ("webhook", "existing"), ("webhook", "check_change")]),
    (
        "webhook_cursor",
        [("webhook_cursor", "absent"), ("webhook_cursor", "reached"), ("webhook_cursor", "root")],
    ),
    (
        "webhook_delivery",
        [
            ("webhook_delivery", "absent"),
            ("webhook_delivery", "waiting"),
            ("webhook_delivery", "tried"),
        ],
    ),
    (
        "application",
        [("application", "absent"), ("application", "registered"), ("application", "root")],
    ),
    (
        "application_grant",
        [
            ("application_grant", "granted"),
            ("application_grant", "consented"),
            ("application_grant", "make_room"),
        ],
    ),
    (
        "git_connection",
        [
            ("git_connection", "absent"),
            ("git_connection", "connected"),
            ("git_connection", "check_change"),
        ],
    ),
    (
        "git_integration",
        [
            ("git_integration", "editing"),
            ("git_integration_steps", "save"),
            ("git_integration_steps", "report"),
        ],
    ),
    ("outbound_proxy", [("outbound_proxy", "check_change"); 3]),
    ("distribution_target", [("distribution_target", "check_change"); 3]),
    (
        "trusted_issuer",
        [
            ("trusted_issuer", "absent"),
            ("trusted_issuer", "existing"),
            ("trusted_issuer", "may_exchange"),
        ],
    ),
    (
        "mail_server",
        [
            ("mail_server", "without_server"),
            ("mail_server", "existing"),
            ("mail_server", "check_change"),
        ],
    ),
    ("mail_outbox", [("mail_outbox", "day"), ("mail_outbox", "queue"), ("mail_outbox", "begin")]),
    (
        "forgot_password",
        [
            ("forgot_password", "idle"),
            ("forgot_password", "sending"),
            ("forgot_password", "failure"),
        ],
    ),
    (
        "reset_password",
        [("reset_password", "ready"), ("reset_password", "failure"), ("reset_password", "at_rest")],
    ),
    (
        "sign_in_provider",
        [
            ("sign_in_provider", "check"),
            ("sign_in_provider", "check_change"),
            ("sign_in_provider", "check_change"),
        ],
    ),
    ("sso", [("sso", "leaving"), ("sso", "exchanged"), ("sso", "at_rest")]),
    (
        "provisioning",
        [("provisioning", "absent"), ("provisioning", "configured"), ("provisioning", "set")],
    ),
    ("passkey", [("passkey", "asked"), ("passkey", "checked"), ("passkey", "at_rest")]),
    ("user_directory", [("user_directory", "check_change"); 3]),
    (
        "registration_settings",
        [
            ("registration_settings", "absent"),
            ("registration_settings", "configured"),
            ("registration_settings", "set"),
        ],
    ),
    ("registration", [("registration", "open"), ("registration", "free"), ("registration", "ask")]),
];

#[test]
fn every_machine_is_edited() {
    let edited: BTreeSet<&str> = OWN.iter().map(|(machine, _)| *machine).collect();
    let all: BTreeSet<&str> = MachineName::ALL.iter().map(|machine| machine.as_str()).collect();
    assert_eq!(edited, all, "a new machine needs a row in OWN");
}

/// Edits every second machine, and then the others: exactly the hashes of edited machines change.
#[test]
fn editing_what_a_machine_calls_changes_this_machine() {
    let mut changes = Vec::new();
    let mut expected = Vec::new();
    for edit in 0..3 {
        for half in 0..2 {
            let edited = || OWN.iter().skip(half).step_by(2);
            changes.push(edited().fold(Change::default(), |change, (_, edits)| {
                let (file, function) = edits[edit];
                change.function(&format!("src/machines/{file}.rs"), function)
            }));
            let names: BTreeSet<String> = edited()
                .map(|(machine, _)| (*machine).to_owned())
                .chain([ALL.to_owned()])
                .collect();
            expected.push(names);
        }
    }
    assert_eq!(changed("own", &changes), expected);
}

/// A function of the shared rules, and the machines that use it.
const SHARED: [(&str, &str, &[&str]); 15] = [
    ("rules/guards", "home", &["navigation"]),
    ("rules/guards", "menu_item_hidden", &["navigation"]),
    ("rules/route_guards", "start_page", &["navigation"]),
    ("rules/path_memory", "judge", &["login", "navigation"]),
    ("rules/custom_data", "take", &["account"]),
    ("rules/projects", "check_words", &["project"]),
    (
        "rules/groups",
        "check_group_name",
        &["group", "permission", "sign_in_provider", "user_directory"],
    ),
    ("rules/release_bundles", "is_name", &["release_bundle"]),
    ("rules/packages", "check_publication", &["package"]),
    ("rules/package_browser", "default_tab", &["packages"]),
    ("rules/search/readiness", "why_not_ready", &["search"]),
    ("rules/support", "check_request", &["support_bundle"]),
    ("rules/onboarding", "occasion", &["onboarding"]),
    ("rules/logo", "choose", &[]),
    (
        "settings_machine",
        "absent",
        &[
            "distribution_target",
            "outbound_proxy",
            "permission",
            "repository",
            "sign_in_provider",
            "user_directory",
        ],
    ),
];

#[test]
fn editing_a_shared_rule_changes_the_machines_that_use_it() {
    let changes: Vec<Change> = SHARED
        .iter()
        .map(|(file, function, _)| Change::default().function(&format!("src/{file}.rs"), function))
        .collect();
    for ((file, function, machines), changed) in SHARED.iter().zip(changed("shared", &changes)) {
        let all = if machines.is_empty() { None } else { Some(&ALL) };
        let expected: BTreeSet<String> =
            machines.iter().chain(all).map(|name| (*name).to_owned()).collect();
        assert_eq!(changed, expected, "{file}: {function}");
    }
}
