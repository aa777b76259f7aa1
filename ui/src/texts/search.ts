import { area } from './i18n/area';

// Global search: what the pages of results have.

export const search = {
  artifactLead: 'Files in all repositories that you may read.',
  artifactHint:
    'Fill in at least one field. A name finds all that begin with it; * stands for any text and ? for one character.',
  form: 'Search for artifacts',
  artifacts: 'Artifacts',
  search: 'Search',
  clear: 'Clear',
  more: 'Show more',
  failed: 'The search could not be carried out.',
  refused: {
    search_empty: 'Enter a search text or fill in at least one field.',
    search_name_too_short: 'Enter at least three letters of the name.',
    search_archive_incomplete: 'Enter a name, a package type and a repository.',
  },
  none: 'No artifacts found',
  noneHint: 'Change or clear the search.',
  filter: {
    name: 'Name',
    repositories: 'Repositories',
    path: 'Path',
    properties: 'Properties',
    checksum: 'Checksum',
    after: 'Changed from',
    before: 'Changed until',
  },
  column: {
    name: 'Name',
    repository: 'Repository',
    path: 'Path',
    size: 'Size',
    modified: 'Changed',
  },
} as const;

export const texts = area('search', search);
