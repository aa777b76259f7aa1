import type { ComingRoute } from '@/features/coming/comingRoutes';
import type { RouteName } from '@/generated/types';
import { lazyPage, type Page } from '@/shell/lazyPage';

/** `auth`: the card of signing in. `frame`: the application. `either`: the frame once signed in, else the card. */
export type Area = 'auth' | 'frame' | 'either';

interface PageSpec {
  area: Area;
  page: Page;
}

const auth = (page: Page): PageSpec => ({ area: 'auth', page });
const frame = (page: Page): PageSpec => ({ area: 'frame', page });
const either = (page: Page): PageSpec => ({ area: 'either', page });

const login = auth(lazyPage('login', () => import('@/features/sign-in/login').then(part => part.default)));
const extraLogin = (name: 'OtpPage' | 'EnrolPage' | 'ChangePasswordPage') =>
  auth(lazyPage('extra-login', () => import('@/features/sign-in/extra-login').then(part => part[name])));
const system = (name: 'NotFoundPage' | 'NotAcceptablePage' | 'NotAuthorizedPage' | 'ServerErrorPage') =>
  lazyPage('system-routes', () => import('@/features/system/system-routes').then(part => part[name]));
const notFound = system('NotFoundPage');
const activity = frame(
  lazyPage('session-activity', () =>
    import('@/features/activity/session-activity').then(part => part.default),
  ),
);
const front = frame(
  lazyPage('front-end', () => import('@/features/frontends/front-end-page').then(part => part.FrontEndPage)),
);
const bundles = frame(
  lazyPage('distribution-tabs', () =>
    import('@/features/release-bundles/distribution-tabs').then(part => part.DistributionTabs),
  ),
);
const users = (name: 'UsersOrMembersPage' | 'NewUserPage' | 'EditUserPage') =>
  frame(lazyPage('users', () => import('@/features/users/users').then(part => part[name])));
const groups = (name: 'GroupsOfWhichPage' | 'NewGroupPage' | 'EditGroupPage') =>
  frame(lazyPage('groups', () => import('@/features/users/groups').then(part => part[name])));
const repositories = (name: 'RepositoriesPage' | 'NewLocalPage' | 'NewRemotePage' | 'NewVirtualPage') =>
  frame(
    lazyPage('repositories', () => import('@/features/repositories/repositories').then(part => part[name])),
  );
const permissions = (name: 'PermissionsPage' | 'NewPermissionPage' | 'EditPermissionPage') =>
  frame(lazyPage('permissions', () => import('@/features/permissions/permissions').then(part => part[name])));
const search = frame(
  lazyPage('search', () => import('@/features/search/search').then(part => part.SearchPage)),
);
const demo = (name: 'DemoPage' | 'DemoTreePage' | 'DemoGreetingPage' | 'DemoMountingPage') =>
  frame(lazyPage('demo', () => import('@/features/frontends/demo').then(part => part[name])));

const webhooks = frame(
  lazyPage('webhooks', () => import('@/features/webhooks/webhooks').then(part => part.WebhooksPage)),
);

const applications = frame(
  lazyPage('application-integrations', () =>
    import('@/features/applications/application-integrations').then(part => part.ApplicationsPage),
  ),
);

// The pages of features that come later: each says what it will hold, and leads to what works now. Those that the
// specification names have a chunk of their own from the start (BOOT-02): the feature will replace it.
const comingPage = lazyPage('coming', () =>
  import('@/features/coming/ComingPage').then(part => part.ComingPage),
);
const coming = frame(comingPage);
const comingAuth = auth(comingPage);
const pdn = frame(lazyPage('pdn', () => import('@/features/coming/pdn').then(part => part.LaterPage)));

const later: Record<ComingRoute, PageSpec> = {
  forgotPassword: comingAuth,
  resetPassword: comingAuth,
  registration: comingAuth,
  'cli-registration': comingAuth,
  'sso-login': comingAuth,
  authProvider: comingAuth,

  releaseBundlesTeaser: coming,
  'integrations.vendor': coming,
  cliExtension: frame(
    lazyPage('command-line-client-extension', () =>
      import('@/features/coming/command-line-client-extension').then(part => part.LaterPage),
    ),
  ),
  securityPolicies: coming,

  'admin.proxies': coming,
  'admin.proxies.edit': coming,
  'admin.monitoring.pdn': pdn,
  'admin.topology': coming,
  'admin.topologyTeaser': frame(
    lazyPage('topology-teaser', () =>
      import('@/features/coming/topology-teaser').then(part => part.LaterPage),
    ),
  ),
  'admin.pipelinesTeaser': frame(
    lazyPage('pipelines-teaser', () =>
      import('@/features/coming/pipelines-teaser').then(part => part.LaterPage),
    ),
  ),
  'admin.securityTeaser': frame(
    lazyPage('security-and-compliance-teaser', () =>
      import('@/features/coming/security-and-compliance-teaser').then(part => part.LaterPage),
    ),
  ),
  'admin.pdnTeaser': pdn,
};

/** A page for every route: one that is missing does not compile. */
export const pages: Record<RouteName, PageSpec> = {
  'admin.support': frame(
    lazyPage('support-zone', () =>
      import('@/features/support-zone/support-zone').then(part => part.SupportZonePage),
    ),
  ),
  ...later,
  'admin.monitoring.status': frame(
    lazyPage('service-status', () =>
      import('@/features/status/service-status').then(part => part.ServiceStatusPage),
    ),
  ),
  quickSetup: frame(
    lazyPage('onboarding-page', () =>
      import('@/features/onboarding/onboarding-page').then(part => part.OnboardingPage),
    ),
  ),

  'admin.monitoring.logs': frame(
    lazyPage('logs', () => import('@/features/logs/logs').then(part => part.LogsPage)),
  ),

  // the server redirects these; their pages show only if it does not
  root: activity,
  home: activity,
  logout: login,
  admin: activity,
  frontEnd: front,

  login,
  otpLogin: extraLogin('OtpPage'),
  mfaEnroll: extraLogin('EnrolPage'),
  changePassword: extraLogin('ChangePasswordPage'),
  invitation: auth(
    lazyPage('invitation', () =>
      import('@/features/sign-in/InvitationPage').then(part => part.InvitationPage),
    ),
  ),
  setup: auth(lazyPage('setup', () => import('@/features/sign-in/SetupPage').then(part => part.SetupPage))),

  sessionActivity: activity,
  releaseBundles: bundles,
  bundles,
  insight: front,
  pipelines: front,
  tracker: front,
  integrations: frame(
    lazyPage('integrations', () =>
      import('@/features/integrations/integrations').then(part => part.IntegrationsPage),
    ),
  ),
  overview: frame(
    lazyPage('overview', () => import('@/features/overview/overview').then(part => part.OverviewPage)),
  ),
  userProfile: frame(
    lazyPage('profile', () => import('@/features/profile/profile').then(part => part.ProfilePage)),
  ),
  template: frame(
    lazyPage('template', () => import('@/features/template/template').then(part => part.TemplatePage)),
  ),
  demo: demo('DemoPage'),
  'demo.tree': demo('DemoTreePage'),
  'demo.greeting': demo('DemoGreetingPage'),
  'demo.mounting': demo('DemoMountingPage'),

  'admin.management.users': users('UsersOrMembersPage'),
  'admin.management.users.new': users('NewUserPage'),
  'admin.management.users.edit': users('EditUserPage'),
  'admin.management.groups': groups('GroupsOfWhichPage'),
  'admin.management.groups.new': groups('NewGroupPage'),
  'admin.management.groups.edit': groups('EditGroupPage'),
  packages: frame(
    lazyPage('packages', () =>
      Promise.all([import('@/features/packages/packages'), import('@/features/overview/Home')]).then(
        ([part, { Home }]) => part.packagesPage(Home),
      ),
    ),
  ),
  artifactSearchResults: search,
  scanningSearchResults: search,
  archiveSearch: search,
  pipelinesSearchResults: search,
  builds: frame(lazyPage('builds', () => import('@/features/builds/builds').then(part => part.BuildsPage))),
  'repos.tree': frame(
    lazyPage('artifacts', () => import('@/features/artifacts/artifacts').then(part => part.ArtifactsPage)),
  ),
  'admin.management.robots': frame(
    lazyPage('robots', () => import('@/features/tokens/robots').then(part => part.RobotsPage)),
  ),
  'admin.management.tokens': frame(
    lazyPage('tokens', () => import('@/features/tokens/tokens').then(part => part.TokensPage)),
  ),
  'admin.permissions': permissions('PermissionsPage'),
  'admin.permissions.create': permissions('NewPermissionPage'),
  'admin.permissions.edit': permissions('EditPermissionPage'),
  'admin.repositories': repositories('RepositoriesPage'),
  'admin.repositories.local.new': repositories('NewLocalPage'),
  'admin.repositories.remote.new': repositories('NewRemotePage'),
  'admin.repositories.virtual.new': repositories('NewVirtualPage'),
  'admin.repositories.cleanup': frame(
    lazyPage('cleanup-policies', () =>
      import('@/features/repositories/cleanup').then(part => part.CleanupPage),
    ),
  ),
  'admin.repositories.downloads': frame(
    lazyPage('download-rules', () =>
      import('@/features/repositories/download-rules').then(part => part.DownloadRulesPage),
    ),
  ),
  'admin.repositories.usage': frame(
    lazyPage('storage-usage', () => import('@/features/repositories/usage').then(part => part.UsagePage)),
  ),
  'admin.projects': frame(
    lazyPage('projects', () => import('@/features/projects/projects').then(part => part.ProjectsPage)),
  ),
  'admin.artifactory.list': frame(
    lazyPage('advanced', () => import('@/features/advanced/advanced').then(part => part.AdvancedPage)),
  ),
  'admin.configuration.general': frame(
    lazyPage('general-settings', () =>
      import('@/features/settings/general-settings').then(part => part.GeneralSettingsPage),
    ),
  ),
  'integrations.authorize': applications,
  'admin.configuration.integrations': applications,
  'admin.configuration.integrations.new': applications,
  'admin.configuration.webhooks': webhooks,
  'admin.configuration.webhooks.new': webhooks,
  'admin.configuration.webhooks.edit': webhooks,
  'admin.proxies.new': frame(
    lazyPage('proxies', () => import('@/features/proxies/proxies').then(part => part.NewProxyPage)),
  ),
  'admin.licenses.licenses': frame(
    lazyPage('licences', () => import('@/features/licences/licences').then(part => part.LicencesPage)),
  ),

  accountPortal: frame(
    lazyPage('account-portal-redirect', () =>
      import('@/features/system/account-portal-redirect').then(part => part.AccountPortalPage),
    ),
  ),
  authorization: either(system('NotAuthorizedPage')),
  notFound: either(notFound),
  notAcceptable: either(system('NotAcceptablePage')),
  serverError: either(system('ServerErrorPage')),
};

export const notFoundPage = notFound;
export const appLayout = lazyPage('app-layout', () =>
  import('@/app/frame/app-layout').then(part => part.AppLayout),
);
