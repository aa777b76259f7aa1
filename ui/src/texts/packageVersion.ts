import { area } from './i18n/area';

// A version of a package: what it depends on, what is wrong with it, and the names by which its clients know it.

export const packageVersion = {
  shape: { label: 'Show as', tree: 'Tree', graph: 'Graph' },
  hint: 'Requirements are not resolved: what a dependency depends on is shown for its newest stored version, without what it needs only for development.',
  newest: 'Newest stored version: {{version}}',
  expand: 'Show what {{name}} depends on',
  list: 'What {{name}} depends on',
  none: 'It depends on no other package.',
  cycle: 'Cycle: above in the tree',
  deep: 'The tree ends here.',
  loading: 'Loading the dependencies…',
  failed: 'The dependencies could not be loaded.',
  graph: 'Graph of dependencies',
  asTree:
    'The tree has the same as text. A dashed line leads back to a package that is already in the graph.',
  cut: 'There are more dependencies. The graph ends after {{levels, number}} levels and {{packages, number}} packages.',
  incomplete_one: 'The dependencies of {{count, number}} package could not be loaded.',
  incomplete_other: 'The dependencies of {{count, number}} packages could not be loaded.',
  download: 'Download',
  archive: 'Archive',
  downloadFailed: 'The version could not be downloaded.',
  coordinates: {
    group: 'Group ID',
    artifact: 'Artifact ID',
    organisation: 'Organisation',
    module: 'Module',
    image: 'Image',
    reference: 'Reference',
  },
  violations: {
    failed: 'What is wrong with this version could not be found out.',
    answered: 'The server answered on {{time}}.',
    licence: 'Licence',
    missing: 'The author names no licence.',
    unidentified: '“{{licence}}” is the name of no licence that SPDX lists.',
    clear: 'The licence is clear.',
  },
} as const;

export const texts = area('packageVersion', packageVersion);
