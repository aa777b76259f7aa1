import { expect, test } from 'vitest';
import { routes } from '@/generated/routes';
import { canonicalPath, parseSearch, pathnameOf, pathOf, stringifySearch } from './paths';

test('every path of the console', () => {
  expect(
    Object.fromEntries(routes.map(route => [route.name, pathnameOf(route.name)])),
  ).toMatchInlineSnapshot(`
    {
      "accountPortal": "/user/my-jfrog-redirect",
      "admin": "/admin",
      "admin.artifactory.list": "/admin/artifactory/list",
      "admin.configuration.general": "/admin/configuration/general",
      "admin.configuration.integrations": "/admin/configuration/integrations",
      "admin.configuration.integrations.new": "/admin/configuration/integrations/new",
      "admin.configuration.webhooks": "/admin/configuration/webhooks",
      "admin.configuration.webhooks.edit": "/admin/configuration/webhooks/edit",
      "admin.configuration.webhooks.new": "/admin/configuration/webhooks/new",
      "admin.licenses.licenses": "/admin/license_management/licenses",
      "admin.management.groups": "/admin/management/groups",
      "admin.management.groups.edit": "/admin/management/groups/edit",
      "admin.management.groups.new": "/admin/management/groups/new",
      "admin.management.robots": "/admin/management/robots",
      "admin.management.tokens": "/admin/management/tokens",
      "admin.management.users": "/admin/management/users",
      "admin.management.users.edit": "/admin/management/users/edit",
      "admin.management.users.new": "/admin/management/users/new",
      "admin.monitoring.logs": "/admin/monitoring/system_logs",
      "admin.monitoring.pdn": "/admin/monitoring/pdn",
      "admin.monitoring.status": "/admin/monitoring/service-status",
      "admin.pdnTeaser": "/admin/pdn-teaser",
      "admin.permissions": "/admin/permissions",
      "admin.permissions.create": "/admin/permissions/create",
      "admin.permissions.edit": "/admin/permissions/edit",
      "admin.pipelinesTeaser": "/admin/pipelines-teaser",
      "admin.projects": "/admin/projects/list",
      "admin.proxies": "/admin/proxies/configuration",
      "admin.proxies.edit": "/admin/proxies/configuration/edit",
      "admin.proxies.new": "/admin/proxies/configuration/new",
      "admin.repositories": "/admin/repositories",
      "admin.repositories.cleanup": "/admin/repositories/cleanup",
      "admin.repositories.downloads": "/admin/repositories/download-rules",
      "admin.repositories.local.new": "/admin/repositories/local/new",
      "admin.repositories.remote.new": "/admin/repositories/remote/new",
      "admin.repositories.usage": "/admin/repositories/usage",
      "admin.repositories.virtual.new": "/admin/repositories/virtual/new",
      "admin.securityTeaser": "/admin/security-and-compliance-teaser",
      "admin.support": "/admin/support-zone",
      "admin.topology": "/admin/mission_control/topology",
      "admin.topologyTeaser": "/admin/topology-teaser",
      "archiveSearch": "/artifactoryRetention/search",
      "artifactSearchResults": "/artifactSearchResults",
      "authProvider": "/auth-provider",
      "authorization": "/authorization",
      "builds": "/builds",
      "bundles": "/bundles",
      "changePassword": "/login/change-password",
      "cli-registration": "/login/cli-registration",
      "cliExtension": "/cli-extension",
      "demo": "/demo",
      "demo.greeting": "/demo/typescript/greeting",
      "demo.mounting": "/demo/multi-mfe-mounting-container",
      "demo.tree": "/demo/tree",
      "forgotPassword": "/login/forgot-password",
      "frontEnd": "/",
      "home": "/home",
      "insight": "/insight",
      "integrations": "/integrations",
      "integrations.authorize": "/authorize",
      "integrations.vendor": "/integrations",
      "invitation": "/login/invitation",
      "login": "/login",
      "logout": "/logout",
      "mfaEnroll": "/login/mfa-enroll",
      "notAcceptable": "/406",
      "notFound": "/404",
      "otpLogin": "/login/otp-login",
      "overview": "/overview",
      "packages": "/packages",
      "pipelines": "/pipelines",
      "pipelinesSearchResults": "/pipelinesSearchResults",
      "quickSetup": "/quick-setup",
      "registration": "/login/registration",
      "releaseBundles": "/release-bundles",
      "releaseBundlesTeaser": "/release-bundles-teaser",
      "repos.tree": "/repos/tree/General",
      "resetPassword": "/login/reset-password",
      "root": "/",
      "scanningSearchResults": "/scanningSearchResults",
      "securityPolicies": "/security_policies",
      "serverError": "/500",
      "sessionActivity": "/session-activity",
      "setup": "/setup",
      "sso-login": "/login/sso",
      "template": "/template",
      "tracker": "/tracker",
      "userProfile": "/user_profile",
    }
  `);
});

test('queries are key/value pairs', () => {
  expect(parseSearch('?a=1&b=x%20y')).toEqual({ a: '1', b: 'x y' });
  expect(stringifySearch({ a: '1', b: 'x y', c: undefined })).toBe('?a=1&b=x+y');
  expect(pathOf({ route: 'login', params: {}, query: { logout: 'true' } })).toBe('/login?logout=true');
});

test('one path is written in one way, however the router hands it out', () => {
  const place = { packageId: 'npm://<a b>', versionId: '1+2' };
  const written = '/packages/npm%3A%2F%2F%3Ca%20b%3E/1%2B2';
  expect(pathnameOf('packages', place)).toBe(written);
  for (const other of ['/packages/npm:%2F%2F%3Ca b%3E/1+2', written])
    expect(canonicalPath(other)).toBe(written);
  expect(canonicalPath('/packages/100%')).toBe('/packages/100%25');
});
