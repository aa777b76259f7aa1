import { plainArea } from './i18n/plainArea';

// Signing in with a provider: the buttons, and why it has failed. The engine for placeholders is not loaded there.

export const sso = {
  providers: 'Sign-in providers',
  acceptWith: 'or use a sign-in provider instead',
  leading: 'Redirecting to the sign-in service…',
  continue: 'Continue',
  unknownTitle: 'This sign-in service is not offered',
  unknown: 'Choose another way to sign in.',
  several: 'Choose where to sign in.',
  notLoaded: 'The sign-in services could not be loaded.',
  toForm: 'Sign in with user name and password',
  failed: 'The sign-in has failed. Try again, or sign in with your password.',
  failure: {
    sign_in_denied:
      'The sign-in service has not signed you in. Try again, or sign in with your user name and password.',
    sign_in_flow_unknown: 'This sign-in began in another browser, or a newer one has begun. Sign in again.',
    sign_in_flow_expired: 'The sign-in took longer than ten minutes. Sign in again.',
    sign_in_flow_lost: 'This sign-in is no longer pending. Sign in again.',
    not_in_this_state: 'This sign-in has ended already. Sign in again.',
    sign_in_provider_unavailable:
      'The sign-in service cannot be reached. Try again, or sign in with your password.',
    sign_in_provider_no_address:
      'This server has no address that the sign-in service can lead back to. Sign in with your password, or ask an administrator to set public_url.',
    sign_in_provider_secret_missing:
      'The client secret of the sign-in service is missing. Sign in with your password, or ask an administrator to enter it.',
    sign_in_provider_without_saml:
      'This server cannot sign in with this service. Choose another way to sign in.',
    too_many_sign_ins: 'Too many sign-ins are under way. Try again in a minute.',
    not_found: 'This sign-in service is no longer offered. Choose another way to sign in.',
    link_dead: 'This invitation no longer works. Ask an administrator for another one.',
    link_expired: 'This invitation has expired. Ask an administrator for another one.',
    link_refused: 'This invitation cannot be accepted. Ask an administrator for another one.',
    identity_unknown:
      'No account here is linked to this identity. Sign in with your password and link it in your profile, or ask an administrator.',
    identity_refused:
      'This identity cannot be used here. Sign in with your password and link it in your profile, or ask an administrator.',
    account_refused: 'This account cannot sign in. Ask an administrator.',
    unavailable: 'A service of the server does not respond. Try again later.',
    busy: 'The server is busy. Try again in a moment.',
    interrupted: 'The server was interrupted while it checked the sign-in. Sign in again.',
  },
} as const;

export const texts = plainArea('sso', sso);
