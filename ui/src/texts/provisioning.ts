import { area } from './i18n/area';

// Provisioning of users and groups by clients (SCIM): its card in the general settings, and notes about what was
// provisioned. A directory is something else: a server that checks passwords.

export const provisioning = {
  title: 'Provisioning (SCIM)',
  lead: 'A provisioning client such as Microsoft Entra ID or Okta creates, changes and deactivates users and groups here.',
  loading: 'Loading provisioning…',
  failed: 'Provisioning could not be loaded.',
  state: 'State',
  on: 'On',
  off: 'Off',
  address: 'Address for the provisioning client',
  copy: 'Copy',
  form: 'Settings of provisioning',
  enabled: 'Provisioning clients can create and change users and groups',
  enabledText: 'What was provisioned stays when you turn this off.',
  provider: 'External ids are subjects of',
  providerText:
    'Users sign in with this provider: the external id of a user is taken for the subject. Without one, invite the users.',
  noProvider: 'No provider',
  providerWrong: 'There is no such provider. Choose another one, or none.',
  token: 'The provisioning client needs an access token of its own. Create a robot for it on the page',
  robots: 'Robots',
  limits:
    'A provisioning client sees only users and groups that such clients have made. It grants no roles, adds no members to a group that administers the installation or a project, and can only deactivate or delete an administrator.',
  save: 'Save',
  saved: 'Provisioning was updated.',
  users:
    'A provisioning client manages this user. It overwrites the name, the mail address and whether the account is enabled.',
  groups:
    'A provisioning client manages this group. It overwrites the name and the members that it has provisioned. If you let the group administer the installation or a project, its present members do so too, and the client can add no others.',
} as const;

export const texts = area('provisioning', provisioning);
