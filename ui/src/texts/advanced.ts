import { area } from './i18n/area';

// The advanced menu: every page of the administration, in groups.

export const advanced = {
  page: {
    lead: 'All administration pages, and what is missing where a page cannot be opened.',
    search: 'Search pages',
    clear: 'Clear the search',
    count_one: '1 page',
    count_other: '{{count, number}} pages',
    none: 'No pages match “{{query}}”',
    noneText: 'Try another word, or clear the search.',
    empty: 'No pages available',
    emptyText: 'This account has no access to administration pages.',
    loading: 'Loading the menu…',
    late: 'The menu is taking longer than usual.',
    wait: 'The server may be busy. Wait, or reload the page.',
  },
  group: {
    repositories: 'Repositories',
    management: 'Users and projects',
    configuration: 'Configuration',
    monitoring: 'Monitoring',
    distribution: 'Distribution',
    services: 'Services',
    other: 'More',
  },
  lack: {
    service_missing: 'The service behind this page is not running.',
    licence_too_low: 'The installed licence does not cover this page.',
    switched_off: 'This page is turned off on this installation.',
    leads_elsewhere: 'This page currently redirects to another one.',
    address_missing: 'No address is configured for this page.',
  },
} as const;

export const texts = area('advanced', advanced);
