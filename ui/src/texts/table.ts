import { area } from './i18n/area';

// What every table says.

export const table = {
  table: {
    filter: 'Filter',
    filterNamed: 'Filter {{name}}',
    clear: 'Clear the filter',
    rows_one: '1 row',
    rows_other: '{{count, number}} rows',
    matching_one: '1 row matches',
    matching_other: '{{count, number}} rows match',
    of: '{{shown, number}} of {{all, number}}',
    chosen_one: '1 chosen',
    chosen_other: '{{count, number}} chosen',
    menu: 'Columns and export',
    columns: 'Columns',
    reset: 'Reset columns',
    copyCell: 'Copy cell',
    copied: 'Copied',
    notCopied: 'The browser did not allow copying.',
    download: 'Download as CSV',
    loading: 'Loading…',
    late: 'This takes longer than it should.',
    lateText: 'The server may be busy. You can wait, or ask again.',
    retry: 'Try again',
    noMatch: 'No row matches',
    noMatchText: 'Change or clear the filter.',
    chooseAll: 'Choose all rows shown',
    chooseRow: 'Choose {{name}}',
    stale: 'What you see may be out of date.',
  },
} as const;

export const texts = area('table', table);
