import { area } from './i18n/area';

// Visitors who create accounts: asking for a link, and choosing a password with it.

export const registration = {
  lead: 'Choose a user name and enter your mail address. A link that creates the account is sent there.',
  user: 'User name',
  userMissing: 'Choose a user name.',
  email: 'Mail address',
  emailMissing: 'Enter your mail address.',
  submit: 'Send link',
  sent: 'A mail that says how to continue is on its way to you.',
  sentHint:
    'The link in it works once, and for one day. If no mail arrives, look among unwanted mail, or try again later.',
  again: 'Use another name or address',
  off: 'Visitors cannot create accounts here. Ask an administrator for one.',
  choose: 'Choose a password for your new account {{name}}. The account is created then.',
  gone: 'It has been used, has expired, or was replaced by a newer one.',
  restart: 'Create an account',
  done: 'Your account has been created. Sign in with it.',
  waits: 'Your account has been created. You can sign in once an administrator has approved it.',
} as const;

export const texts = area('registration', registration);
