import { area } from './i18n/area';

// The proxies that webhooks are sent through: their list, and the form of one.

export const outboundProxies = {
  lead: 'Proxies through which webhooks reach other servers.',
  reverse: 'Configure a reverse proxy',
  label: 'Proxies',
  failed: 'The proxies could not be loaded.',
  empty: 'No proxies',
  emptyText:
    'Webhooks are sent directly. Create a proxy if this server reaches their receivers only through one.',
  create: 'New proxy',
  all: 'All proxies',
  absent: 'There is no proxy {{name}}.',
  oneFailed: 'The proxy could not be loaded.',
  loading: 'Loading the proxy…',
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  keep: 'Keep',
  column: {
    key: 'Key',
    host: 'Host',
    port: 'Port',
    userName: 'User name',
    webhooks: 'Used for webhooks',
    edit: 'Edit',
    delete: 'Delete',
  },
  use: {
    none: 'No',
    byDefault: 'By default',
    named: 'By {{names}}',
    both: 'By default, and by {{names}}',
  },
  editNamed: 'Edit {{name}}',
  deleteNamed: 'Delete {{name}}',
  delete: 'Delete proxy',
  deleteQuestion: 'Delete the proxy {{name}}?',
  deleteText: 'Its password is deleted too. This cannot be undone.',
  deleted: 'The proxy {{name}} was deleted.',
  created: 'The proxy {{name}} was created.',
  saved: 'The proxy {{name}} was updated.',
  form: {
    label: 'Settings of the proxy',
    key: 'Key',
    keyText:
      'Letters, digits, dashes and underscores, beginning with a letter. The key cannot be changed later.',
    host: 'Host',
    hostText: 'A name or an IP address, such as proxy.example.org.',
    port: 'Port',
    userName: 'User name',
    userNameText: 'Empty if the proxy does not ask for one.',
    password: 'Password',
    passwordText:
      'Sent to the proxy with the user name, unencrypted and only in this network. It is not shown after you save.',
    passwordKept: 'Leave empty to keep the password.',
    passwordMoved:
      'The host or the port has changed. The stored password is not sent to another proxy: enter it again.',
    passwordRemoved: 'The stored password is deleted when you save.',
    passwordUnused: 'Without a user name, the stored password is deleted when you save.',
    removePassword: 'Remove the stored password',
    show: 'Show or hide the password',
    forWebhooks: 'Use for webhooks',
    forWebhooksText:
      'Webhooks that have no proxy of their own are sent through it. Only one proxy can be used so.',
    create: 'Create proxy',
    save: 'Save changes',
  },
  problem: {
    key: 'Enter 2 to 64 letters, digits, dashes and underscores, beginning with a letter.',
    host: 'Enter a name or an IP address, without a scheme or a port.',
    port: 'Enter a whole number from 1 to 65535.',
    user_name: 'Enter at most 128 characters, without a colon.',
    password: 'Enter at most 1024 characters in one line.',
    for_webhooks: 'Another proxy is used for webhooks.',
    userNameMissing: 'Enter the user name that the password belongs to.',
    passwordMissing: 'Enter the password again, or remove it.',
  },
  refused: {
    keyTaken: 'Another proxy has this key. Choose another one.',
    defaultTaken: 'Another proxy is used for webhooks. Turn that off there first.',
    isDefault: 'Webhooks without a proxy of their own are sent through this one. Turn that off first.',
    inUse: 'Webhooks use this proxy. Choose another one for them first.',
    tooMany: 'There are as many proxies as possible. Delete one first.',
    fixed: 'The key of a proxy cannot change. Create a new proxy.',
    address:
      'This server does not connect to this host. A private address must be allowed in the configuration, under [outbound] allow. A proxy with a user name must have a private address.',
  },
} as const;

export const texts = area('outboundProxies', outboundProxies);
