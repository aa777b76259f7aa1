import { area } from './i18n/area';

export const apiDescription = {
  lead: 'Every call of this server, with its parameters and answers.',
  download: 'Download the OpenAPI document',
  tour: 'Programs sign in with an access token.',
  read: 'Got it',
} as const;

export const texts = area('apiDescription', apiDescription);
