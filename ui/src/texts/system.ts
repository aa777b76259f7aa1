import { area } from './i18n/area';

// The pages that say that something is not there, not allowed, or broken.

export const system = {
  notFound: {
    asked: 'This address was asked for:',
    search: 'Search pages',
    none: 'No page matches.',
    found_one: '1 page',
    found_other: '{{count, number}} pages',
  },
  notAcceptable: {
    text: 'The server did not accept the request. Whoever runs this installation finds it in the log by its id.',
    id: 'Request id',
    copy: 'Copy the id',
  },
  serverError: {
    again: 'Try the last page again',
  },
  authorization: {
    hint: 'If you need it, ask an administrator for the right to it.',
  },
  back: 'Back',
} as const;

export const texts = area('system', system);
