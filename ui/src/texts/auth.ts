import { area } from './i18n/area';

// The steps of signing in behind the first page, and choosing a password.

export const auth = {
  slow: 'Too many attempts. Try again in {{seconds, number}} s.',
  otp: {
    lead: 'Enter the six-digit code of your authenticator app.',
    code: 'One-time code',
    digit: 'Digit {{number, number}}',
    submit: 'Verify',
    wrongCodes:
      'Too many wrong codes were given for your account: somebody else knows your password. Change it in your profile.',
    useRecovery: 'Use a recovery code instead',
    useCode: 'Use a one-time code instead',
    recoveryLead: 'Enter one of the recovery codes that you saved. Each works once.',
    recovery: 'Recovery code',
    recoveryMissing: 'Enter a recovery code.',
    other: 'Sign in as someone else',
    codeIncomplete: 'Enter all six digits.',
  },
  enrol: {
    lead: 'Your account needs a second factor. Scan the code with an authenticator app, then enter what it shows.',
    qr: 'QR code for the authenticator app',
    secret: 'Or type this secret into the app',
    copySecret: 'Copy secret',
    copied: 'Copied',
    submit: 'Confirm',
    preparing: 'Preparing your second factor…',
    codesTitle: 'Save your recovery codes',
    codesLead: 'They are shown once. Each lets you in one time when your authenticator is not at hand.',
    codesGone:
      'Your recovery codes were shown once, in the tab where you set up your second factor, and cannot be shown again.',
    copyCodes: 'Copy',
    downloadCodes: 'Download',
    saved: 'I have saved them',
    goOn: 'Continue',
    codesLabel: 'Recovery codes',
  },
  password: {
    lead: 'Your password has expired. Choose a new one to go on.',
    account: 'Account: {{name}}',
    current: 'Current password',
    next: 'New password',
    rule: 'At least 8 characters; 15 or more are better.',
    repeat: 'New password again',
    differs: 'The two do not match.',
    same: 'Choose one that differs from the current password.',
    currentMissing: 'Enter your current password.',
    submit: 'Change password',
    cancel: 'Cancel',
    changed: 'Your password is changed.',
    changedLead: 'Your password is changed. Sign in with the new one.',
    failed: 'Failed to change password',
    nothingOwed: 'There is no password to change here.',
    toLogin: 'Go to sign-in',
  },
  invitation: {
    lead: 'Choose a password for the account {{name}}.',
    erased: 'without a name',
    submit: 'Set password',
    done: 'Your password is set. Sign in with it.',
    goneTitle: 'This link no longer works',
    gone: 'It was used already, has expired, or was replaced by a newer one. Ask an administrator for another link.',
  },
  setup: {
    lead: 'Create the first administrator of this installation.',
    user: 'User name',
    password: 'Password',
    repeat: 'Password again',
    submit: 'Create administrator',
    checking: 'Checking your link…',
    until: 'This link works until {{time}}.',
    expiredTitle: 'This link does not work any more',
    expired:
      'Set-up links work once and for a short time. Restart the server without an administrator to have a new one printed, or sign in if the installation is set up already.',
    missing:
      'For your safety the link’s token is not kept in the address. Open the whole link again, as the server printed it.',
    missingTitle: 'Open the set-up link again',
    toLogin: 'Go to sign-in',
    done: 'The administrator is created. Sign in.',
  },
} as const;

export const texts = area('auth', auth);
