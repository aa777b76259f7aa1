import { area } from './i18n/area';

// The mail server on the page of general settings: its form, a test, and the newest mails.

export const mail = {
  title: 'Mail server',
  lead: 'Sends users links for their passwords, and notices about their accounts.',
  loading: 'Loading the mail server…',
  failed: 'The mail server could not be loaded.',
  retry: 'Try again',
  empty: 'No mail server is set up. Users get no mails, and administrators hand over links themselves.',
  setUp: 'Set up mail server',
  edit: 'Edit mail server',
  cancel: 'Cancel',
  noLinks:
    'Mails with links cannot be sent, because the address of this installation is not set. Set public_url in the configuration.',
  saved: 'The mail server was updated.',
  created: 'The mail server is set up. Send a test mail to try it.',
  removed: 'The mail server was removed.',
  remove: {
    button: 'Remove mail server',
    title: 'Remove the mail server and its password? Waiting mails are not sent until another one is set up.',
    yes: 'Remove',
    no: 'Keep',
  },
  fact: {
    server: 'Address',
    security: 'Encryption',
    user: 'User name',
    password: 'Password',
    stored: 'Stored',
    none: 'Not set',
    from: 'Sender',
  },
  security: {
    starttls: 'STARTTLS, required',
    tls: 'TLS from the start',
    none: 'No encryption',
  },
  form: {
    label: 'Settings of the mail server',
    host: 'Host',
    hostText: 'A name or an IP address, such as mail.example.org.',
    port: 'Port',
    userText: 'Empty if the server does not ask for one.',
    passwordText:
      'Sent to the server with the user name, over an encrypted connection only. It is not shown after you save.',
    passwordKept: 'Leave empty to keep the password.',
    passwordMoved:
      'The host, the port or the user name has changed. The stored password is not sent to another server: enter it again.',
    passwordRemoved: 'The stored password is deleted when you save.',
    passwordUnused: 'Without a user name, the stored password is deleted when you save.',
    removePassword: 'Remove the stored password',
    show: 'Show or hide the password',
    from: 'Mail address of the sender',
    fromName: 'Name of the sender',
    fromNameText: 'Optional. Users see it beside the address.',
    save: 'Save mail server',
  },
  problem: {
    host: 'Enter a name or an IP address, without a scheme or a port.',
    port: 'Enter a whole number from 1 to 65535.',
    security:
      'A user name and a password are sent over an encrypted connection only. Choose STARTTLS or TLS, or remove the user name.',
    user: 'Enter at most 255 visible characters.',
    password: 'Enter at most 1024 characters in one line.',
    from: 'Enter a mail address, such as waybill@example.org.',
    from_name: 'Enter at most 100 visible characters.',
    userMissing: 'Enter the user name that the password belongs to.',
    passwordMissing: 'Enter the password again, or remove it.',
  },
  refused: {
    address:
      'This server does not connect to this host. A private address must be allowed in the configuration, under [outbound] allow.',
    inClear:
      'Mails contain links that are secret. Without encryption, they are sent to a server in this network only. Choose STARTTLS or TLS.',
  },
  test: {
    label: 'Test',
    to: 'Mail address for a test',
    send: 'Send a test mail',
    sent: 'The mail server has accepted a mail to {{address}}.',
    failed: 'The test mail was not sent.',
    address: 'Enter a mail address, such as maria@example.org.',
  },
  log: {
    title: 'Newest mails',
    loading: 'Loading the mails…',
    failed: 'The mails could not be loaded.',
    refresh: 'Refresh',
    empty: 'No mails in the last days',
    all: 'Show all mails',
    erased: 'Erased user',
    queued: 'Queued {{time}}',
    ended: 'Ended {{time}}',
    attempts: 'Attempts: {{attempts, number}}',
  },
  kind: {
    reset_password: 'Link for a forgotten password',
    invitation: 'Invitation',
    password_changed: 'Notice of a changed password',
    new_device: 'Notice of a new device',
    second_factor_added: 'Notice of a new second factor',
    second_factor_removed: 'Notice of a removed second factor',
    identity_linked: 'Notice of a linked identity',
    identity_unlinked: 'Notice of an unlinked identity',
    break_glass: 'Notice of an administrator’s sign-in with a password',
    test: 'Test mail',
  },
  state: {
    waiting: 'Waiting',
    sending: 'Sending',
    sent: 'Sent',
    failed: 'Failed',
    expired: 'Expired',
  },
  failure: {
    not_configured: 'No mail server is set up.',
    refused: 'Rejected by the mail server, with the code {{code}}.',
    unreachable: 'The mail server could not be reached.',
    tls: 'The connection could not be encrypted, or the certificate is not trusted.',
    authentication: 'The user name and the password were not accepted.',
    temporary: 'Not accepted by the mail server for now, with the code {{code}}.',
    address_missing: 'The account is disabled, or has no mail address.',
    budget: 'The user was sent too many mails lately.',
  },
} as const;

export const texts = area('mail', mail);
