import { area } from './i18n/area';

// The archive: versions of packages that clients cannot install until they are restored.

export const archive = {
  lead: 'Versions of packages that clients cannot install until they are restored.',
  newest:
    'The newest archived versions. A search for packages needs a name, a package type and a repository. * stands for any text and ? for one character.',
  form: 'Search the archive',
  versions: 'Archived versions',
  any: 'Any',
  filter: {
    kind: 'Search for',
    name: 'Name',
    type: 'Package type',
    repository: 'Repository',
    version: 'Version',
    path: 'Path',
  },
  kind: { packages: 'Packages', artifacts: 'Files' },
  column: {
    package: 'Package',
    type: 'Type',
    version: 'Version',
    repository: 'Repository',
    files: 'Files',
    size: 'Size',
    archived: 'Archived',
    by: 'Archived by',
  },
  failed: 'The archive could not be loaded.',
  empty: 'The archive is empty',
  emptyText:
    'An archived version keeps its files, but clients cannot install it until it is restored. To archive a version, open its page and choose “Archive”.',
  none: 'No archived versions found',
  server: 'the server',
  erased: 'an erased user',
  restore: 'Restore',
  restoreNamed: 'Restore {{name}}',
  restored: '{{name}} was restored.',
  restoredPartly: '{{name}} was restored in part.',
  taken_one: '{{count, number}} file stays in the archive because something is at its path.',
  taken_other: '{{count, number}} files stay in the archive because something is at their paths.',
  restoreFailed: 'The version could not be restored.',
  show: 'Show {{name}}',
  purge: 'Delete for good',
  purgeNamed: 'Delete {{name}} for good',
  purgeQuestion: 'Delete {{name}} for good?',
  purgeText: 'All its files are deleted. This cannot be undone.',
  purged: '{{name}} was deleted for good.',
  purgeFailed: 'The version could not be deleted.',
  keep: 'Keep',
  close: 'Close',
  archive: 'Archive',
  question: 'Archive version {{version}} of {{name}}?',
  questionText: 'Clients can no longer install it from {{repository}} until it is restored from the archive.',
  others: 'It stays in the other repositories.',
  archiveFailed: 'The version could not be archived.',
  archived:
    'Version {{version}} of {{name}} was archived. Clients can no longer install it from {{repository}}.',
  find: 'Find it in the archive',
  undo: 'Undo',
} as const;

export const texts = area('archive', archive);
