import { area } from './i18n/area';

// The search for pipelines: the jobs of other servers, by the builds that their runs have published.

export const pipelinesSearch = {
  lead: 'Pipelines whose runs have published a build here. Runs that have published nothing appear only on the server that ran them.',
  form: 'Search for pipelines',
  results: 'Pipelines',
  ignored: 'This search has a part that does not apply here. Only name does.',
  none: 'No pipelines found',
  empty: 'No pipelines yet',
  emptyText:
    'A pipeline appears here as soon as one of its runs publishes a build. The commands for that are under Builds.',
  notKnown: 'Not known',
  column: {
    name: 'Pipeline',
    agent: 'Server',
    number: 'Last run',
    started: 'Began',
    runs: 'Runs',
    project: 'Project',
  },
} as const;

export const texts = area('pipelinesSearch', pipelinesSearch);
