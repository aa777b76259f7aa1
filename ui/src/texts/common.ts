import { plainArea } from './i18n/plainArea';

// What the sign-in page and the frame show: it is loaded with every page, so nothing else belongs here.

export const common = {
  product: 'Waybill',
  skipToContent: 'Skip to content',
  /** The general message of a failure. */
  failed: 'something went wrong',
  close: 'Close',
  language: 'Language',
  link: {
    connecting: 'Connecting…',
    down: 'Reconnecting…',
    back: 'Back online',
    live: 'Live',
    offline: 'Offline',
    fault: 'Disconnected',
    keeps: 'Your input is kept.',
  },
  reload: {
    title: 'A new version of the console is ready',
    text: 'This page is from an earlier version. Save your work, then reload.',
    button: 'Reload now',
  },
  diverged: 'The page and the server were out of sync. The page has been updated.',
  theme: { label: 'Colour scheme', light: 'Light', dark: 'Dark', auto: 'System' },
  why: {
    ask: 'Why was I sent here?',
    blocked: 'The requested page was not opened.',
    failed: 'The requested page could not be opened.',
  },
  nav: {
    label: 'Main',
    section: 'Application',
    collapse: 'Collapse sidebar',
    expand: 'Expand sidebar',
    open: 'Open navigation',
    close: 'Close navigation',
  },
  profile: {
    label: 'Account',
    sessions: 'Signed-in sessions',
    password: 'Change password',
    shortcuts: 'Keyboard shortcuts',
    logOut: 'Sign out',
    anonymous: 'Not signed in',
    logIn: 'Sign in',
  },
  again: {
    title: 'Sign in again',
    leave: 'Leave this page',
  },
  login: {
    user: 'User name',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    submit: 'Sign in',
    userMissing: 'Enter your user name.',
    passwordMissing: 'Enter your password.',
    signedInAlready: 'You are signed in. One moment…',
    signingOut: 'Signing out…',
  },
  system: {
    qa: 'This server is for testing (--qa): its services can be stopped and crashed.',
    late: 'This page is taking longer than usual. It opens as soon as it is ready.',
    notFound: 'This page does not exist, or it has moved.',
    notAuthorized: 'You are not authorized to view this page',
    fault: 'Something went wrong',
    faultText: 'The console cannot continue. Nothing that the server has accepted is lost.',
    faultLink: 'The server closed the connection.',
    reload: 'Reload the page',
    home: 'Go to the start page',
    startFailed: 'The application could not be started.',
    retry: 'Try again',
    loading: 'Loading records…',
  },
  /** By the codes of the server's notices and refusals. */
  notice: {
    not_authorized: 'You are not authorized to view this page',
    not_authorised: 'You are not authorized to view this page',
    invalid_credentials: 'Incorrect user name or password.',
    service_unavailable:
      'The service behind this is not running. See Service status for the reason, and try again once it runs.',
    network: 'The server did not answer. Check your connection and try again.',
    too_many_attempts: 'Too many attempts.',
    rate_limited: 'Too many attempts.',
    interrupted: 'The server was interrupted. Try again.',
    password_changed: 'Your password has been changed.',
    password_not_changed: 'Failed to change password',
    unauthorized: 'You are not authorized to view this page',
    invalid_code: 'Incorrect code.',
  },
} as const;

export const texts = plainArea('common', common);
