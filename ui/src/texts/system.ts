import { area } from './i18n/area';

// The pages that say that something is not there, not allowed, or broken.

export const system = {
  notFound: {
    asked: 'Requested address:',
    search: 'Search pages',
    none: 'No matching pages.',
    found_one: '1 page',
    found_other: '{{count, number}} pages',
  },
  notAcceptable: {
    text: 'The server did not accept the request. An administrator of this installation can find it in the log by its id.',
    id: 'Request id',
    copy: 'Copy the id',
  },
  serverError: {
    again: 'Try the last page again',
  },
  authorization: {
    hint: 'If you need this page, ask an administrator for access.',
    off: 'It is switched off on this installation. Ask an administrator to switch it on.',
    offAdmin:
      'It is switched off on this installation. You can switch it on in the configuration file, under [installation].',
    otherAdmin: 'Your role is not what keeps it closed. “Why was I sent here?” names the cause.',
  },
  accountPortal: {
    none: 'This installation has no portal for managing a subscription.',
    setting: 'Set its address as account_portal_url in the configuration file, under [installation].',
    ask: 'Ask an administrator about the subscription.',
  },
  back: 'Back',
} as const;

export const texts = area('system', system);
