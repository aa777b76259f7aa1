import { area } from './i18n/area';

// The advanced menu: every page of the administration, in groups.

export const advanced = {
  page: {
    lead: 'Every page of the administration, and what it needs where it cannot be opened.',
    search: 'Search pages',
    clear: 'Clear the search',
    count_one: '1 page',
    count_other: '{{count, number}} pages',
    none: 'No page matches “{{query}}”',
    noneText: 'Try another word, or clear the search.',
    empty: 'There is nothing here for you',
    emptyText: 'The installation offers no page of the administration to this account.',
    loading: 'Loading the menu…',
    late: 'The menu takes longer than it should.',
    wait: 'The server may be busy. You can wait, or reload the page.',
  },
  group: {
    repositories: 'Repositories',
    management: 'People and projects',
    configuration: 'Configuration',
    monitoring: 'Monitoring',
    distribution: 'Distribution',
    services: 'Services',
    other: 'More',
  },
  lack: {
    service_missing: 'The service behind this page does not run.',
    licence_too_low: 'The installed licence does not cover this page.',
    switched_off: 'This installation was set up without this page.',
    leads_elsewhere: 'This page leads elsewhere at present.',
  },
} as const;

export const texts = area('advanced', advanced);
