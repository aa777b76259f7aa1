import type { RouteName } from '@/generated/types';
import { lazyPage, type Page } from './lazyPage';

/** `door`: the bare card of signing in. `frame`: the application. `either`: the frame for who is inside. */
export type Area = 'door' | 'frame' | 'either';

interface PageSpec {
  area: Area;
  page: Page;
}

const login = lazyPage('login', () => import('@/features/sign-in/login').then(part => part.default));
const extraLogin = () => import('@/features/sign-in/extra-login');
const systemRoutes = () => import('@/features/system/system-routes');
const activity = lazyPage('session-activity', () =>
  import('@/features/activity/session-activity').then(part => part.default),
);
const notFound = lazyPage('system-routes', () => systemRoutes().then(part => part.NotFoundPage));

/** A page for every route: one that is missing does not compile. */
export const pages: Record<RouteName, PageSpec> = {
  // these three lead elsewhere, by the server's word; their pages show only should it ever not say so
  root: { area: 'frame', page: activity },
  home: { area: 'frame', page: activity },
  logout: { area: 'door', page: login },
  login: { area: 'door', page: login },
  otpLogin: { area: 'door', page: lazyPage('extra-login', () => extraLogin().then(part => part.OtpPage)) },
  mfaEnroll: { area: 'door', page: lazyPage('extra-login', () => extraLogin().then(part => part.EnrolPage)) },
  changePassword: {
    area: 'door',
    page: lazyPage('extra-login', () => extraLogin().then(part => part.ChangePasswordPage)),
  },
  setup: { area: 'door', page: lazyPage('extra-login', () => extraLogin().then(part => part.SetupPage)) },
  sessionActivity: { area: 'frame', page: activity },
  'admin.licenses.licenses': {
    area: 'frame',
    page: lazyPage('system-routes', () => systemRoutes().then(part => part.LicensesPage)),
  },
  authorization: {
    area: 'either',
    page: lazyPage('system-routes', () => systemRoutes().then(part => part.NotAuthorizedPage)),
  },
  notFound: { area: 'either', page: notFound },
  serverError: {
    area: 'either',
    page: lazyPage('system-routes', () => systemRoutes().then(part => part.ServerErrorPage)),
  },
};

export const notFoundPage = notFound;
export const appLayout = lazyPage('app-layout', () => import('./app-layout').then(part => part.AppLayout));
