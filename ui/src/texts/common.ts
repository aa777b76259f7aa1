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
    retention_failed: 'There was an error while trying to fetch retention feature status: {message}',
    log_viewer_failed: 'The logs could not be read: {message}',
    project_not_created: 'Failed to create a project',
    onboarding_not_sent: 'Your answers could not be sent.',
    onboarding_not_dismissed: 'Your choice could not be saved. You will be asked again.',
    not_authorized: 'You are not authorized to view this page',
    not_authorised: 'You are not authorized to view this page',
    invalid_credentials: 'Incorrect user name or password.',
    directory_unavailable:
      'Incorrect user name or password, or a directory that has passwords of users cannot be reached. Try again in a moment.',
    directory_user_unknown:
      'The directory knows you, but you have no account here. Ask an administrator for one.',
    password_not_used_here:
      'Users sign in elsewhere here. Sign in with a provider, or with the password of your directory.',
    proxy_user_invalid: 'The name that the proxy gives cannot be one of a user.',
    identity_unknown: 'You are known there, but have no account here. Ask an administrator for one.',
    network: 'The server did not answer. Check your connection and try again.',
    too_many_attempts: 'Too many attempts.',
    rate_limited: 'Too many attempts.',
    interrupted: 'The server was interrupted. Try again.',
    device_needed:
      'Too many wrong attempts on this account today. Sign in on a device that you have used before, or open a link for a new device: create one in your profile on such a device, or ask an administrator for one.',
    link_used: 'This link for a new device has been used already. Get another one.',
    device_not_known:
      'This device is not known to your account. Sign in on it again, or ask an administrator for a link.',
    logged_out: 'You are signed out.',
    password_changed: 'Your password has been changed.',
    node_removed: 'The node has been removed from the topology.',
    node_removed_already: 'This node has already been removed.',
    node_unknown: 'This node does not exist.',
    node_online: 'This node is online. Only stopped nodes can be removed.',
    node_not_removed: 'The node could not be removed.',
    service_unavailable:
      'The service behind this is not running. See Service status for the reason, and try again once it runs.',
    node_removal_interrupted: 'The server stopped while removing the node. Check the list for the result.',
    otp_failed: 'something went wrong',
    password_not_changed: 'Failed to change password',
    unauthorized: 'You are not authorized to view this page',
    expired: 'Your session has expired. Sign in again.',
    session_expired: 'Your session has expired. Sign in again.',
    session_idle: 'You were signed out because you were away. Sign in again.',
    session_revoked: 'You were signed out from another browser.',
    revoked: 'You were signed out from another browser.',
    invalid_code: 'Incorrect code.',
    /** `key` is that of the integration. They may come after its pages were left. */
    git: {
      test_failed: 'Connection test failed, please check your credentials',
      created: 'Successfully created {key}',
      updated: 'Successfully updated {key}',
      deleted: 'Successfully deleted {key}',
      create_failed: 'Error while creating integration',
      update_failed: 'Error while updating integration',
      delete_failed: 'Error while deleting integration',
    },
  },
} as const;

export const texts = plainArea('common', common);
