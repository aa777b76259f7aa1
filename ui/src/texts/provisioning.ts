import { area } from './i18n/area';

// Provisioning of users and groups by directories (SCIM): its card in the general settings, and notes about what was
// provisioned.

export const provisioning = {
  title: 'Provisioning (SCIM)',
  lead: 'A directory such as Microsoft Entra ID or Okta creates, changes and deactivates users and groups here.',
  loading: 'Loading provisioning…',
  failed: 'Provisioning could not be loaded.',
  state: 'State',
  on: 'On',
  off: 'Off',
  address: 'Address for the directory',
  copy: 'Copy',
  form: 'Settings of provisioning',
  enabled: 'Directories can provision users and groups',
  enabledText: 'What was provisioned stays when you turn this off.',
  provider: 'External ids are subjects of',
  providerText:
    'Users sign in with this provider: the external id of a user is taken for the subject. Without one, invite the users.',
  noProvider: 'No provider',
  providerWrong: 'There is no such provider. Choose another one, or none.',
  token: 'The directory needs an access token for provisioning. Create a robot for it on the page',
  robots: 'Robots',
  limits:
    'A directory sees only users and groups that directories have made. It grants no roles, changes no group of administrators, and can only deactivate or delete an administrator.',
  save: 'Save',
  saved: 'Provisioning was updated.',
  users:
    'A directory provisions this user. It overwrites the name, the mail address and whether the account is enabled.',
  groups:
    'A directory provisions this group. It overwrites the name and its members that it has provisioned. If the group administers the installation, the directory can no longer change it.',
} as const;

export const texts = area('provisioning', provisioning);
