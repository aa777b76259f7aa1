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
    chosen_one: '1 selected',
    chosen_other: '{{count, number}} selected',
    menu: 'Columns and export',
    columns: 'Columns',
    reset: 'Reset columns',
    copyCell: 'Copy cell',
    copied: 'Copied',
    notCopied: 'The browser did not allow copying.',
    download: 'Download as CSV',
    loading: 'Loading…',
    late: 'This is taking longer than usual.',
    lateText: 'The server may be busy. Wait, or try again.',
    retry: 'Try again',
    noMatch: 'No matching rows',
    noMatchText: 'Change or clear the filter.',
    chooseAll: 'Select all rows shown',
    chooseRow: 'Select {{name}}',
    more: 'Load more',
    stale: 'The data shown may be out of date.',
  },
} as const;

export const texts = area('table', table);
