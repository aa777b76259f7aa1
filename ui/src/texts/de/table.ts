import type { German } from '../i18n/areas';
import type { table as english } from '../table';

export const table: German<typeof english> = {
  table: {
    filter: 'Filtern',
    filterNamed: '{{name}} filtern',
    clear: 'Filter löschen',
    rows_one: '1 Zeile',
    rows_other: '{{count, number}} Zeilen',
    matching_one: '1 Zeile passt',
    matching_other: '{{count, number}} Zeilen passen',
    of: '{{shown, number}} von {{all, number}}',
    chosen_one: '1 gewählt',
    chosen_other: '{{count, number}} gewählt',
    menu: 'Spalten und Export',
    columns: 'Spalten',
    reset: 'Spalten zurücksetzen',
    copyCell: 'Zelle kopieren',
    copied: 'Kopiert',
    notCopied: 'Der Browser hat das Kopieren nicht erlaubt.',
    download: 'Als CSV herunterladen',
    loading: 'Wird geladen…',
    late: 'Das dauert länger als üblich.',
    lateText: 'Der Server ist vielleicht beschäftigt. Warten Sie, oder versuchen Sie es erneut.',
    retry: 'Erneut versuchen',
    noMatch: 'Keine passenden Zeilen',
    noMatchText: 'Ändern oder löschen Sie den Filter.',
    chooseAll: 'Alle gezeigten Zeilen wählen',
    chooseRow: '{{name}} wählen',
    more: 'Mehr laden',
    stale: 'Die gezeigten Daten sind vielleicht veraltet.',
  },
};
