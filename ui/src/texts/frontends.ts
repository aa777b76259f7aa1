import { area } from './i18n/area';

// The boxes of service front-ends, and the demo's pages.

export const frontends = {
  later: 'Comes in a later release',
  loading: 'Loading…',
  unresolved: 'Its service is not running on this installation, or cannot be reached right now.',
  broken: 'The {{name}} front-end does not work right now.',
  demoFailed: 'Microfrontend {{name}} fetching failed!',
  retry: 'Try again',
  demo: {
    lead: 'Small front-ends for trying out how the console mounts them.',
    mounting: 'Each of these front-ends has its own box, and does not affect the others.',
    mount: 'Mount {{name}}',
    nothing: 'No front-end is mounted. Choose one above.',
  },
} as const;

export const texts = area('frontends', frontends);
