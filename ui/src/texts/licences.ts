import { area } from './i18n/area';

// The licence of the installation: the effective one, installing a key, and its history.

export const licences = {
  lead: 'What this installation is licensed for, and its licence key.',
  loading: 'Loading the licence…',
  failed: 'The licence could not be loaded.',
  current: {
    title: 'Licence',
    none: 'No licence',
    noneText:
      'Until a licence is installed, the console shows only this page, and only administrators can use it.',
    ended: 'The licence expired on {{moment}}.',
    endedText: 'It is no longer valid. Install a new key, or remove it to return to the configured licence.',
    holder: 'Holder',
    unnamed: 'Not specified',
    until: 'Valid until',
    forEver: 'No end date',
    installed: 'Installed',
    by: 'by {{name}}',
    onCommandLine: 'on the command line',
    erased: 'an erased user',
    configured: 'From the configuration file (installation.licence). No key is installed.',
    opens: 'Includes',
  },
  opens: {
    console: 'The console, for all accounts',
    scanning: 'Results of the scanning service, where it runs',
    distribution: 'Creating and sending release bundles, where the distribution service runs',
  },
  install: {
    title: 'Install a key',
    replace: 'Install another key',
    label: 'Licence key',
    hint: 'Paste the whole text, choose its file, or drop the file here. The command waybill licence make creates a key.',
    choose: 'Choose a file',
    submit: 'Install',
    done: 'The licence has been installed.',
    drop: 'Drop the key file here',
  },
  remove: {
    button: 'Remove this licence',
    title: 'Remove the licence?',
    back: 'The licence of the configuration file applies again: {{licence}}.',
    none: 'No licence will be left. Administrators can only install another one; all other users are sent to the sign-in page with their next action.',
    yes: 'Remove',
    no: 'Keep',
    done: 'The licence has been removed.',
  },
  history: {
    title: 'History',
    install: '{{licence}} was installed',
    remove: 'The licence was removed',
    refused: '{{licence}} was rejected: expired',
  },
  error: {
    licence_empty: 'Paste the whole text of a licence key, or choose its file.',
    licence_too_long: 'Too long for a licence key. A key has at most 4 KiB.',
    licence_not_text: 'Not a text file. A licence key is a text file.',
    licence_not_a_key: 'Not a licence key. The first line must be WAYBILL-LICENCE-1.',
    licence_malformed: 'A line of the key is missing or incorrect. Copy the whole key again.',
    licence_checksum:
      'The checksum does not match: part of the key is missing or changed. Copy the whole key again.',
    licence_unknown_type: 'This version does not support this type of licence.',
    licence_bad_end: 'The end date of the key cannot be read. Copy the whole key again.',
    licence_bad_holder: 'The holder of the key must have 1 to 200 visible characters.',
    licence_expired: 'This licence has expired. Ask for a new key.',
    licence_none_installed: 'No licence is installed. Someone else may have removed it.',
    too_large: 'Too long for a licence key. A key has at most 4 KiB.',
    not_authorized: 'Only administrators can do this.',
    other: 'The action failed. Try again in a moment.',
  },
} as const;

export const texts = area('licences', licences);
