import { plainArea } from './i18n/plainArea';

// What only the sign-in page shows. The engine for placeholders is not loaded there.

export const signIn = {
  lead: 'Sign in to continue.',
  remember: 'Keep me signed in',
  forgotten: 'Forgot your password? Ask an administrator for a link to choose a new one.',
  forgot: 'Forgot your password?',
  register: 'Create an account',
  forgottenElsewhere: 'Forgot your password? Ask the help desk of your organization.',
  provider: 'Sign in with single sign-on',
  proxy: 'Sign in with your organization',
  or: 'or',
  useForm: 'Sign in with user name and password',
  closeMessage: 'Close message',
  setupNeeded:
    'This installation has no administrator yet. Open the one-use link that the server printed when it first started.',
  stayIn: 'You are already signed in.',
  stayStart: 'Go to the start page',
  stayOut: 'Sign out',
  /** By the codes of the server's notices and refusals. */
  notice: {
    expired: 'Your session has expired. Sign in again.',
    revoked: 'You were signed out from another browser.',
    logged_out: 'You are signed out.',
    otp_failed: 'something went wrong',
    directory_unavailable:
      'Incorrect user name or password, or a directory that has passwords of users cannot be reached. Try again in a moment.',
    directory_user_unknown:
      'The directory knows you, but you have no account here. Ask an administrator for one.',
    password_not_used_here:
      'Users sign in elsewhere here. Sign in with a provider, or with the password of your directory.',
    proxy_user_invalid: 'The name that the proxy gives cannot be one of a user.',
    identity_unknown: 'You are known there, but have no account here. Ask an administrator for one.',
    device_needed:
      'Too many wrong attempts on this account today. Sign in on a device that you have used before, or open a link for a new device: create one in your profile on such a device, or ask an administrator for one.',
    link_used: 'This link for a new device has been used already. Get another one.',
    device_not_known:
      'This device is not known to your account. Sign in on it again, or ask an administrator for a link.',
    session_expired: 'Your session has expired. Sign in again.',
    session_idle: 'You were signed out because you were away. Sign in again.',
    session_revoked: 'You were signed out from another browser.',
  },
} as const;

export const texts = plainArea('signIn', signIn);
