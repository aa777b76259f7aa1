import type { ComingRoute } from '@/features/coming/comingRoutes';
import { lazyPage, type Page } from '@/shell/lazyPage';
import { comingPage, type FrameRoute, notFoundPage } from './pages';

// The pages inside the frame. They come with it: the sign-in page needs no list of them and of their files.

const activity = lazyPage('session-activity', () =>
  import('@/features/activity/session-activity').then(part => part.default),
);
const front = lazyPage('front-end', () =>
  import('@/features/frontends/front-end-page').then(part => part.FrontEndPage),
);
const bundles = lazyPage('distribution-tabs', () =>
  import('@/features/release-bundles/distribution-tabs').then(part => part.DistributionTabs),
);
const users = (name: 'UsersOrMembersPage' | 'NewUserPage' | 'EditUserPage') =>
  lazyPage('users', () => import('@/features/users/users').then(part => part[name]));
const groups = (name: 'GroupsOfWhichPage' | 'NewGroupPage' | 'EditGroupPage') =>
  lazyPage('groups', () => import('@/features/users/groups').then(part => part[name]));
const repositories = (name: 'RepositoriesPage' | 'NewLocalPage' | 'NewRemotePage' | 'NewVirtualPage') =>
  lazyPage('repositories', () => import('@/features/repositories/repositories').then(part => part[name]));
const permissions = (name: 'PermissionsPage' | 'NewPermissionPage' | 'EditPermissionPage') =>
  lazyPage('permissions', () => import('@/features/permissions/permissions').then(part => part[name]));
const search = lazyPage('search', () => import('@/features/search/search').then(part => part.SearchPage));
const demo = (name: 'DemoPage' | 'DemoTreePage' | 'DemoGreetingPage' | 'DemoMountingPage') =>
  lazyPage('demo', () => import('@/features/frontends/demo').then(part => part[name]));

const webhooks = lazyPage('webhooks', () =>
  import('@/features/webhooks/webhooks').then(part => part.WebhooksPage),
);

const applications = lazyPage('application-integrations', () =>
  import('@/features/applications/application-integrations').then(part => part.ApplicationsPage),
);

const outboundProxies = lazyPage('outbound-proxies', () =>
  import('@/features/proxies/outbound-proxies').then(part => part.OutboundProxiesPage),
);

// The pages of features that come later: each says what it will hold, and leads to what works now. Those that the
// specification names have a chunk of their own from the start (BOOT-02): the feature will replace it.
const pdn = lazyPage('pdn', () => import('@/features/coming/pdn').then(part => part.LaterPage));

const later: Record<ComingRoute & FrameRoute, Page> = {
  releaseBundlesTeaser: comingPage,
  securityPolicies: comingPage,

  'admin.monitoring.pdn': pdn,
  'admin.topology': comingPage,
  'admin.topologyTeaser': lazyPage('topology-teaser', () =>
    import('@/features/coming/topology-teaser').then(part => part.LaterPage),
  ),
  'admin.pipelinesTeaser': lazyPage('pipelines-teaser', () =>
    import('@/features/coming/pipelines-teaser').then(part => part.LaterPage),
  ),
  'admin.securityTeaser': lazyPage('security-and-compliance-teaser', () =>
    import('@/features/coming/security-and-compliance-teaser').then(part => part.LaterPage),
  ),
  'admin.pdnTeaser': pdn,
};

/** A page for every route in the frame: one that is missing does not compile. */
export const framePages: Record<FrameRoute, Page> = {
  'admin.support': lazyPage('support-zone', () =>
    import('@/features/support-zone/support-zone').then(part => part.SupportZonePage),
  ),
  ...later,
  'admin.monitoring.status': lazyPage('service-status', () =>
    import('@/features/status/service-status').then(part => part.ServiceStatusPage),
  ),
  quickSetup: lazyPage('onboarding-page', () =>
    import('@/features/onboarding/onboarding-page').then(part => part.OnboardingPage),
  ),

  'admin.monitoring.logs': lazyPage('logs', () => import('@/features/logs/logs').then(part => part.LogsPage)),

  // the server redirects these; their pages show only if it does not
  root: activity,
  home: activity,
  admin: activity,
  frontEnd: front,

  sessionActivity: activity,
  releaseBundles: bundles,
  bundles,
  insight: front,
  pipelines: front,
  tracker: front,
  integrations: lazyPage('integrations', () =>
    import('@/features/integrations/integrations').then(part => part.IntegrationsPage),
  ),
  'integrations.vendor': lazyPage('git-integrations', () =>
    import('@/features/integrations/git-integrations').then(part => part.vendorPage(notFoundPage)),
  ),
  overview: lazyPage('overview', () =>
    import('@/features/overview/overview').then(part => part.OverviewPage),
  ),
  cliExtension: lazyPage('command-line-client-extension', () =>
    import('@/features/client-login/command-line-client-extension').then(part => part.ClientLoginPage),
  ),
  userProfile: lazyPage('profile', () => import('@/features/profile/profile').then(part => part.ProfilePage)),
  template: lazyPage('template', () =>
    import('@/features/template/template').then(part => part.TemplatePage),
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
  packages: lazyPage('packages', () =>
    Promise.all([import('@/features/packages/packages'), import('@/features/overview/Home')]).then(
      ([part, { Home }]) => part.packagesPage(Home),
    ),
  ),
  artifactSearchResults: search,
  scanningSearchResults: search,
  archiveSearch: search,
  pipelinesSearchResults: search,
  builds: lazyPage('builds', () => import('@/features/builds/builds').then(part => part.BuildsPage)),
  'repos.tree': lazyPage('artifacts', () =>
    import('@/features/artifacts/artifacts').then(part => part.ArtifactsPage),
  ),
  'admin.management.robots': lazyPage('robots', () =>
    import('@/features/tokens/robots').then(part => part.RobotsPage),
  ),
  'admin.management.tokens': lazyPage('tokens', () =>
    import('@/features/tokens/tokens').then(part => part.TokensPage),
  ),
  'admin.permissions': permissions('PermissionsPage'),
  'admin.permissions.create': permissions('NewPermissionPage'),
  'admin.permissions.edit': permissions('EditPermissionPage'),
  'admin.repositories': repositories('RepositoriesPage'),
  'admin.repositories.local.new': repositories('NewLocalPage'),
  'admin.repositories.remote.new': repositories('NewRemotePage'),
  'admin.repositories.virtual.new': repositories('NewVirtualPage'),
  'admin.repositories.cleanup': lazyPage('cleanup-policies', () =>
    import('@/features/repositories/cleanup').then(part => part.CleanupPage),
  ),
  'admin.repositories.downloads': lazyPage('download-rules', () =>
    import('@/features/repositories/download-rules').then(part => part.DownloadRulesPage),
  ),
  'admin.repositories.usage': lazyPage('storage-usage', () =>
    import('@/features/repositories/usage').then(part => part.UsagePage),
  ),
  'admin.projects': lazyPage('projects', () =>
    import('@/features/projects/projects').then(part => part.ProjectsPage),
  ),
  'admin.artifactory.list': lazyPage('advanced', () =>
    import('@/features/advanced/advanced').then(part => part.AdvancedPage),
  ),
  'admin.configuration.general': lazyPage('general-settings', () =>
    import('@/features/settings/general-settings').then(part => part.GeneralSettingsPage),
  ),
  'integrations.authorize': applications,
  'admin.configuration.integrations': applications,
  'admin.configuration.integrations.new': applications,
  'admin.configuration.webhooks': webhooks,
  'admin.configuration.webhooks.new': webhooks,
  'admin.configuration.webhooks.edit': webhooks,
  'admin.proxies': outboundProxies,
  'admin.proxies.edit': outboundProxies,
  'admin.proxies.new': lazyPage('proxies', () =>
    import('@/features/proxies/proxies').then(part => part.NewProxyPage),
  ),
  'admin.licenses.licenses': lazyPage('licences', () =>
    import('@/features/licences/licences').then(part => part.LicencesPage),
  ),

  accountPortal: lazyPage('account-portal-redirect', () =>
    import('@/features/system/account-portal-redirect').then(part => part.AccountPortalPage),
  ),
};
