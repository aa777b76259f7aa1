import { area } from './i18n/area';

// The passkeys of a user, in the profile.

export const passkeys = {
  title: 'Passkeys',
  lead: 'A passkey signs you in with a fingerprint, your face or a PIN, and nothing has to be remembered. After your password it is your second factor.',
  list: 'Your passkeys',
  none: 'You have no passkey.',
  failed: 'Your passkeys could not be loaded.',
  retry: 'Try again',
  unnamed: 'Passkey',
  since: 'Added',
  used: 'Last used',
  unused: 'Never used',
  synchronised: 'Synchronised between your devices',
  single: 'On one device only',
  backedUp: 'Backed up',
  add: 'Add passkey',
  addLead: 'From then on, your password alone no longer signs you in.',
  addLeadAlso: 'From then on, you are asked for it after signing in at your provider.',
  confirmLead: 'To add or remove a passkey, sign in at {{name}} once more.',
  confirmed: 'You have signed in again. Within five minutes you can add or remove one passkey.',
  name: 'Name',
  nameHint: 'So that you recognize the passkey later, such as “Work laptop”.',
  nameMissing: 'Enter a name.',
  nameLong: 'Enter at most 60 characters.',
  added: 'The passkey {{name}} was added.',
  full: 'You have {{count, number}} passkeys, which is the most. Remove one before you add another.',
  rename: 'Rename',
  renameNamed: 'Rename the passkey {{name}}',
  save: 'Save',
  cancel: 'Cancel',
  renamed: 'The passkey is now called {{name}}.',
  remove: 'Remove',
  removeNamed: 'Remove the passkey {{name}}',
  removeText: 'You are signed out where you signed in with it.',
  removeLast:
    'This is your last second factor. Without it your recovery codes no longer work, and your password alone signs you in, unless this installation asks for a new second factor.',
  removeLastAlso:
    'This is your last second factor. Without it your recovery codes no longer work, and signing in at your provider is enough, unless this installation asks for a new second factor.',
  removed: 'The passkey {{name}} was removed.',
  external:
    'Your account has no password here, and nothing else to confirm with, so you cannot add or remove passkeys.',
  one: 'If you lose your only passkey, you need a recovery code or an administrator. Add a second passkey on another device.',
  newCodesText:
    'Replace your recovery codes. You confirm with a passkey, and the codes of before no longer work.',
  newCodes: 'Create new recovery codes',
} as const;

export const texts = area('passkeys', passkeys);
