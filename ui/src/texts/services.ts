import { area } from './i18n/area';

// What the services of the platform are called on every page.

export const services = {
  artifactory: 'Repository service',
  access: 'Access',
  metadata: 'Metadata',
  event: 'Events',
  jfconnect: 'Connection to the vendor',
  router: 'Router',
  xray: 'Scanning service',
  distribution: 'Distribution',
  mc: 'Mission control',
  insight: 'Insight',
  tracker: 'Tracker',
  pipelines: 'Pipelines',
  replicator: 'Replicator',
  jflink: 'Link between installations',
  runtime: 'Runtime',
} as const;

export const texts = area('services', services);
