import { area } from './i18n/area';

// The identities at providers with which a user signs in: the user's own in the profile, and those of others.

export const identities = {
  keyLead: 'You have no password here. To create an API key, sign in at {{name}} once more.',
  again: 'Sign in again at {{name}}',
  keyReady:
    'You have signed in again. Create the API key within five minutes; an earlier key becomes invalid.',
  keyCreate: 'Create API key',
  keyUntil: 'Keep this key safe: it is shown only once.',
  keyFailed: 'The API key could not be created.',
  linkDirectory: 'Link a directory entry',
  directoryUser: 'User name in the directory',
  directoryPassword: 'Password in the directory',
  directoryLinked: 'The entry of the directory was linked.',
  directoryLead: 'If you have a password in a directory of your organization, you can sign in with it too.',
  title: 'Sign-in providers',
  lead: 'You can also sign in with an account that you have elsewhere.',
  list: 'Linked identities',
  failed: 'The linked identities could not be loaded.',
  retry: 'Try again',
  none: 'No identity is linked.',
  since: 'Linked',
  deleted: 'This provider was deleted. The identity cannot be used.',
  unlink: 'Unlink',
  unlinkNamed: 'Unlink the identity at {{name}}',
  unlinked: 'The identity at {{name}} was unlinked.',
  linked: 'The identity was linked. You can sign in with it from now on.',
  linkLead: 'Link another identity. You sign in there, and then return here.',
  link: 'Link {{name}}',
  continueTo: 'Continue to {{name}}',
  external:
    'Your account has no password here, so you sign in with these identities only. Ask an administrator to unlink one. The last one cannot be unlinked.',
  ofUser: 'Identities at sign-in providers',
  ofUserLead: 'The user signs in with these too.',
  lastOfUser: 'This is the only way for the user to sign in. It cannot be unlinked.',
  unlinkQuestion: 'Unlink the identity at {{name}}?',
  unlinkText: 'The user is signed out where they signed in with it.',
  keep: 'Keep',
} as const;

export const texts = area('identities', identities);
