import { area } from './i18n/area';

// Applications of other vendors: registering them, consenting to them, and revoking that.

export const applications = {
  lead: 'Applications of other vendors that sign users in with this installation.',
  label: 'Application integrations',
  failed: 'The application integrations could not be loaded.',
  empty: 'No application integrations',
  emptyText:
    'Register an application so that users can sign in to it with their account here. It acts for them only as far as they consent.',
  create: 'New integration',
  all: 'All application integrations',
  close: 'Close',
  cancel: 'Cancel',
  keep: 'Keep',
  retry: 'Try again',
  column: {
    name: 'Name',
    kind: 'Type',
    description: 'Description',
    callback: 'Callback URL',
    id: 'Client ID',
    registered: 'Registered',
    copy: 'Copy ID',
    edit: 'Edit',
    secret: 'New secret',
    delete: 'Delete',
  },
  kind: { server: 'Server application', device: 'Device application' },
  copyNamed: 'Copy client ID of {{name}}',
  copied: 'The client ID of {{name}} was copied.',
  notCopied: 'The client ID could not be copied: {{id}}',
  editNamed: 'Edit {{name}}',
  saved: 'The integration {{name}} was updated.',
  deleteNamed: 'Delete {{name}}',
  delete: 'Delete integration',
  deleteQuestion: 'This will permanently delete the Integration {{name}}. Continue?',
  deleteText:
    'Its users can no longer sign in to it with this installation, and it can no longer act for them.',
  deleted: 'The integration {{name}} was deleted.',
  secretNamed: 'New secret for {{name}}',
  newSecret: 'New secret',
  createSecret: 'Create secret',
  secretQuestion: 'Create a new secret for {{name}}?',
  secretText:
    'The earlier secret stops working immediately. The application cannot sign users in until it has the new one.',
  form: {
    label: 'Settings of the integration',
    name: 'Application Name',
    nameText: 'Letters and digits. Users see it when they are asked for their consent.',
    kind: 'Application Type',
    kindText: {
      server: 'It runs on a server, where its users cannot read its secret.',
      device:
        'It runs on the devices of its users, as a mobile, desktop or browser application. It presents no secret.',
    },
    kindFixed:
      'It decides whether the application presents a secret, so it cannot change. For the other type, register another application.',
    description: 'Description',
    descriptionText: 'Users read it when they are asked for their consent.',
    callback: 'Callback URL',
    callbackText:
      'Where users are redirected after they sign in, such as https://app.example.org/callback. It must match exactly.',
    create: 'Create integration',
    save: 'Save changes',
    mandatory: 'This field is mandatory',
    nameProblem: 'Name cannot contain spaces or special characters',
  },
  created: 'Successfully created integration {{name}}',
  secretCreated: 'The new secret of {{name}} is valid from now on.',
  credentials: {
    title: 'Credentials of {{name}}',
    id: 'Client ID',
    secret: 'Secret',
    address: 'Platform Base Url',
    copyId: 'Copy client ID',
    copySecret: 'Copy secret',
    copyAddress: 'Copy address',
    warning: 'The secret is visible now and cannot be retrieved later. Copy it before you leave this page.',
    device: 'An application on devices presents no secret. Do not include this one in it.',
    done: 'Done',
  },
  /** What an application can do. */
  scope: {
    openid: 'It can recognise your account, by an identifier.',
    profile: 'It can see your user name.',
    email: 'It can see your mail address.',
    offline: 'It can act for you while you are away.',
    read: 'It can read in repositories, wherever you can.',
    write: 'It can read, publish and delete in repositories, wherever you can.',
    administration: 'It can do everything that you can do, including administration.',
  },
  consent: {
    loading: 'Loading the request…',
    failed: 'The request of the application could not be loaded.',
    incomplete: 'This address is not complete. Start again in the application.',
    refused: 'The application gets no access, and you are not redirected to it.',
    asks: '{{name}} asks for access to your account',
    foreign:
      'This application is not part of this installation. Allow it only if you know who runs it, and if you have just started to sign in to it.',
    scopes: 'If you allow it',
    fresh: 'New',
    nothingNew: 'You have allowed all of this before.',
    administration:
      'This includes changing users, permissions and settings if you can. Allow it only if you trust the application as much as yourself.',
    user: 'Signed in as',
    callback: 'Redirects to',
    revoke: 'You can revoke this in your profile at any time.',
    allow: 'Allow',
    deny: 'Deny',
    leaving: 'You are being redirected to the application…',
    unanswered:
      'The application has not received your answer. Check your connection, then choose Allow or Deny again.',
    again: 'The application has not received your answer. Choose Allow or Deny again later.',
    unnamed: 'Your account has no name, so it cannot be used for other applications.',
  },
  granted: {
    title: 'Applications',
    lead: 'What you let applications of other vendors do with your account.',
    loading: 'Loading the applications…',
    failed: 'The applications could not be loaded.',
    none: 'No application can act for you.',
    since: 'Allowed since',
    revoke: 'Revoke',
    revokeNamed: 'Revoke {{name}}',
    revokeQuestion: 'Revoke what {{name}} can do?',
    revokeText:
      'It immediately loses access to your account. You are asked again when you next sign in there.',
    revoked: '{{name}} can no longer act for you.',
  },
} as const;

export const texts = area('applications', applications);
