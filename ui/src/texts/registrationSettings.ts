import { area } from './i18n/area';

// Whether visitors create accounts: its card in the general settings.

export const registrationSettings = {
  title: 'Registration',
  lead: 'Visitors create accounts with a link that is sent to their mail address.',
  loading: 'Loading registration…',
  failed: 'Registration could not be loaded.',
  state: 'State',
  on: 'On',
  off: 'Off',
  noMail: 'On, but no mails with links can be sent: set up a mail server and the public address first.',
  form: 'Settings of registration',
  enabled: 'Visitors can create accounts',
  enabledText: 'The sign-in page offers it. New users have no rights but those of all new users.',
  domains: 'Mail domains',
  domainsText: 'One in each line, such as example.org. If there is none, all mail addresses are admitted.',
  domainsWrong: 'Write domains like example.org, each in a line of its own, and at most 50.',
  approval: 'An administrator approves new accounts',
  approvalText: 'Until then they are on the page of users, with the status Awaiting approval.',
  noAddress:
    'Mails about accounts that await approval do not reach you: your account has no mail address. Add one in your profile, or check the page of users.',
  save: 'Save',
  saved: 'Registration was updated.',
} as const;

export const texts = area('registrationSettings', registrationSettings);
