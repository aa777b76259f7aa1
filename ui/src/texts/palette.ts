import { area } from './i18n/area';

// What is done by keys: the palette, and the list of shortcuts.

export const palette = {
  title: 'Search or go to',
  placeholder: 'A page, an action, a package or a filter such as name:app',
  results: 'Results',
  found_one: 'One entry',
  found_other: '{{count, number}} entries',
  nothing: 'No results.',
  groups: {
    recent: 'Recently visited',
    pages: 'Pages',
    actions: 'Actions',
    searches: 'Recent searches',
    packages: 'Packages',
    versions: 'Versions',
    repositories: 'Repositories',
    users: 'Users',
    sessions: 'Sessions',
    settings: 'Settings',
    others: 'Other matches',
    search: 'Search',
  },
  sessionsOf: 'Sessions of {{name}}',
  /** Other words that find an entry, by its id. They are not shown. */
  also: { log_out: 'Sign out, log off' },
  search: {
    packages: 'Search packages for “{{text}}”',
    artifacts: 'Search artifacts for “{{text}}”',
    builds: 'Search builds for “{{text}}”',
    release_bundles: 'Search release bundles for “{{text}}”',
    scanning: 'Search scanned components for “{{text}}”',
    archive: 'Search the archive for “{{text}}”',
    pipelines: 'Search pipelines for “{{text}}”',
  },
  searched: {
    packages: 'Packages',
    artifacts: 'Artifacts',
    builds: 'Builds',
    release_bundles: 'Release bundles',
    scanning: 'Scanned components',
    archive: 'Archive',
    pipelines: 'Pipelines',
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
