import { plainArea } from './i18n/plainArea';

// Passkeys while signing in, and why one was not used. The engine for placeholders is not loaded there.

export const passkeySignIn = {
  button: 'Sign in with a passkey',
  elsewhere: 'To sign in with a passkey, open the console at this address:',
  use: 'Use a passkey',
  lead: 'Confirm with one of your passkeys.',
  usePasskey: 'Use a passkey instead',
  enrol: 'Use a passkey instead of an app',
  enrolLead:
    'A passkey on this device, on a phone or on a security key is a second factor too. You confirm with a fingerprint, your face or a PIN.',
  failed: 'The passkey could not be used. Try again, or sign in another way.',
  failure: {
    cancelled: 'No passkey was chosen. Try again, or sign in another way.',
    known: 'One of your passkeys is on this device already.',
    unsupported: 'This browser does not support passkeys.',
    insecure: 'Browsers use passkeys over https only, or on localhost. Open the console at such an address.',
    address:
      'Passkeys belong to the host name of the server. Open the console at the address with that name.',
  },
  refused: {
    passkey_refused: 'This passkey is not accepted. Try again, or sign in another way.',
    passkey_unknown:
      'This passkey belongs to no user here. It may have been removed. Sign in with your password.',
    passkey_copied:
      'This passkey is not accepted, since it may have been copied. Sign in another way, and remove it in your profile.',
    passkey_question_lost: 'The request for a passkey has expired. Try again.',
    passkey_question_expired: 'The request for a passkey has expired. Try again.',
    passkey_question_unknown: 'A newer request for a passkey was made in another tab. Try again.',
    signed_in_meanwhile: 'You have signed in in another tab in the meantime.',
    passkey_taken: 'This passkey belongs to an account already. Add another one.',
    passkey_name: 'Enter 1 to 60 visible characters.',
    too_many_passkeys: 'You have the most passkeys that an account can have. Remove one first.',
    already_enrolled: 'There is a second factor already. Sign in again.',
    no_passkey: 'Your account has no passkey. Use a code instead.',
    not_allowed: 'Signing in is not possible. Ask an administrator.',
    too_many_sign_ins: 'Too many sign-ins are under way. Try again in a minute.',
    passkeys_off: 'This installation accepts no passkeys.',
    passkeys_ip_address:
      'Passkeys belong to a host name, and this server is reached at an IP address. Ask an administrator to set public_url to an address with a name.',
    passkeys_not_secure:
      'Browsers use passkeys over https only, or on localhost. Ask an administrator to set public_url to an address with https.',
  },
} as const;

export const texts = plainArea('passkeySignIn', passkeySignIn);
