import { area } from './i18n/area';

// What is done by keys: the palette, and the list of shortcuts.

export const palette = {
  title: 'Search or go to',
  placeholder: 'A page, an action or a package',
  results: 'Results',
  found_one: 'One entry',
  found_other: '{{count, number}} entries',
  nothing: 'No results.',
  groups: {
    recent: 'Recently visited',
    pages: 'Pages',
    actions: 'Actions',
    others: 'Other matches',
    search: 'Search',
  },
  /** Other words that find an entry, by its id. They are not shown. */
  also: { log_out: 'Sign out, log off' },
  search: {
    packages: 'Search packages for “{{text}}”',
  },
  actions: {
    sidebar: 'Collapse or expand the sidebar',
    light: 'Colour scheme: light',
    dark: 'Colour scheme: dark',
    auto: 'Colour scheme: system',
  },
  keys: { move: 'to choose', run: 'to open', leave: 'to close' },
  shortcuts: {
    title: 'Keyboard shortcuts',
    single: 'Shortcuts without Ctrl or Cmd',
    singleText: 'Turn them off if you use dictation, or if you press keys by accident.',
    thenKey: 'then',
    goTo: 'Go to {{page}}',
    groups: {
      anywhere: 'Anywhere',
      go: 'Go to a page',
      records: 'In lists and in session activity',
    },
    names: {
      palette: 'Search or go to',
      help: 'Show this list',
      sidebar: 'Collapse or expand the sidebar',
      why: 'Why was I sent here?',
      close: 'Close what is open',
      filter: 'Filter the list',
      record: 'Go to the previous or next record',
      pause: 'Pause or follow the records',
    },
  },
} as const;

export const texts = area('palette', palette);
