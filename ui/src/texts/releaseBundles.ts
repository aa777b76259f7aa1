import { area } from './i18n/area';

// Release bundles: what was released together, looking up by a checksum, and retention.

export const releaseBundles = {
  lead: 'What was released together: each bundle with its files and their checksums.',
  failed: 'The release bundles could not be loaded.',
  newest: 'The newest {{shown, number}} of {{all, number}} are shown.',
  yes: 'Yes',
  no: 'No',
  onCommandLine: 'On the command line',
  erased: 'Somebody whose name was erased',
  tab: { source: 'Source', target: 'Target' },
  tabLead: {
    source: 'Made here, of files that were read here.',
    target: 'Made elsewhere, and taken in as a manifest.',
  },
  label: { source: 'Source bundles', target: 'Target bundles' },
  origin: { source: 'Made here (source)', target: 'Taken in (target)' },
  empty: { source: 'No bundle was made here yet', target: 'No bundle was taken in yet' },
  emptyText: {
    source: 'Stop the server and run: waybill release-bundle import NAME VERSION FILE… --data DIR',
    target:
      'An administrator sends a manifest to POST /ui/api/v1/release_bundles, or, while the server is stopped, runs: waybill release-bundle import --manifest FILE --data DIR',
  },
  column: {
    name: 'Name',
    version: 'Version',
    status: 'Status',
    created: 'Created',
    signed: 'Signed',
    artifacts: 'Files',
    by: 'Created by',
    origin: 'Origin',
    paths: 'Where in the bundle',
    path: 'Path',
    size: 'Bytes',
  },
  status: { COMPLETED: 'Completed' },
  lookup: {
    label: 'Find by checksum',
    hint: 'The SHA-256, SHA-1 or MD5 of a file, in hex digits.',
    find: 'Find',
    clear: 'Clear',
    results: 'Bundles that hold the file',
    none: 'No bundle holds a file with this checksum.',
    found_one: '{{count, number}} bundle holds this file.',
    found_other: '{{count, number}} bundles hold this file.',
    empty: 'Enter a checksum.',
    characters: 'A checksum has the digits 0 to 9 and the letters a to f only.',
    length_one: 'A checksum has 64 (SHA-256), 40 (SHA-1) or 32 (MD5) digits; this has {{count, number}}.',
    length_other: 'A checksum has 64 (SHA-256), 40 (SHA-1) or 32 (MD5) digits; this has {{count, number}}.',
    failed: 'The lookup could not be made. Try again in a moment.',
  },
  details: {
    close: 'Close',
    artifacts: 'Files of the bundle',
    failed: 'The files of the bundle could not be loaded.',
    more: 'Load more ({{shown, number}} of {{all, number}})',
    signature: 'Signature',
    holds: 'Signed by this installation, and unchanged since',
    broken: 'The signature does not fit: the bundle was changed.',
    key: 'Public key (Ed25519)',
    list: 'SHA-256 of the list',
  },
  retention: {
    title: 'Retention of target bundles:',
    asking: 'asking…',
    waiting: 'no answer at attempt {{attempt, number}} of 3; the next one in {{seconds, number}} s.',
    on: 'on.',
    off: 'off.',
    not_admin: 'off, as only administrators are told.',
    not_there: 'off, as this platform has none.',
    failed: 'counts as off, as its status could not be fetched.',
    again: 'Ask again',
  },
} as const;

export const texts = area('releaseBundles', releaseBundles);
