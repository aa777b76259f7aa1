// Generated from the state machines by `cargo test --test generated`. Do not edit.

import type { Feature, RouteName } from "./types";

export type { RouteName };

/** Who may enter a route at all. */
export type Access = "admin" | "console" | "project_admin" | "project_settings" | "signed_in" | "unauthenticated";

/** One route. */
export interface Route {
  readonly name: RouteName;
  /** The path under `/ui`. */
  readonly path: string;
  /** The English title. */
  readonly title: string;
  readonly access: Access;
  readonly sidebar: "application" | "hidden" | "settings";
  /** It may be entered only where the installation supports this. */
  readonly needs: Feature | null;
  /** The service front-end that fills the page. */
  readonly front_end: string | null;
  /** Where it leads instead of showing a page of its own. */
  readonly leads_to: RouteName | null;
  /** Its feature comes in a later release; until then the page says what it will do. */
  readonly comes_later: boolean;
}

const row = (
  name: RouteName,
  path: string,
  title: string,
  access: Access,
  sidebar: Route["sidebar"],
  more: Partial<Route> = {},
): Route => ({
  name, path, title, access, sidebar, needs: null, front_end: null, leads_to: null, comes_later: false, ...more,
});

/** The whole route table. */
export const routes: readonly Route[] = [
  row("login", "/login", "Sign in", "unauthenticated", "hidden"),
  row("otpLogin", "/login/otp-login", "Verify your identity", "unauthenticated", "hidden"),
  row("mfaEnroll", "/login/mfa-enroll", "Set up a second factor", "unauthenticated", "hidden"),
  row("forgotPassword", "/login/forgot-password", "Forgot password", "unauthenticated", "hidden"),
  row("resetPassword", "/login/reset-password", "Reset password", "unauthenticated", "hidden"),
  row("changePassword", "/login/change-password", "Change password", "unauthenticated", "hidden"),
  row("registration", "/login/registration", "Register", "unauthenticated", "hidden"),
  row("invitation", "/login/invitation", "Invitation", "unauthenticated", "hidden"),
  row("cli-registration", "/login/cli-registration", "Register a command-line client", "unauthenticated", "hidden"),
  row("sso-login", "/login/sso/:ssoLoginType", "Single sign-on", "unauthenticated", "hidden"),
  row("authProvider", "/auth-provider/:type", "Single sign-on", "unauthenticated", "hidden"),
  row("logout", "/logout", "Sign out", "unauthenticated", "hidden", {"leads_to":"login"}),
  row("setup", "/setup", "Set up Waybill", "unauthenticated", "hidden"),
  row("authorization", "/authorization", "Not authorized", "unauthenticated", "application"),
  row("notFound", "/404", "Page not found", "unauthenticated", "application"),
  row("notAcceptable", "/406/:requestId", "Request not accepted", "unauthenticated", "application"),
  row("serverError", "/500", "Something went wrong", "unauthenticated", "application"),
  row("root", "/", "Home", "console", "application"),
  row("home", "/home", "Home", "console", "application"),
  row("packages", "/packages/:packageId?/:versionId?", "Packages", "console", "application"),
  row("repos.tree", "/repos/tree/General/:path*", "Artifacts", "console", "application"),
  row("artifactSearchResults", "/artifactSearchResults", "Artifact search", "console", "application"),
  row("scanningSearchResults", "/scanningSearchResults", "Scanning search", "console", "application"),
  row("archiveSearch", "/artifactoryRetention/search", "Archive search", "signed_in", "application"),
  row("pipelinesSearchResults", "/pipelinesSearchResults", "Pipelines search", "signed_in", "application"),
  row("builds", "/builds/:path*", "Builds", "console", "application"),
  row("releaseBundles", "/release-bundles/:activeTab?/:name?/:version?", "Release bundles", "signed_in", "application", {"front_end":"distribution"}),
  row("bundles", "/bundles/:path*", "Release bundles", "signed_in", "application", {"front_end":"distribution"}),
  row("releaseBundlesTeaser", "/release-bundles-teaser", "Release bundles", "signed_in", "application", {"comes_later":true}),
  row("insight", "/insight/:path*", "Insight", "signed_in", "application", {"comes_later":true,"front_end":"insight"}),
  row("pipelines", "/pipelines/:path*", "Pipelines", "signed_in", "application", {"comes_later":true,"front_end":"pipelines"}),
  row("tracker", "/tracker/:path*", "Tracker", "signed_in", "application", {"comes_later":true,"front_end":"tracker"}),
  row("integrations.authorize", "/authorize", "Sign in to an application", "signed_in", "application"),
  row("integrations", "/integrations", "Integrations", "signed_in", "application"),
  row("integrations.vendor", "/integrations/:vendorName", "Integrations", "signed_in", "application"),
  row("overview", "/overview", "Overview", "console", "application"),
  row("accountPortal", "/user/my-jfrog-redirect", "Account portal", "signed_in", "application"),
  row("quickSetup", "/quick-setup", "Quick setup", "signed_in", "application"),
  row("cliExtension", "/cli-extension", "Command-line client", "signed_in", "application"),
  row("userProfile", "/user_profile", "Edit Profile", "signed_in", "application"),
  row("sessionActivity", "/session-activity", "Session activity", "console", "application"),
  row("securityPolicies", "/security_policies", "Security policies", "signed_in", "application", {"comes_later":true}),
  row("template", "/template", "Template", "console", "application", {"needs":"tested"}),
  row("demo", "/demo", "Demo", "console", "application", {"needs":"tested"}),
  row("demo.tree", "/demo/tree", "Tree", "console", "application", {"needs":"tested"}),
  row("demo.greeting", "/demo/typescript/greeting", "Greeting", "console", "application", {"needs":"tested"}),
  row("demo.mounting", "/demo/multi-mfe-mounting-container", "Several front-ends", "console", "application", {"needs":"tested"}),
  row("admin", "/admin", "Administration", "admin", "settings", {"leads_to":"admin.management.users"}),
  row("admin.management.users", "/admin/management/users", "Users", "project_settings", "settings"),
  row("admin.management.users.new", "/admin/management/users/new", "New user", "admin", "settings"),
  row("admin.management.users.edit", "/admin/management/users/edit/:userName", "Edit user", "admin", "settings"),
  row("admin.management.groups", "/admin/management/groups", "Groups", "project_settings", "settings"),
  row("admin.management.groups.new", "/admin/management/groups/new", "New group", "admin", "settings"),
  row("admin.management.groups.edit", "/admin/management/groups/edit/:groupName", "Edit group", "admin", "settings"),
  row("admin.management.robots", "/admin/management/robots", "Robots", "admin", "settings"),
  row("admin.management.tokens", "/admin/management/tokens", "Access tokens", "admin", "settings"),
  row("admin.permissions", "/admin/permissions", "Permissions", "admin", "settings"),
  row("admin.permissions.create", "/admin/permissions/create", "New permission", "admin", "settings"),
  row("admin.permissions.edit", "/admin/permissions/edit/:permissionName", "Edit permission", "admin", "settings"),
  row("admin.projects", "/admin/projects/list", "Projects", "project_admin", "settings"),
  row("admin.repositories", "/admin/repositories", "Repositories", "admin", "settings"),
  row("admin.repositories.local.new", "/admin/repositories/local/new", "New local repository", "admin", "settings"),
  row("admin.repositories.remote.new", "/admin/repositories/remote/new", "New remote repository", "admin", "settings"),
  row("admin.repositories.virtual.new", "/admin/repositories/virtual/new", "New virtual repository", "admin", "settings"),
  row("admin.repositories.cleanup", "/admin/repositories/cleanup", "Cleanup policies", "admin", "settings"),
  row("admin.repositories.downloads", "/admin/repositories/download-rules", "Download rules", "admin", "settings"),
  row("admin.repositories.usage", "/admin/repositories/usage", "Storage usage", "admin", "settings"),
  row("admin.artifactory.list", "/admin/artifactory/list", "Advanced", "admin", "settings"),
  row("admin.configuration.general", "/admin/configuration/general", "General settings", "admin", "settings"),
  row("admin.configuration.webhooks", "/admin/configuration/webhooks", "Webhooks", "project_settings", "settings"),
  row("admin.configuration.webhooks.new", "/admin/configuration/webhooks/new", "New webhook", "project_settings", "settings"),
  row("admin.configuration.webhooks.edit", "/admin/configuration/webhooks/edit/:webhookName", "Edit webhook", "project_settings", "settings"),
  row("admin.configuration.integrations", "/admin/configuration/integrations", "Application integrations", "admin", "settings"),
  row("admin.configuration.integrations.new", "/admin/configuration/integrations/new", "New application integration", "admin", "settings"),
  row("admin.proxies", "/admin/proxies/configuration", "Proxies", "admin", "settings"),
  row("admin.proxies.new", "/admin/proxies/configuration/new", "New proxy", "admin", "settings"),
  row("admin.proxies.edit", "/admin/proxies/configuration/edit/:proxyName", "Edit proxy", "admin", "settings"),
  row("admin.licenses.licenses", "/admin/license_management/licenses", "Licences", "admin", "settings"),
  row("admin.monitoring.logs", "/admin/monitoring/system_logs", "System logs", "admin", "settings"),
  row("admin.monitoring.status", "/admin/monitoring/service-status", "Service status", "admin", "settings"),
  row("admin.monitoring.pdn", "/admin/monitoring/pdn", "Private distribution network", "admin", "settings", {"comes_later":true}),
  row("admin.support", "/admin/support-zone", "Support zone", "admin", "settings"),
  row("admin.topology", "/admin/mission_control/topology", "Topology", "admin", "settings", {"comes_later":true}),
  row("admin.topologyTeaser", "/admin/topology-teaser", "Topology", "admin", "settings", {"comes_later":true}),
  row("admin.pipelinesTeaser", "/admin/pipelines-teaser", "Pipelines", "admin", "settings", {"comes_later":true}),
  row("admin.securityTeaser", "/admin/security-and-compliance-teaser", "Security and compliance", "admin", "settings", {"comes_later":true}),
  row("admin.pdnTeaser", "/admin/pdn-teaser", "Private distribution network", "admin", "settings", {"comes_later":true}),
  row("frontEnd", "/:path*", "Service", "console", "application"),
];
