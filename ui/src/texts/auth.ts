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
      'Too many wrong codes were entered for your account. Someone else knows your password: change it in your profile.',
    useRecovery: 'Use a recovery code instead',
    useCode: 'Use a one-time code instead',
    recoveryLead: 'Enter one of the recovery codes that you saved. Each works once.',
    recovery: 'Recovery code',
    recoveryMissing: 'Enter a recovery code.',
    other: 'Sign in with another account',
    codeIncomplete: 'Enter all six digits.',
  },
  enrol: {
    lead: 'Your account needs a second factor. Scan the code with an authenticator app, then enter the code that it shows.',
    qr: 'QR code for the authenticator app',
    secret: 'Or type this secret into the app',
    copySecret: 'Copy secret',
    copied: 'Copied',
    submit: 'Confirm',
    preparing: 'Preparing your second factor…',
    codesTitle: 'Save your recovery codes',
    codesLead: 'They are shown only once. Each code signs you in one time without your second factor.',
    codesGone:
      'Your recovery codes were shown once, in the tab where you set up your second factor, and cannot be shown again.',
    codesLostTitle: 'Your recovery codes were not saved',
    codesLost:
      'The page was loaded again while they showed, and they are shown only once. Create new ones in your profile, unless you have a copy.',
    newCodes: 'Create new codes in the profile',
    copyCodes: 'Copy',
    downloadCodes: 'Download',
    saved: 'I have saved them',
    goOn: 'Continue',
    codesLabel: 'Recovery codes',
  },
  password: {
    lead: 'Your password has expired. Choose a new one to continue.',
    account: 'Account: {{name}}',
    current: 'Current password',
    next: 'New password',
    rule: 'At least 8 characters; 15 or more are better.',
    repeat: 'New password again',
    differs: 'The passwords do not match.',
    same: 'Choose a password that differs from the current one.',
    currentMissing: 'Enter your current password.',
    submit: 'Change password',
    cancel: 'Cancel',
    changed: 'Your password has been changed.',
    changedLead: 'Your password has been changed. Sign in with the new one.',
    failed: 'Failed to change password',
    nothingOwed: 'There is no password to change here.',
    toLogin: 'Go to sign-in',
  },
  forgot: {
    lead: 'Enter your user name or your mail address. A link for choosing a new password is sent to the mail address of the account.',
    account: 'User name or mail address',
    accountMissing: 'Enter your user name or your mail address.',
    submit: 'Send link',
    sent: 'If there is such an account, a mail with a link is on its way.',
    sentHint:
      'The link works once, and only for a short time. If no mail arrives, look among unwanted mail, or ask an administrator for a link.',
    again: 'Request another link',
  },
  reset: {
    lead: 'Choose a new password for the account {{name}}. The account is signed out everywhere.',
    gone: 'It has been used, has expired, or was replaced by a newer one.',
    again: 'Request a new link',
    missingTitle: 'Open the link again',
    missing:
      'For security, the key of the link is not kept in the address bar. Open the link of the mail again.',
  },
  invitation: {
    lead: 'Choose a password for the account {{name}}.',
    providerOnly:
      'Accept the account {{name}} with a provider. Users sign in elsewhere here, and a password would not be accepted.',
    erased: '(no name)',
    submit: 'Set password',
    done: 'Your password is set. Sign in with it.',
    goneTitle: 'This link no longer works',
    gone: 'It has been used, has expired, or was replaced by a newer one. Ask an administrator for another link.',
  },
  setup: {
    lead: 'Create the first administrator of this installation.',
    user: 'User name',
    password: 'Password',
    repeat: 'Password again',
    submit: 'Create administrator',
    checking: 'Checking your link…',
    until: 'This link works until {{time}}.',
    expiredTitle: 'This link no longer works',
    expired:
      'Set-up links work once, and only for a short time. If there is no administrator yet, restart the server to get a new link. If the installation is already set up, sign in.',
    missing:
      'For security, the token of the link is not kept in the address bar. Open the whole link again, as printed by the server.',
    missingTitle: 'Open the set-up link again',
    toLogin: 'Go to sign-in',
    done: 'The administrator has been created. Sign in.',
  },
} as const;

export const texts = area('auth', auth);
