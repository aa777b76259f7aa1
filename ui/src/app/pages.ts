import type { RouteName } from '@/generated/types';
import { lazyPage, type Page } from './lazyPage';

/** `door`: the bare card of signing in. `frame`: the application. `either`: the frame for who is inside. */
export type Area = 'door' | 'frame' | 'either';

interface PageSpec {
  area: Area;
  page: Page;
}

const door = (page: Page): PageSpec => ({ area: 'door', page });
const frame = (page: Page): PageSpec => ({ area: 'frame', page });
const either = (page: Page): PageSpec => ({ area: 'either', page });

const login = door(lazyPage('login', () => import('@/features/sign-in/login').then(part => part.default)));
const extraLogin = (name: 'OtpPage' | 'EnrolPage' | 'ChangePasswordPage' | 'SetupPage') =>
  door(lazyPage('extra-login', () => import('@/features/sign-in/extra-login').then(part => part[name])));
const system = (name: 'NotFoundPage' | 'NotAuthorizedPage' | 'ServerErrorPage' | 'LicensesPage') =>
  lazyPage('system-routes', () => import('@/features/system/system-routes').then(part => part[name]));
const notFound = system('NotFoundPage');
const activity = frame(
  lazyPage('session-activity', () =>
    import('@/features/activity/session-activity').then(part => part.default),
  ),
);
// A page that says what it will hold, and leads to what works now.
const comingPage = lazyPage('coming', () => import('@/features/coming/coming').then(part => part.ComingPage));
const coming = frame(comingPage);
const comingDoor = door(comingPage);

const front = frame(
  lazyPage('front-end', () => import('@/features/frontends/front-end-page').then(part => part.FrontEndPage)),
);
const bundles = frame(
  lazyPage('distribution-tabs', () =>
    import('@/features/frontends/distribution-tabs').then(part => part.DistributionTabs),
  ),
);
const demo = (name: 'DemoPage' | 'DemoTreePage' | 'DemoGreetingPage' | 'DemoMountingPage') =>
  frame(lazyPage('demo', () => import('@/features/frontends/demo').then(part => part[name])));

/** A page for every route: one that is missing does not compile. */
export const pages: Record<RouteName, PageSpec> = {
  // these lead elsewhere, by the server's word; their pages show only should it ever not say so
  root: activity,
  home: activity,
  logout: login,
  admin: activity,
  frontEnd: front,

  login,
  otpLogin: extraLogin('OtpPage'),
  mfaEnroll: extraLogin('EnrolPage'),
  changePassword: extraLogin('ChangePasswordPage'),
  setup: extraLogin('SetupPage'),
  forgotPassword: comingDoor,
  resetPassword: comingDoor,
  registration: comingDoor,
  invitation: comingDoor,
  'cli-registration': comingDoor,
  'sso-login': comingDoor,
  authProvider: comingDoor,

  sessionActivity: activity,
  packages: coming,
  'repos.tree': coming,
  builds: coming,
  releaseBundles: bundles,
  bundles,
  releaseBundlesTeaser: coming,
  insight: front,
  pipelines: front,
  tracker: front,
  integrations: coming,
  'integrations.vendor': coming,
  overview: coming,
  accountPortal: coming,
  quickSetup: coming,
  cliExtension: coming,
  userProfile: coming,
  securityPolicies: coming,
  template: coming,
  demo: demo('DemoPage'),
  'demo.tree': demo('DemoTreePage'),
  'demo.greeting': demo('DemoGreetingPage'),
  'demo.mounting': demo('DemoMountingPage'),

  'admin.management.users': coming,
  'admin.management.users.new': coming,
  'admin.management.users.edit': coming,
  'admin.management.groups': coming,
  'admin.management.groups.new': coming,
  'admin.management.groups.edit': coming,
  'admin.permissions.create': coming,
  'admin.projects': coming,
  'admin.repositories.local.new': coming,
  'admin.repositories.remote.new': coming,
  'admin.repositories.virtual.new': coming,
  'admin.artifactory.list': coming,
  'admin.configuration.general': coming,
  'admin.configuration.webhooks': coming,
  'admin.configuration.webhooks.new': coming,
  'admin.configuration.webhooks.edit': coming,
  'admin.configuration.integrations': coming,
  'admin.configuration.integrations.new': coming,
  'admin.proxies': coming,
  'admin.proxies.new': coming,
  'admin.proxies.edit': coming,
  'admin.licenses.licenses': frame(system('LicensesPage')),
  'admin.monitoring.logs': coming,
  'admin.monitoring.status': coming,
  'admin.monitoring.pdn': coming,
  'admin.support': coming,
  'admin.topology': coming,
  'admin.topologyTeaser': coming,
  'admin.pipelinesTeaser': coming,
  'admin.securityTeaser': coming,
  'admin.pdnTeaser': coming,

  authorization: either(system('NotAuthorizedPage')),
  notFound: either(notFound),
  notAcceptable: either(notFound),
  serverError: either(system('ServerErrorPage')),
};

export const notFoundPage = notFound;
export const appLayout = lazyPage('app-layout', () => import('./app-layout').then(part => part.AppLayout));
