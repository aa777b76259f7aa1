// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** Being still for this long counts as being away. */
export const idleMs = 60000;

/** A remembered path is forgotten after this long. */
export const postLoginPathMs = 28800000;

/** How long an error notification stays. */
export const notifyErrorMs = 4500;

/** How long an information notification stays. */
export const notifyInfoMs = 3000;

/** What a machine can ask the browser to do. */
export const browserCalls = [
  "browser.notify",
  "browser.navigate",
  "browser.leave",
  "browser.end_session",
  "browser.remember_path",
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
  "release_bundles_teaser",
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
  "users",
  "groups",
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
  "new_permission",
  "new_webhook"
] as const;

/** The ids of the headings that menu items stand under. */
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

/** Why a menu item may be one that cannot be chosen. */
export const menuLacks = [
  "service_missing",
  "licence_too_low",
  "switched_off",
  "leads_elsewhere"
] as const;
