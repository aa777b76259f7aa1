// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** A user without activity for this long is idle. */
export const idleMs = 60000;

/** Activity is reported at most this often, where idle users are signed out. */
export const activityReportedMs = 30000;

/** A stored path expires after this long. */
export const postLoginPathMs = 28800000;

/** How long a notification is shown, by its severity. A call of a machine has only the time. */
export const notificationMs = {
  "error": 4500,
  "info": 3000
} as const;

/** The calls that a machine can make to the browser. */
export const browserCalls = [
  "browser.notify",
  "browser.navigate",
  "browser.leave",
  "browser.end_session",
  "browser.sign_in_again",
  "browser.remember_path",
  "browser.remember_set_me_up",
  "browser.pause_polling",
  "browser.resume_polling",
  "browser.close_dialogs",
  "browser.save_step",
  "browser.clear"
] as const;

/** The ids of all menu items: each has a text. */
export const menuItems = [
  "packages",
  "artifacts",
  "builds",
  "release_bundles",
  "security_policies",
  "pipelines",
  "insight",
  "tracker",
  "integrations",
  "quick_setup",
  "session_activity",
  "template",
  "demo",
  "projects",
  "repositories",
  "users",
  "groups",
  "permissions",
  "robots",
  "access_tokens",
  "general",
  "webhooks",
  "admin_integrations",
  "proxies",
  "advanced",
  "licenses",
  "service_status",
  "system_logs",
  "pdn",
  "support_zone",
  "topology",
  "topology_teaser",
  "pipelines_teaser",
  "security_teaser",
  "pdn_teaser",
  "project_general",
  "project_members",
  "project_groups",
  "project_webhooks",
  "project_integrations",
  "getting_started",
  "cloud_subscription",
  "quick_repository",
  "set_me_up",
  "switch_to_classic_ui",
  "switch_to_new_ui",
  "edit_profile",
  "change_password",
  "log_out",
  "documentation",
  "learning_center",
  "keyboard_shortcuts",
  "new_local_repository",
  "new_remote_repository",
  "new_virtual_repository",
  "new_user",
  "new_group",
  "new_permission"
] as const;

/** The ids of the headings of menu items. */
export const menuGroups = [
  "configuration",
  "distribution",
  "license_management",
  "management",
  "monitoring",
  "projects",
  "repositories",
  "services"
] as const;

/** The reasons for which a menu item can be disabled. */
export const menuLacks = [
  "service_missing",
  "licence_too_low",
  "switched_off",
  "leads_elsewhere",
  "address_missing"
] as const;
