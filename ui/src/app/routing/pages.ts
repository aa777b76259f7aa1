import type { RouteName } from '@/generated/types';
import { lazyPage, type Page } from '@/shell/lazyPage';
import { loadInsideTexts } from '@/texts/i18n/languages';

/** `auth`: the card of signing in. `frame`: the application. `either`: the frame once signed in, else the card. */
export type Area = 'auth' | 'frame' | 'either';

interface PageSpec {
  area: Exclude<Area, 'frame'>;
  page: Page;
}

const auth = (page: Page): PageSpec => ({ area: 'auth', page });
const either = (page: Page): PageSpec => ({ area: 'either', page });

const login = auth(lazyPage('login', () => import('@/features/sign-in/login').then(part => part.default)));
const extraLogin = (name: 'OtpPage' | 'EnrolPage' | 'ChangePasswordPage') =>
  auth(lazyPage('extra-login', () => import('@/features/sign-in/extra-login').then(part => part[name])));
const system = (name: 'NotFoundPage' | 'NotAcceptablePage' | 'NotAuthorizedPage' | 'ServerErrorPage') =>
  lazyPage('system-routes', () => import('@/features/system/system-routes').then(part => part[name]));

/** The page of a feature that comes later: it says what the feature will hold, and leads to what works now. */
export const comingPage = lazyPage('coming', () =>
  import('@/features/coming/ComingPage').then(part => part.ComingPage),
);

/** Signing in with a provider whose kind or name the address has. */
const ssoLogin = auth(
  lazyPage('sso-login', () => import('@/features/sign-in/SsoLoginPage').then(part => part.SsoLoginPage)),
);

/** The page of addresses that no route has. */
export const notFoundPage = system('NotFoundPage');

/** The pages that are shown without the frame too. All others come with the frame: framePages.ts. */
export const pages = {
  logout: login,
  login,
  otpLogin: extraLogin('OtpPage'),
  mfaEnroll: extraLogin('EnrolPage'),
  changePassword: extraLogin('ChangePasswordPage'),
  invitation: auth(
    lazyPage('invitation', () =>
      import('@/features/sign-in/InvitationPage').then(part => part.InvitationPage),
    ),
  ),
  'cli-registration': auth(
    lazyPage('cli-registration', () =>
      import('@/features/client-login/cli-registration').then(part => part.CliRegistrationPage),
    ),
  ),
  forgotPassword: auth(
    lazyPage('forgot-password', () =>
      import('@/features/sign-in/ForgotPasswordPage').then(part => part.ForgotPasswordPage),
    ),
  ),
  resetPassword: auth(
    lazyPage('reset-password', () =>
      import('@/features/sign-in/ResetPasswordPage').then(part => part.ResetPasswordPage),
    ),
  ),
  registration: auth(
    lazyPage('registration', () => import('@/features/sign-in/RegisterPage').then(part => part.RegisterPage)),
  ),
  setup: auth(lazyPage('setup', () => import('@/features/sign-in/SetupPage').then(part => part.SetupPage))),

  'sso-login': ssoLogin,
  authProvider: ssoLogin,

  authorization: either(system('NotAuthorizedPage')),
  notFound: either(notFoundPage),
  notAcceptable: either(system('NotAcceptablePage')),
  serverError: either(system('ServerErrorPage')),
} satisfies Partial<Record<RouteName, PageSpec>>;

/** A route whose page is shown in the frame only. */
export type FrameRoute = Exclude<RouteName, keyof typeof pages>;

/** Whether the page of a route comes with the frame. */
export const isInFrame = (name: RouteName): name is FrameRoute => !Object.hasOwn(pages, name);

/** Where the page of a route is shown. */
export const areaOf = (name: RouteName): Area => (isInFrame(name) ? 'frame' : pages[name].area);

const frame = () => import('@/app/frame/app-layout');

/** The frame, whose file has the list of the pages in it. */
export const appLayout = lazyPage('app-layout', () =>
  Promise.all([frame(), loadInsideTexts()]).then(([part]) => part.AppLayout),
);

/** The page of a route in the frame. If the frame cannot be loaded, it is asked for again the next time. */
export async function framePageOf(name: FrameRoute): Promise<Page> {
  await appLayout.preload();
  return (await frame()).framePageOf(name);
}
